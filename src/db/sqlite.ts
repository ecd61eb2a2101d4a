import { dirname } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { ConstraintViolation } from '../lib/constraint-violation.ts';
import { limiter } from '../lib/limiter.ts';
import { memoize } from '../lib/memoize.ts';
import { objectMaker } from '../lib/object-makers.ts';
import { Damaged, ReadOnly, Unavailable } from '../lib/unavailable.ts';
import { type Database, type Reader, type Transaction, TransactionOver } from './database.ts';
import { diskFull, newWriteWatch } from './disk.ts';
import { type AnyQuery, compile, type Prepared, prepare, type Query, query, type Statement } from './query.ts';
import { busyTimeout, connect } from './sqlite-connection.ts';
import { newFolding, syncLog } from './sqlite-log.ts';
import { openScanner, type Scanner } from './sqlite-scanner.ts';

/** SQLite's primary result codes for what may pass: busy, locked, input/output, cannot open. */
const transientCodes = new Set([5, 6, 10, 14]);
const [readOnlyCode, fullCode] = [8, 13];
/** Its extended codes for a disk that fails to write: write, sync, sync of the folder, truncate. */
const writingCodes = new Set([778, 1034, 1290, 1546]);
/** Its codes for a file that contradicts itself: corrupt, not a database. */
const damageCodes = new Set([11, 26]);
const constraintCode = 19;
const busyCode = 5;

/** How often the write lock is tried while another process has it, in milliseconds. */
const retryDelay = 5;

/** How long reads share a snapshot, in milliseconds. */
const snapshotTime = 2;

// SQLite names a broken unique rule by its columns only; PostgreSQL's default name is built from the same.
const constraintName = (message: string): string => {
  const columns = /constraint failed: (.+)$/.exec(message)?.[1]?.split(', ') ?? [];
  const table = columns[0]?.split('.')[0] ?? 'unknown';
  return [table, ...columns.map((column) => column.split('.')[1]), 'key'].join('_');
};

/** Why the disk took no change, if an extended code says that. */
const refusalOf = (code: number): string | undefined => {
  if ((code & 0xff) === fullCode) return diskFull;
  return (code & 0xff) === readOnlyCode || writingCodes.has(code) ? 'the disk takes no changes' : undefined;
};

/** What SQLite throws, in the service's own errors. */
interface Errors {
  readonly translated: (error: unknown) => unknown;
  readonly translating: <T>(work: () => T) => T;
  /** What the first error of a damaged file said. */
  readonly damage: () => string | undefined;
}

const errorsOfOneDatabase = (): Errors => {
  let damage: string | undefined;
  const translated = (error: unknown): unknown => {
    if (!(error instanceof Error) || !('errcode' in error)) return error;
    const code = Number(error.errcode) & 0xff;
    const refusal = refusalOf(Number(error.errcode));
    if (refusal !== undefined) return new ReadOnly(refusal, { cause: error });
    if (code === constraintCode) return new ConstraintViolation(constraintName(error.message), error);
    if (transientCodes.has(code)) return new Unavailable(error.message, { cause: error });
    if (!damageCodes.has(code)) return error;
    damage ??= error.message;
    return new Damaged(error.message, { cause: error });
  };
  const translating = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw translated(error);
    }
  };
  return { translated, translating, damage: () => damage };
};

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
    if (isOpen) return;
    begin.run();
    isOpen = true;
    setTimeout(end, snapshotTime);
  };
  return { begun, end };
};

/** How many changes' statements are kept; the SQL of some depends on how much they change. */
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

type OpenTransaction = Omit<Transaction, 'afterCommit' | 'runAtCommit'>;

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

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busyCode;

/** Begins a change as soon as no other process is in the middle of one. */
const begin = async (writer: DatabaseSync, { translated }: Errors): Promise<void> => {
  const until = performance.now() + busyTimeout;
  for (;;) {
    try {
      writer.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw translated(error);
    }
    await wait(retryDelay);
  }
};

interface Writing {
  readonly writer: DatabaseSync;
  readonly errors: Errors;
  readonly committed: () => void;
}

/** Runs one transaction, which has the connection to itself. */
const runOn = async <T>(
  { writer, errors, committed }: Writing,
  tx: OpenTransaction,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  await begin(writer, errors);
  const effects: (() => void)[] = [];
  const last: Statement[] = [];
  let isOver = false;
  const during = <T>(statement: () => T): T => {
    if (isOver) throw new TransactionOver();
    return statement();
  };
  try {
    const result = await work({
      ...tx,
      rows: (query, values) => during(() => tx.rows(query, values)),
      first: (query, values) => during(() => tx.first(query, values)),
      run: (statement) => during(() => tx.run(statement)),
      runAtCommit: (statement) => void last.push(statement),
      afterCommit: (effect) => void effects.push(effect),
    });
    for (const statement of last) await tx.run(statement);
    errors.translating(() => writer.exec('commit'));
    committed();
    for (const effect of effects) effect();
    return result;
  } catch (error) {
    if (writer.isTransaction) writer.exec('rollback');
    throw error;
  } finally {
    isOver = true;
  }
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
  // From here on the write lock is waited for without blocking the thread that serves requests.
  writer.exec('pragma busy_timeout = 0');
  const readConnection = connect(path, true);
  syncLog(path);
  const errors = errorsOfOneDatabase();
  const snapshots = snapshotsOn(readConnection, errors);
  const scanner = openScanner(path);
  const tx = transactionOn(writer, errors);
  const oneAtATime = limiter(1);
  const folding = newFolding(path, writer);
  const reader = readerOf(readConnection, errors, snapshots.begun);
  const committed = (): void => {
    folding.committed();
    snapshots.end();
  };
  const transaction: Database['transaction'] = (work) =>
    oneAtATime(() => runOn({ writer, errors, committed }, tx, work));
  // It changes nothing, and is written all the same.
  const trial = () => transaction(async () => errors.translating(() => writer.exec('pragma user_version = 0')));
  const writes = newWriteWatch({ folder: dirname(path), trial });
  return {
    ...reader,
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
