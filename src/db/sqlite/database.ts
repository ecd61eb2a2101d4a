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

/** Time in ms that reads share a snapshot. */
const snapshotTime = 2;

type Row = Record<string, unknown>;

/** A query made ready on one connection. Rows come as arrays, which costs a third less than objects. */
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

/** One connection's queries, each made ready the first time it is wanted. `before` runs ahead of each. */
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
 * Lets reads that follow each other closely share a snapshot: taking and giving back the file's lock costs
 * more than a point read does. `end` lets the next read see what this process has just committed; what
 * another process commits is seen when the snapshot has lasted its time.
 */
const snapshotsOn = (connection: DatabaseSync, { translating }: Errors) => {
  const [begin, commit] = [connection.prepare('begin'), connection.prepare('commit')];
  let isOpen = false;
  let openUntil = 0;
  const end = (): void => {
    try {
      // An error of the disk may have ended it already.
      if (isOpen && connection.isTransaction) translating(() => commit.run());
    } catch {
      // Nothing is lost: it only read. The next read begins another, and says what is wrong.
      if (connection.isTransaction) connection.exec('rollback');
    } finally {
      isOpen = false;
    }
  };
  const begun = (): void => {
    // A busy event loop runs the timer late.
    if (isOpen && performance.now() > openUntil) end();
    if (isOpen) return;
    begin.run();
    isOpen = true;
    openUntil = performance.now() + snapshotTime;
    setTimeout(end, snapshotTime);
  };
  return { begun, end };
};

/** Maximum number of prepared statements of changes that are kept; the SQL of some depends on how much they change. */
const maxStatements = 100;

/**
 * Keeps statements for the next change of the same SQL. One prepared each time would keep the bytes bound
 * to it until it is collected, and the collector does not know how many those are.
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
    // One transaction at a time has the connection, whatever it is about.
    queueFor: () => undefined,
    run: async (statement) =>
      errors.translating(() => {
        const { sql, parameters } = compile(statement, 'sqlite');
        return Number(statementFor(sql).run(...(parameters as SQLInputValue[])).changes);
      }),
  };
};

/** Reads the file: a `select 1` would not. */
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

/** Opens the embedded database. Reads have a connection of their own and never see a half-done change. */
export const openSqlite = (path: string): Database => {
  const writer = connect(path, false);
  // From here on the write lock is waited for without blocking the thread that serves requests. What takes a statement back,
  // should it fail halfway, is kept in memory: it would be a file for many a change.
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
  // It changes nothing, and is written all the same.
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
