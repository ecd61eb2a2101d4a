import type { Database, Reader } from './database.ts';
import { bound, compile, type Query, type Statement } from './query.ts';

/** Called with the SQL of a statement and the time in ms until its answer, its wait for a connection included; 0 where it goes with the commit. */
type ReportStatement = (sql: string, milliseconds: number) => void;

/** A database that reports each statement once it is over, and never its values: some are secrets. */
export function withStatementLog(database: Database, report: ReportStatement): Database {
  const { engine } = database;

  async function timed<T>(statement: Statement, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      report(compile(statement, engine).sql, performance.now() - begun);
    }
  }

  const readerOf = (source: Reader): Reader => ({
    engine,
    rows: (query, values) => timed(bound(query, values), () => source.rows(query, values)),
    first: (query, values) => timed(bound(query, values), () => source.first(query, values)),
  });

  return {
    ...database,
    ...readerOf(database),
    scan: <Arguments, Row>(query: Query<Arguments, Row>, values: Arguments) =>
      timed(bound(query, values), () => database.scan(query, values)),
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          ...tx,
          ...readerOf(tx),
          run: (statement) => timed(statement, () => tx.run(statement)),
          runAtCommit: (statement) => {
            report(compile(statement, engine).sql, 0);
            tx.runAtCommit(statement);
          },
        }),
      ),
  };
}
