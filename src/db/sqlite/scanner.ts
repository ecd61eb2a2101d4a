// Long reads of the embedded database, on a thread of their own so that no request waits for them.
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../kernel/program-files.ts';
import { Overloaded } from '../../lib/errors/unavailable.ts';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';
import { objectMaker } from '../../lib/functions/object-makers.ts';

export interface Scanner extends AsyncDisposable {
  /** Fails with `Overloaded` when too many wait already. */
  rows<Row>(sql: string, parameters: readonly unknown[]): Promise<readonly Row[]>;
}

interface ScanResponse {
  readonly id: number;
  readonly columns?: readonly string[];
  /** The values of each row, in the order of the columns. */
  readonly rows?: readonly (readonly unknown[])[];
  readonly error?: Error;
  readonly errcode?: unknown;
}

interface Waiting {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
}

/** A page of rows is small; left to itself, the thread's heap would grow to what the main thread's may. */
const memory = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

/** Maximum number of reads that wait for the thread, the current one included: later ones would wait for too long. */
const maxWaiting = 100;

/** As many as there are queries in the program. */
const rowMaker = memoizeByArguments((...columns: readonly string[]) => objectMaker<unknown>(columns));

/** Starts the thread at the first question, not before: most servers never ask one. */
export const openScanner = (path: string): Scanner => {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  const complete = (answer: ScanResponse): void => {
    const pending = waiting.get(answer.id);
    waiting.delete(answer.id);
    // An idle thread does not keep the process alive; one with a query does.
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
      // Code that the options of the process load first is not for the thread, and doubles the time of its start.
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
        if (waiting.size >= maxWaiting) throw new Overloaded('too many long reads wait');
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
