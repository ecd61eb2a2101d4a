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
 * Prepares a query, and keeps the prepared statement. The program has a fixed number of queries, so the cache cannot
 * grow without limit. Rows are sent as arrays, because objects would repeat the column names for each row.
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
    // A message between threads does not transfer additional properties of an error. So the result code, which
    // determines whether the error is temporary, is sent separately.
    const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    parentPort?.postMessage({ id, error, errcode });
  }
});
