// Brings the schema up to date, step by step and part by part: what was begun is finished by the next start.
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
  /** Of what is missing only these steps. */
  readonly only?: readonly string[] | undefined;
  /** The steps that the program knows; its own by default. */
  readonly steps?: readonly Migration[] | undefined;
  /** Called with a sentence at each part and portion. */
  readonly progress?: (sentence: string) => void;
}

type Value = string | number;
type RunStatement = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** A connection that brings a schema up to date. */
export interface MigrationSession {
  readonly engine: Engine;
  /** Steps that have been applied to the database; undefined where none ever was. */
  readonly applied: () => Promise<readonly AppliedStep[] | undefined>;
  /** Of several programs one brings the schema up to date at a time. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs statements that all happen or none; one that waits too long for a lock gives way, and begins again. */
  readonly transaction: <T>(work: (run: RunStatement) => Promise<T>) => Promise<T>;
  /** Makes an index while others write; one of which a part is there is made again. */
  readonly makeIndex: (index: IndexOfEngine) => Promise<void>;
}

const [minPause, maxPause] = [200, 800];
/** Maximum time in ms that a step waits for locks altogether. */
const maxWait = 5 * 60_000;

/** Does something again while others have locked what it needs, so that in between what waits behind it goes on. */
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

/** Number of rows that one transaction of a backfill looks at. */
const portion = 1_000;

const makeTable = (engine: Engine): string => {
  const { text } = columnTypes[engine];
  return `create table if not exists migrations (
    name ${text} primary key, digest ${text}, version integer, oldest integer, position ${text}
  )`;
};

/** The sentences about migrations that have changed since they were applied. */
export function changedStepsSentence(changed: readonly string[]): string {
  const differing = changed.map((name) => `Migration ${name} of this program differs from the one that was applied.`);
  return `${differing.join(' ')} Start the Tipstaff that made the database. In a checkout, restore the migration, and put its change into a new SchemaChange (docs/architecture.md).`;
}

const requireUsable = (state: SchemaState, own: number): void => {
  const { isUnreleased, isTooNew, unknown, version, oldest, changed } = state;
  if (changed.length > 0) throw new DatabaseTooOld(`The database cannot be used. ${changedStepsSentence(changed)}`);
  if (isUnreleased) {
    throw new DatabaseTooOld(unreleasedSentence);
  }
  if (!isTooNew) return;
  const versions = Number.isFinite(oldest)
    ? `its schema has version ${version} and needs a program of ${oldest} or later, and this one has ${own}`
    : 'it does not say which programs may use it';
  throw new DatabaseTooNew(
    `The database was made by a newer Tipstaff (${unknown.join(', ')}): ${versions}. Start that version.`,
  );
};

const readSteps = async (run: RunStatement): Promise<readonly AppliedStep[]> =>
  (await run(readApplied)).map(appliedStep);

const literal = (value: Value): string => (typeof value === 'number' ? `${value}` : `'${value.replaceAll("'", "''")}'`);

const stored = (position: Position | undefined): string =>
  position === undefined ? 'null' : literal(JSON.stringify(position));

/** Records that a step has come so far. */
const record = (run: RunStatement, engine: Engine, step: Migration, position: Position | undefined) =>
  run(`insert into migrations (name, digest, version, oldest, position)
    values ('${step.name}', '${digestOf(step, engine)}', ${versionOf(step)}, ${oldestProgramOf(step)}, ${stored(position)})
    on conflict (name) do update set position = excluded.position`);

/** Changes the next rows of a backfill; answers the last key among them, undefined where there was none. */
const fillPortion = async (
  run: RunStatement,
  { table, key, set, where }: Backfill,
  after: Value | undefined,
): Promise<Value | undefined> => {
  const beyond = after === undefined ? 'true' : `${key} > ${literal(after)}`;
  const rows = `select ${key} from ${table} where ${beyond} order by ${key} limit ${portion}`;
  const [end] = await run(`select max(${key}) as last from (${rows}) as portion`);
  if (end?.last == null) return undefined;
  const last = typeof end.last === 'number' ? end.last : String(end.last);
  await run(`update ${table} set ${set} where ${beyond} and ${key} <= ${literal(last)} and (${where})`);
  return last;
};

/** A step that is being done. */
interface StepUnderWay {
  readonly step: SchemaChange;
  readonly engine: Engine;
  readonly parts: readonly Part[];
  readonly progress: (sentence: string) => void;
}

/** Position at which a step goes on: null where nothing is left of it. */
const readPosition = async (run: RunStatement, { name }: Migration): Promise<Position | null> => {
  const applied = (await readSteps(run)).find((each) => each.name === name);
  if (applied === undefined) return { parts: 0 };
  return applied.position ?? null;
};

const recordNext = (run: RunStatement, { step, engine, parts }: StepUnderWay, done: number) =>
  record(run, engine, step, done < parts.length ? { parts: done } : undefined);

/** Does statements, or a portion of a backfill, in the transaction that read where the step is: only one program does it. */
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
  progress(`${step.name}: the rows of ${part.table} up to ${last} are changed.`);
};

/** Does the next of what a step has to do; answers whether anything is left of it. */
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
  progress(`${step.name}: the index ${index.name} is being made.`);
  await session.makeIndex(index);
  await session.transaction((run) => recordNext(run, underWay, position.parts + 1));
  return true;
};

/** Does a step to its end, and leaves the database to others half of the time. */
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

/** Applies what is missing; answers the names of the steps that it took. */
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
    // The schema of the first release is there whole or not at all.
    for (const step of missing.filter((each) => !isChange(each))) {
      for (const statement of step.statements(columnTypes[engine])) await run(statement);
      await record(run, engine, step, undefined);
    }
    return missing;
  });
  // A new database is empty: nothing in it takes time, and its first start has nothing to say.
  const isNew = !wanted.every(isChange);
  for (const step of wanted.filter(isChange)) await finish(session, step, isNew ? () => undefined : progress);
  return wanted.map(({ name }) => name);
};

/** Brings a schema up to date; answers the names of the steps that were missing. Throws where the program cannot use it. */
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
