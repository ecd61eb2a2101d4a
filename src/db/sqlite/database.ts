import { dirname } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { newSemaphore } from '../../lib/concurrency/semaphore.ts';
import { memoize } from '../../lib/functions/memoize.ts';
import { objectMaker } from '../../lib/functions/object-makers.ts';
import type { Database, Reader } from '../database.ts';
import { newWriteWatch, requireSpaceIn } from '../disk.ts';
import { type AnyQuery, compile, type Prepared, prepare, type Query, query } from '../query.ts';
import { newChanges, type OpenTransaction } from './changes.ts';
import { connect } from './connection.ts';
import { type Errors, errorsOfOneDatabase } from './errors.ts';
import { newFolding, syncLog } from './log.ts';
import { openScanner, type Scanner } from './scanner.ts';

/** Time in ms during which successive reads share a snapshot. */
const snapshotTime = 2;

type Row = Record<string, unknown>;

/** Query prepared on one connection. Rows are read as arrays, which takes a third less time than reading objects. */
interface Ready {
  readonly prepared: Prepared;
  readonly statement: StatementSync;
  readonly toRow: (values: ArrayLike<unknown>) => Row;
}

const makeReady = (connection: DatabaseSync, prepared: Prepared): Ready => {
  const statement = connection.prepare(prepared.sql);
  statement.setReturnArrays(true);
  return { prepared, statement, toRow: objectMaker(statement.columns().map(({ name }) => name)) };
};

const inputs = ({ prepared }: Ready, values: unknown): SQLInputValue[] =>
  prepared.parametersFrom(values) as SQLInputValue[];

const allRows = (ready: Ready, values: unknown): readonly Row[] => {
  const rawRows = ready.statement.all(...inputs(ready, values)) as unknown as unknown[][];
  return rawRows.map(ready.toRow);
};

const firstRow = (ready: Ready, values: unknown): Row | undefined => {
  const rawRows = ready.statement.get(...inputs(ready, values)) as unknown as unknown[] | undefined;
  return rawRows && ready.toRow(rawRows);
};

/**
 * Runs queries on one connection. Each query is prepared when it is first used. `before` is called before each query.
 */
const readerOf = (connection: DatabaseSync, { translating }: Errors, before: () => void): Reader => {
  const preparedStatement = memoize((query: AnyQuery) => makeReady(connection, prepare(query, 'sqlite')));
  const pending = <Answer>(work: () => Answer): Answer =>
    translating(() => {
      before();
      return work();
    });
  return {
    engine: 'sqlite',
    rows: async <Arguments, Result>(query: Query<Arguments, Result>, values: Arguments) =>
      pending(() => allRows(preparedStatement(query), values)) as readonly Result[],
    first: async <Arguments, Result>(query: Query<Arguments, Result>, values: Arguments) =>
      pending(() => firstRow(preparedStatement(query), values)) as Result | undefined,
  };
};

/**
 * Lets reads in quick succession share a snapshot, because acquiring and releasing the file lock takes longer than
 * reading a row. After a call of `end`, the next read sees the latest commit of this process. Commits of other
 * processes become visible when the snapshot has expired.
 */
const snapshotsOn = (connection: DatabaseSync, { translating }: Errors) => {
  const [begin, commit] = [connection.prepare('begin'), connection.prepare('commit')];
  let isOpen = false;
  let openUntil = 0;
  const end = (): void => {
    try {
      // A disk error may have ended the transaction already.
      if (isOpen && connection.isTransaction) translating(() => commit.run());
    } catch {
      // The failed transaction contains only reads, so nothing is lost. The next read begins another transaction and
      // reports the error if it persists.
      if (connection.isTransaction) connection.exec('rollback');
    } finally {
      isOpen = false;
    }
  };
  const begun = (): void => {
    // On a busy event loop the timer runs late, so the time is also checked here.
    if (isOpen && performance.now() > openUntil) end();
    if (isOpen) return;
    begin.run();
    isOpen = true;
    openUntil = performance.now() + snapshotTime;
    setTimeout(end, snapshotTime);
  };
  return { begun, end };
};

/**
 * Maximum number of cached prepared statements for changes. The number of different statements is unlimited, because
 * the SQL of some changes depends on the number of their values.
 */
const maxStatements = 100;

/**
 * Caches the prepared statements of changes by their SQL. If every change prepared a new statement, the statement's
 * bound values would stay in memory until it is garbage-collected, and the garbage collector does not know their size.
 */
const statementsOn = (connection: DatabaseSync) => {
  const statements = new Map<string, StatementSync>();
  return (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const [oldest] = statements.keys();
    if (oldest !== undefined && statements.size >= maxStatements) statements.delete(oldest);
    const made = connection.prepare(sql);
    statements.set(sql, made);
    return made;
  };
};

const transactionOn = (connection: DatabaseSync, errors: Errors): OpenTransaction => {
  const statementFor = statementsOn(connection);
  return {
    ...readerOf(connection, errors, () => undefined),
    // Only one transaction uses the connection at a time, so separate queues per key are unnecessary.
    queueFor: () => undefined,
    run: async (statement) =>
      errors.translating(() => {
        const { sql, parameters } = compile(statement, 'sqlite');
        return Number(statementFor(sql).run(...(parameters as SQLInputValue[])).changes);
      }),
  };
};

/** Unlike `select 1`, this query reads from the database file. */
const schema = query()((db) => ({ compile: () => sql<object>`select name from sqlite_schema limit 1`.compile(db) }));

const scanOn = (scanner: Scanner, { translated }: Errors): Database['scan'] => {
  const preparedFor = memoize((query: AnyQuery) => prepare(query, 'sqlite'));
  return <Arguments, Result>(query: Query<Arguments, Result>, values: Arguments) => {
    const { sql, parametersFrom } = preparedFor(query);
    return scanner.rows<Result>(sql, parametersFrom(values)).catch((error: unknown): never => {
      throw translated(error);
    });
  };
};

/** Opens an SQLite database. Reads use a separate connection, so they never see uncommitted changes. */
export const openSqlite = (path: string): Database => {
  const writer = connect(path, false);
  // From now on, an attempt to get the write lock fails immediately instead of blocking the main thread. The statement
  // journal, from which SQLite undoes a partly executed statement, is kept in memory instead of in a file.
  writer.exec('pragma busy_timeout = 0; pragma temp_store = memory');
  const readConnection = connect(path, true);
  syncLog(path);
  const errors = errorsOfOneDatabase();
  const snapshots = snapshotsOn(readConnection, errors);
  const scanner = openScanner(path);
  const { run: oneAtATime } = newSemaphore({ count: 1 });
  const folding = newFolding(path, writer);
  const reader = readerOf(readConnection, errors, snapshots.begun);
  const onCommit = (): void => {
    folding.committed();
    snapshots.end();
  };
  const tx = transactionOn(writer, errors);
  const transaction = newChanges({ writer, tx, errors, oneAtATime, onCommit });
  // Writes to the file without changing data.
  const trial = () => transaction(async () => errors.translating(() => writer.exec('pragma user_version = 0')));
  const writes = newWriteWatch({ requireSpace: () => requireSpaceIn(dirname(path)), isRefusal: () => true, trial });
  return {
    ...reader,
    connections: () => undefined,
    damage: errors.damage,
    probe: async () => {
      await reader.first(schema, {});
      await writes.probe();
    },
    fold: async (when) => {
      if (when === 'due' && !folding.isDue()) return;
      await oneAtATime(async () => {
        snapshots.end();
        errors.translating(folding.fold);
      });
    },
    scan: scanOn(scanner, errors),
    transaction: (work) => writes.watch(transaction(work)),
    [Symbol.asyncDispose]: async () => {
      await scanner[Symbol.asyncDispose]();
      snapshots.end();
      readConnection.close();
      await oneAtATime(async () => writer.close());
    },
  };
};
