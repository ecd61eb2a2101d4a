import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from './sqlite-connection.ts';

interface Question {
  readonly id: number;
  readonly sql: string;
  readonly parameters: SQLInputValue[];
}

const connection = connect(String(workerData), true);

/** As many as there are queries in the program. */
const statements = new Map<string, StatementSync>();

const statementFor = (sql: string): StatementSync => {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const made = connection.prepare(sql);
  statements.set(sql, made);
  return made;
};

parentPort?.on('message', ({ id, sql, parameters }: Question) => {
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
