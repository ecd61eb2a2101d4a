import type { SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from './sqlite-connection.ts';

interface Question {
  readonly id: number;
  readonly sql: string;
  readonly parameters: SQLInputValue[];
}

const connection = connect(String(workerData), true);

parentPort?.on('message', ({ id, sql, parameters }: Question) => {
  try {
    const rows = connection.prepare(sql).all(...parameters);
    // Rows have no prototype, which a message would lose anyway.
    parentPort?.postMessage({ id, rows: rows.map((row) => ({ ...row })) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
