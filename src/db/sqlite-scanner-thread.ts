import type { SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { memoizeByArguments } from '../lib/memoize-by-arguments.ts';
import { connect } from './sqlite-connection.ts';

interface ScanRequest {
  readonly id: number;
  readonly sql: string;
  readonly parameters: SQLInputValue[];
}

const connection = connect(String(workerData), true);

/** As many as there are queries in the program. */
const statementFor = memoizeByArguments((sql: string) => connection.prepare(sql));

parentPort?.on('message', ({ id, sql, parameters }: ScanRequest) => {
  try {
    const rows = statementFor(sql).all(...parameters);
    // Rows have no prototype, which a message would lose anyway.
    parentPort?.postMessage({ id, rows: rows.map((row) => ({ ...row })) });
  } catch (error) {
    // A message keeps an error's text only; the code tells what may pass.
    const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    parentPort?.postMessage({ id, error, errcode });
  }
});
