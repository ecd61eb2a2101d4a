import type { SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';
import { connect } from './connection.ts';

interface ScanRequest {
  readonly id: number;
  readonly sql: string;
  readonly parameters: SQLInputValue[];
}

const connection = connect(String(workerData), true);

/** As many as there are queries in the program. Rows come as arrays: in a message, an object has all its names. */
const scanFor = memoizeByArguments((sql: string) => {
  const statement = connection.prepare(sql);
  statement.setReturnArrays(true);
  return { statement, columns: statement.columns().map(({ name }) => name) };
});

parentPort?.on('message', ({ id, sql, parameters }: ScanRequest) => {
  try {
    const { statement, columns } = scanFor(sql);
    parentPort?.postMessage({ id, columns, rows: statement.all(...parameters) });
  } catch (error) {
    // A message keeps an error's text only; the code tells what may pass.
    const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    parentPort?.postMessage({ id, error, errcode });
  }
});
