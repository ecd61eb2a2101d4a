// Applies migrations one after another. Each migration consists of parts. If a migration is interrupted, the next start
// of the program completes it.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../engine.ts';
import { DatabaseLocked, DatabaseTooNew, DatabaseTooOld } from './errors.ts';
import {
  type AppliedStep,
  appliedStep,
  migrations,
  type Position,
  readApplied,
  type SchemaState,
  schemaState,
  schemaVersion,
  unreleasedSentence,
} from './migrations/index.ts';
import {
  type Backfill,
  columnTypes,
  digestOf,
  type IndexOfEngine,
  isChange,
  type Migration,
  oldestProgramOf,
  type Part,
  partsOf,
  type SchemaChange,
  versionOf,
} from './migrations/migration.ts';

export interface MigrateOptions {
  /** Names of the missing migrations to apply. By default, all missing migrations are applied. */
  readonly only?: readonly string[] | undefined;
  /** Known migrations. Defaults to those of this program. */
  readonly steps?: readonly Migration[] | undefined;
  /** Receives a progress message after each part of a migration and after each portion of rows. */
  readonly progress?: (sentence: string) => void;
}

type Value = string | number;
type RunStatement = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Database connection over which migrations are applied. */
export interface MigrationSession {
  readonly engine: Engine;
  /** Returns the migrations that were applied to the database, or undefined if none was ever applied. */
  readonly applied: () => Promise<readonly AppliedStep[] | undefined>;
  /** Runs `work` while it is certain that no other program migrates the database. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs statements in one transaction. If it waits too long for a lock, it is rolled back and restarted. */
  readonly transaction: <T>(work: (run: RunStatement) => Promise<T>) => Promise<T>;
  /**
   * Creates an index without blocking the writes of other programs. An index whose creation was interrupted is created
   * again.
   */
  readonly makeIndex: (index: IndexOfEngine) => Promise<void>;
}

const [minPause, maxPause] = [200, 800];
/** Maximum total time in ms that a migration waits for locks. */
const maxWait = 5 * 60_000;

/**
 * Repeats `work` while it fails because other programs hold the locks that it needs. Between two attempts, statements
 * that were waiting for `work` can run.
 */
export const patiently = async <T>(isLocked: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> => {
  const until = performance.now() + maxWait;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() >= until) throw new DatabaseLocked(error);
    }
    await pause(randomInt(minPause, maxPause));
  }
};

/** Number of rows that a backfill reads in one transaction. */
const portion = 1_000;

const makeTable = (engine: Engine): string => {
  const { text } = columnTypes[engine];
  return `create table if not exists migrations (
    name ${text} primary key, digest ${text}, version integer, oldest integer, position ${text}
  )`;
};

/** Returns the message about migrations whose statements have changed since they were applied. */
export function changedStepsSentence(changed: readonly string[]): string {
  const differing = changed.map(
    (name) => `Migration ${name} of this program differs from the migration that was applied to the database.`,
  );
  return `${differing.join(' ')} Start the version of Tipstaff that created the database. In a source checkout, restore the migration and make the change in a new SchemaChange (docs/architecture.md).`;
}

const requireUsable = (state: SchemaState, own: number): void => {
  const { isUnreleased, isTooNew, unknown, version, oldest, changed } = state;
  if (changed.length > 0) throw new DatabaseTooOld(`The database cannot be used. ${changedStepsSentence(changed)}`);
  if (isUnreleased) {
    throw new DatabaseTooOld(unreleasedSentence);
  }
  if (!isTooNew) return;
  const versions = Number.isFinite(oldest)
    ? `the database has schema version ${version} and requires a program with schema version ${oldest} or later, but this program has schema version ${own}`
    : 'the database does not state which versions can use it';
  throw new DatabaseTooNew(
    `The database was created by a newer version of Tipstaff (${unknown.join(', ')}): ${versions}. Start that version.`,
  );
};

const readSteps = async (run: RunStatement): Promise<readonly AppliedStep[]> =>
  (await run(readApplied)).map(appliedStep);

const literal = (value: Value): string => (typeof value === 'number' ? `${value}` : `'${value.replaceAll("'", "''")}'`);

const stored = (position: Position | undefined): string =>
  position === undefined ? 'null' : literal(JSON.stringify(position));

/** Records the progress of a migration. */
const record = (run: RunStatement, engine: Engine, step: Migration, position: Position | undefined) =>
  run(`insert into migrations (name, digest, version, oldest, position)
    values ('${step.name}', '${digestOf(step, engine)}', ${versionOf(step)}, ${oldestProgramOf(step)}, ${stored(position)})
    on conflict (name) do update set position = excluded.position`);

/** Executes a backfill for its next rows. Returns the key of the last of them, or undefined if no rows were left. */
const fillPortion = async (
  run: RunStatement,
  { table, key, ...change }: Backfill,
  after: Value | undefined,
): Promise<Value | undefined> => {
  const beyond = after === undefined ? 'true' : `${key} > ${literal(after)}`;
  const rows = `select ${key} from ${table} where ${beyond} order by ${key} limit ${portion}`;
  const [end] = await run(`select max(${key}) as last from (${rows}) as portion`);
  if (end?.last == null) return undefined;
  const last = typeof end.last === 'number' ? end.last : String(end.last);
  const read = `${beyond} and ${key} <= ${literal(last)}`;
  await run(
    'insert' in change
      ? `insert ${change.insert.replace(':portion', () => read)}`
      : `update ${table} set ${change.set} where ${read} and (${change.where})`,
  );
  return last;
};

interface StepUnderWay {
  readonly step: SchemaChange;
  readonly engine: Engine;
  readonly parts: readonly Part[];
  readonly progress: (sentence: string) => void;
}

/** Returns the position at which a migration continues, or null if it is complete. */
const readPosition = async (run: RunStatement, { name }: Migration): Promise<Position | null> => {
  const applied = (await readSteps(run)).find((each) => each.name === name);
  if (applied === undefined) return { parts: 0 };
  return applied.position ?? null;
};

const recordNext = (run: RunStatement, { step, engine, parts }: StepUnderWay, done: number) =>
  record(run, engine, step, done < parts.length ? { parts: done } : undefined);

/**
 * Executes statements or one portion of a backfill. The same transaction has read the migration's position, so that
 * only one program executes this part.
 */
const doPart = async (
  run: RunStatement,
  underWay: StepUnderWay,
  part: Exclude<Part, { readonly index: IndexOfEngine }>,
  position: Position,
): Promise<void> => {
  const { step, engine, progress } = underWay;
  if ('statements' in part) {
    for (const statement of part.statements) await run(statement);
    return void (await recordNext(run, underWay, position.parts + 1));
  }
  const last = await fillPortion(run, part, position.after);
  if (last === undefined) return void (await recordNext(run, underWay, position.parts + 1));
  await record(run, engine, step, { ...position, after: last });
  progress(`${step.name}: the rows of ${part.table} up to ${last} have been processed.`);
};

/** Executes the next part of a migration. Returns whether parts are left. */
const advance = async (session: MigrationSession, underWay: StepUnderWay): Promise<boolean> => {
  const { step, parts, progress } = underWay;
  const left = await session.transaction(async (run) => {
    const position = await readPosition(run, step);
    const part = position && parts[position.parts];
    if (position === null || part == null) return false;
    if ('index' in part) return { index: part.index, position };
    await doPart(run, underWay, part, position);
    return true;
  });
  if (typeof left === 'boolean') return left;
  const { index, position } = left;
  progress(`${step.name}: the index ${index.name} is being created.`);
  await session.makeIndex(index);
  await session.transaction((run) => recordNext(run, underWay, position.parts + 1));
  return true;
};

/**
 * Completes a migration. After each transaction it pauses for as long as the transaction took, so that other programs
 * can use the database.
 */
const finish = async (
  session: MigrationSession,
  step: SchemaChange,
  progress: (sentence: string) => void,
): Promise<void> => {
  const { engine } = session;
  const underWay = { step, engine, parts: partsOf(step, engine), progress };
  for (let begun = performance.now(); await advance(session, underWay); begun = performance.now())
    await pause(performance.now() - begun);
};

/** Applies the missing migrations. Returns their names. */
const apply = async (
  session: MigrationSession,
  { only, steps = migrations, progress = () => undefined }: MigrateOptions,
): Promise<readonly string[]> => {
  const { engine } = session;
  const wanted = await session.transaction(async (run) => {
    await run(makeTable(engine));
    const state = schemaState(await readSteps(run), engine, steps);
    requireUsable(state, schemaVersion(steps));
    const names = state.pending.filter((name) => only === undefined || only.includes(name));
    const missing = steps.filter(({ name }) => names.includes(name));
    // The schema of the first release is created in one transaction.
    for (const step of missing.filter((each) => !isChange(each))) {
      for (const statement of step.statements(columnTypes[engine])) await run(statement);
      await record(run, engine, step, undefined);
    }
    return missing;
  });
  // In a new database, all migrations finish quickly, so no progress is reported.
  const isNew = !wanted.every(isChange);
  for (const step of wanted.filter(isChange)) await finish(session, step, isNew ? () => undefined : progress);
  return wanted.map(({ name }) => name);
};

/**
 * Migrates a schema. Returns the names of the migrations that were missing. Throws if this program cannot use the
 * database.
 */
export const bringUpToDate = async (session: MigrationSession, options: MigrateOptions): Promise<readonly string[]> => {
  const { only, steps = migrations } = options;
  const applied = await session.applied();
  if (applied !== undefined) {
    const state = schemaState(applied, session.engine, steps);
    requireUsable(state, schemaVersion(steps));
    if (state.pending.every((name) => only?.includes(name) === false)) return [];
  }
  return session.exclusively(() => apply(session, options));
};
