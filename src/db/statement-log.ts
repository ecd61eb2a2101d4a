import type { Database, Reader } from './database.ts';
import type { Engine } from './engine.ts';
import { bound, compile, type Query, type Statement } from './query.ts';

/** Statement that has been executed or has failed. */
export interface FinishedStatement {
  /** Returns the SQL without values. By default, it is the SQL for the engine that ran the statement. */
  readonly sql: (engine?: Engine) => string;
  /**
   * Time in ms until the answer, including the wait for a connection. Zero if the statement was sent together with the
   * commit.
   */
  readonly milliseconds: number;
  /** Number of returned or affected rows. Undefined if the statement failed or was sent together with the commit. */
  readonly rows: number | undefined;
  /** Error of the statement. Absent if the statement succeeded. */
  readonly error?: unknown;
}

/**
 * Wraps a database and reports each completed statement. Values are never reported, because some of them are secrets.
 */
export function withStatementLog(database: Database, report: (statement: FinishedStatement) => void): Database {
  const { engine } = database;
  const sqlOf =
    (statement: Statement) =>
    (of = engine): string =>
      compile(statement, of).sql;

  async function timed<T>(statement: Statement, work: () => Promise<T>, countOf: (result: T) => number): Promise<T> {
    const begun = performance.now();
    const finish = (rows: number | undefined, failure?: { readonly error: unknown }): void =>
      report({ sql: sqlOf(statement), milliseconds: performance.now() - begun, rows, ...failure });
    const result = await work().catch((error: unknown) => {
      finish(undefined, { error });
      throw error;
    });
    finish(countOf(result));
    return result;
  }

  const readerOf = (source: Reader): Reader => ({
    engine,
    rows: (query, values) => timed(bound(query, values), () => source.rows(query, values), lengthOf),
    first: (query, values) => timed(bound(query, values), () => source.first(query, values), countOfOne),
  });

  return {
    ...database,
    ...readerOf(database),
    scan: <Arguments, Row>(query: Query<Arguments, Row>, values: Arguments) =>
      timed(bound(query, values), () => database.scan(query, values), lengthOf),
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          ...tx,
          ...readerOf(tx),
          run: (statement) => timed(statement, () => tx.run(statement), Number),
          runAtCommit: (statement) => {
            report({ sql: sqlOf(statement), milliseconds: 0, rows: undefined });
            tx.runAtCommit(statement);
          },
        }),
      ),
  };
}

const lengthOf = ({ length }: readonly unknown[]): number => length;

const countOfOne = (row: unknown): number => (row === undefined ? 0 : 1);
