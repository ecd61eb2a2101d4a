import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { limiter } from '../lib/limiter.ts';
import { Unavailable } from '../lib/unavailable.ts';
import { ConstraintViolation, type Database, type Reader, type Transaction } from './database.ts';
import { compile, type Prepared, prepare, type Query } from './query.ts';
import { connect } from './sqlite-connection.ts';
import { openScanner } from './sqlite-scanner.ts';

/** SQLite's primary result codes for what may pass: busy, locked, input/output, full, cannot open. */
const passingCodes = new Set([5, 6, 10, 13, 14]);
const constraintCode = 19;

// SQLite names a broken unique rule by its columns only; PostgreSQL's default name is built from the same.
const constraintName = (message: string): string => {
  const columns = /constraint failed: (.+)$/.exec(message)?.[1]?.split(', ') ?? [];
  const table = columns[0]?.split('.')[0] ?? 'unknown';
  return [table, ...columns.map((column) => column.split('.')[1]), 'key'].join('_');
};

const translated = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const code = Number(error.errcode) & 0xff;
  if (code === constraintCode) return new ConstraintViolation(constraintName(error.message), error);
  if (passingCodes.has(code)) return new Unavailable(error.message, { cause: error });
  return error;
};

const translating = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw translated(error);
  }
};

/** One connection's prepared statements, each made the first time it is wanted. */
const statements = (connection: DatabaseSync) => {
  const known = new WeakMap<Query<never, unknown>, { prepared: Prepared; statement: StatementSync }>();
  return <Arguments, Row>(asked: Query<Arguments, Row>) => {
    const found = known.get(asked as Query<never, unknown>);
    if (found !== undefined) return found;
    const prepared = prepare(asked, 'sqlite');
    const made = { prepared, statement: connection.prepare(prepared.sql) };
    known.set(asked as Query<never, unknown>, made);
    return made;
  };
};

const readerOf = (connection: DatabaseSync): Reader => {
  const statementFor = statements(connection);
  const rows = async <Arguments, Row>(asked: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]> =>
    translating(() => {
      const { prepared, statement } = statementFor(asked);
      return statement.all(...(prepared.parametersFrom(values) as SQLInputValue[])) as unknown as Row[];
    });
  return { engine: 'sqlite', rows, first: async (asked, values) => (await rows(asked, values))[0] };
};

const transactionOn = (connection: DatabaseSync, reader: Reader): Transaction => ({
  ...reader,
  run: async (statement) =>
    translating(() => {
      const { sql, parameters } = compile(statement, 'sqlite');
      return Number(connection.prepare(sql).run(...(parameters as SQLInputValue[])).changes);
    }),
});

/** Opens the embedded database. Reads have a connection of their own and never see a half-done change. */
export const openSqlite = (path: string): Database => {
  const writer = connect(path, false);
  const readConnection = connect(path, true);
  const scanner = openScanner(path);
  const tx = transactionOn(writer, readerOf(writer));
  const oneAtATime = limiter(1);

  return {
    ...readerOf(readConnection),
    scan: async (asked, values) => {
      const { sql, parametersFrom } = prepare(asked, 'sqlite');
      return scanner.rows(sql, parametersFrom(values));
    },
    transaction: (work) =>
      oneAtATime(async () => {
        translating(() => writer.exec('begin immediate'));
        try {
          const result = await work(tx);
          translating(() => writer.exec('commit'));
          return result;
        } catch (error) {
          if (writer.isTransaction) writer.exec('rollback');
          throw error;
        }
      }),
    [Symbol.asyncDispose]: async () => {
      await scanner[Symbol.asyncDispose]();
      readConnection.close();
      await oneAtATime(async () => writer.close());
    },
  };
};
