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

/**
 * The cache holds one entry for each query of the program. Rows are sent as arrays, because a message with objects
 * would repeat the column names in each row.
 */
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
    // A message only transfers an error's text, so the result code is sent separately. It determines whether the error
    // is temporary.
    const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    parentPort?.postMessage({ id, error, errcode });
  }
});
