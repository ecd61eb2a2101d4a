// Runs long SQLite reads on a separate thread, so that they do not delay requests.
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../kernel/program-files.ts';
import { Overloaded } from '../../lib/errors/unavailable.ts';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';
import { objectMaker } from '../../lib/functions/object-makers.ts';

export interface Scanner extends AsyncDisposable {
  /** Reads all rows of a query. Rejects with `Overloaded` if too many reads are waiting. */
  rows<Row>(sql: string, parameters: readonly unknown[]): Promise<readonly Row[]>;
}

interface ScanResponse {
  readonly id: number;
  readonly columns?: readonly string[];
  /** Column values of each row, in the order of the columns. */
  readonly rows?: readonly (readonly unknown[])[];
  readonly error?: Error;
  readonly errcode?: unknown;
}

interface Waiting {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Heap limits in MiB of the thread. Reading a page needs little memory. Without these limits, the heap could still grow
 * as large as that of the main thread.
 */
const memory = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

/**
 * Maximum number of reads that use or wait for the thread. Further reads are refused, because they would wait too long.
 */
const maxWaiting = 100;

/**
 * Returns the function that creates rows with these columns. There are only as many functions as the program has
 * queries.
 */
const rowMaker = memoizeByArguments((...columns: readonly string[]) => objectMaker<unknown>(columns));

/** Opens a scanner. Most services never need the thread, so it starts with the first read. */
export const openScanner = (path: string): Scanner => {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  const complete = (answer: ScanResponse): void => {
    const pending = waiting.get(answer.id);
    waiting.delete(answer.id);
    // Without pending reads, the thread does not keep the process alive.
    if (waiting.size === 0) worker?.unref();
    if (answer.error === undefined) pending?.resolve((answer.rows ?? []).map(rowMaker(...(answer.columns ?? []))));
    else pending?.reject(Object.assign(answer.error, { errcode: answer.errcode }));
  };
  const fail = (error: Error): void => {
    worker = undefined;
    for (const pending of waiting.values()) pending.reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = startThread('src/db/sqlite/sqlite-scanner-thread.ts', {
      workerData: path,
      resourceLimits: memory,
      // The thread does not need the modules that the process's options preload. Loading them would double its start
      // time.
      execArgv: [],
    });
    started.on('message', complete);
    started.on('error', fail);
    worker = started;
    return started;
  };

  return {
    rows: <Row>(sql: string, parameters: readonly unknown[]) =>
      new Promise<readonly Row[]>((resolve, reject) => {
        if (waiting.size >= maxWaiting) throw new Overloaded('too many long reads are waiting');
        lastId += 1;
        waiting.set(lastId, { resolve: (rows) => resolve(rows as readonly Row[]), reject });
        const thread = worker ?? start();
        thread.ref();
        thread.postMessage({ id: lastId, sql, parameters });
      }),
    [Symbol.asyncDispose]: async () => {
      await worker?.terminate();
      fail(new Error('the database was closed'));
    },
  };
};
