// Inspects a database without a running service. The inspection changes nothing and does not create the database.
import { existsSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Reader } from './database.ts';
import { type Cluster, readCluster } from './distribution/cluster.ts';
import { planOf } from './distribution/plan.ts';
import type { Engine } from './engine.ts';
import { type Fact, type FactValues, factValues } from './fact.ts';
import type { DatabaseLocation } from './open.ts';
import { sqlitePath } from './open.ts';
import { bound, compile, type Query } from './query.ts';
import {
  type AppliedStep,
  appliedStep,
  readApplied,
  type SchemaState,
  schemaState,
} from './schema/migrations/index.ts';

const connectionTimeout = 5_000;

/**
 * State of the PostgreSQL extension `pg_trgm`. `there`: installed. `hidden`: installed in a schema that the database
 * role may not use. `to-be-made`: the migrations will create it. `missing`: not available on the server. `forbidden`:
 * available, but the role may not create it.
 */
export type Searching = 'there' | 'hidden' | 'to-be-made' | 'missing' | 'forbidden';

export interface Damage {
  /** First problem that the integrity check reported. */
  readonly detail: string;
  /** Names of the tables that cannot be read completely. Damaged indexes also count. */
  readonly tables: readonly string[];
}

/** Result of the inspection of a reachable database. */
export interface Inspection extends SchemaState {
  /** Damage to an SQLite database. Absent if the database is intact. */
  readonly damage?: Damage;
  /** State of the extension `pg_trgm`, which PostgreSQL needs for searches. */
  readonly searching?: Searching;
  /** Whether the database role may create tables in PostgreSQL. */
  readonly mayMakeTables?: boolean;
  /** Citus cluster that the server belongs to, and the number of distribution steps that have not been executed yet. */
  readonly cluster?: Pick<Cluster, 'version' | 'isCoordinator' | 'nodes'> & { readonly missingSteps: number };
  readonly facts: FactValues;
}

type RunQuery = (sql: string, parameters?: readonly unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const serverFacts = {
  searching: `select case
    when exists (select from pg_extension where extname = 'pg_trgm' and has_schema_privilege(extnamespace, 'usage')) then 'there'
    when exists (select from pg_extension where extname = 'pg_trgm') then 'hidden'
    when not exists (select from pg_available_extensions where name = 'pg_trgm') then 'missing'
    when has_database_privilege(current_database(), 'create') then 'to-be-made'
    else 'forbidden' end as value`,
  // Without a current schema, `has_schema_privilege` returns null, which `coalesce` converts to false.
  mayMakeTables: `select coalesce(has_schema_privilege(current_schema(), 'create'), false) as value`,
};

const valuesOf = async (runQuery: RunQuery, sql: string): Promise<readonly string[]> =>
  (await runQuery(sql)).map(({ value }) => String(value));

/** Receives progress messages while an inspection takes long. */
export type ReportProgress = (sentence: string) => void;

const appliedSteps = async (runQuery: RunQuery, tables: readonly string[]): Promise<readonly AppliedStep[]> =>
  tables.includes('migrations') ? (await runQuery(readApplied)).map(appliedStep) : [];

const schemaOf = async (runQuery: RunQuery, tables: readonly string[], engine: Engine): Promise<SchemaState> =>
  schemaState(await appliedSteps(runQuery, tables), engine);

const readerOf = (runQuery: RunQuery, engine: Engine): Reader => {
  const rows: Reader['rows'] = async <Arguments, Row>(query: Query<Arguments, Row>, values: Arguments) => {
    const { sql, parameters } = compile(bound(query, values), engine);
    return (await runQuery(sql, parameters)) as readonly Row[];
  };
  return { engine, rows, first: async (query, values) => (await rows(query, values))[0] };
};

/** Database connection that can only read facts. */
interface Opened {
  readonly runQuery: RunQuery;
  readonly tables: readonly string[];
  readonly engine: Engine;
}

const factsOf = async (
  { runQuery, tables, engine }: Opened,
  facts: readonly Fact<unknown>[],
  {
    progress = () => undefined,
    isSound = true,
  }: { readonly progress?: ReportProgress; readonly isSound?: boolean } = {},
): Promise<FactValues> => {
  const reader = readerOf(runQuery, engine);
  const values = new Map<object, unknown>();
  for (const fact of new Set(facts)) {
    const { table, progress: sentence, read } = fact;
    if (sentence !== undefined) progress(sentence);
    if (table !== undefined && !tables.includes(table)) continue;
    try {
      values.set(fact, await read(reader));
    } catch (error) {
      // If the schema is not current or the database is damaged, columns may be missing. Facts that cannot be read are
      // then omitted.
      if (isSound) throw error;
    }
  }
  return factValues(values);
};

/**
 * Returns the URL of the database file. If no write-ahead log exists, the file is opened as immutable, because SQLite
 * would otherwise create its shared files next to it. If the log exists, a process may be writing, and the shared files
 * exist already.
 */
const addressOf = (path: string): URL => {
  const address = pathToFileURL(path);
  if (!existsSync(`${path}-wal`)) address.searchParams.set('immutable', '1');
  return address;
};

/** Returns the first problem that the integrity check of a table finds. */
const firstFault = async (runQuery: RunQuery, table: string): Promise<string | undefined> => {
  try {
    const lines = (await runQuery(`pragma quick_check('${table}')`)).map(({ quick_check }) => String(quick_check));
    return lines.find((line) => line !== 'ok');
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'errcode') === corruptCode) return error.message;
    throw error;
  }
};

const corruptCode = 11;

/**
 * Finds damaged tables. Tables are checked one after another, so that progress can be reported for a large database.
 */
const damageOf = async (
  runQuery: RunQuery,
  tables: readonly string[],
  progress: ReportProgress,
): Promise<Damage | undefined> => {
  const damaged: { readonly table: string; readonly detail: string }[] = [];
  for (const [index, table] of tables.entries()) {
    progress(`Checking table ${index + 1} of ${tables.length}: ${table}.`);
    const detail = await firstFault(runQuery, table);
    if (detail !== undefined) damaged.push({ table, detail });
  }
  const [first] = damaged;
  return first && { detail: first.detail, tables: damaged.map(({ table }) => table) };
};

const withSqlite = async <T>(path: string, work: (opened: Opened) => Promise<T>): Promise<T> => {
  const { DatabaseSync } = await import('node:sqlite');
  const connection = new DatabaseSync(addressOf(path), { readOnly: true, timeout: connectionTimeout });
  try {
    const runQuery: RunQuery = async (sql, parameters = []) =>
      connection.prepare(sql).all(...(parameters as SQLInputValue[]));
    const tables = await valuesOf(runQuery, "select name as value from sqlite_master where type = 'table'");
    return await work({ runQuery, tables, engine: 'sqlite' });
  } finally {
    connection.close();
  }
};

const readTables = 'select tablename as value from pg_tables where schemaname = current_schema()';

/** Largest timeout in ms that PostgreSQL accepts: 24 days, longer than any read takes. */
const noTimeout = 2_147_483_647;

/**
 * Connects to PostgreSQL with the same settings as the service, so that PgBouncer refuses the connection for the same
 * reasons. Several queries can be in progress on the connection at the same time.
 */
const withPostgres = async <T>(
  { databaseUrl = '', databasePooler }: DatabaseLocation,
  work: (opened: Opened) => Promise<T>,
): Promise<T> => {
  const { connectClient } = await import('./postgres/client.ts');
  const { startupTimeouts } = await import('./postgres/pools.ts');
  const timeouts = startupTimeouts(databasePooler === 'pgbouncer', { lock: noTimeout, statement: noTimeout });
  const client = await connectClient(databaseUrl, { ...timeouts, pipeline: true });
  try {
    const runQuery: RunQuery = async (sql, parameters = []) =>
      (await client.query<Record<string, unknown>>(sql, [...parameters])).rows;
    const tables = await valuesOf(runQuery, readTables);
    return await work({ runQuery, tables, engine: 'postgres' });
  } finally {
    await client.end();
  }
};

const isUpToDate = ({ pending, isUnreleased, isTooNew, changed }: SchemaState): boolean =>
  pending.length === 0 && !isUnreleased && !isTooNew && changed.length === 0;

const inspectSqlite = async (
  opened: Opened,
  facts: readonly Fact<unknown>[],
  progress: ReportProgress,
): Promise<Inspection> => {
  const { runQuery, tables, engine } = opened;
  const damage = await damageOf(runQuery, tables, progress);
  const schema = await schemaOf(runQuery, tables, engine);
  const isSound = isUpToDate(schema);
  return { ...schema, facts: await factsOf(opened, facts, { progress, isSound }), ...(damage && { damage }) };
};

const inspectPostgres = async (
  opened: Opened,
  facts: readonly Fact<unknown>[],
  progress: ReportProgress,
): Promise<Inspection> => {
  const { runQuery, tables, engine } = opened;
  const [searching] = (await runQuery(serverFacts.searching)) as readonly { readonly value: Searching }[];
  const [mayMakeTables] = await valuesOf(runQuery, serverFacts.mayMakeTables);
  const schema = await schemaOf(runQuery, tables, engine);
  const values = await factsOf(opened, facts, { progress, isSound: isUpToDate(schema) });
  const cluster = await readCluster(runQuery);
  return {
    ...schema,
    facts: values,
    mayMakeTables: mayMakeTables === 'true',
    ...(searching && { searching: searching.value }),
    ...(cluster && { cluster: { ...cluster, missingSteps: planOf(cluster).steps.length } }),
  };
};

/** Runs `work` with a connection to the database. Returns undefined if the SQLite database does not exist yet. */
const withDatabase = async <T>(
  location: DatabaseLocation,
  work: (opened: Opened) => Promise<T>,
): Promise<T | undefined> => {
  if (location.databaseUrl !== undefined) return withPostgres(location, work);
  const path = sqlitePath(location.dataDir);
  return existsSync(path) ? withSqlite(path, work) : undefined;
};

/**
 * Inspects the database. Returns undefined if the SQLite database does not exist yet. Throws the errors of the driver.
 */
export const inspectDatabase = (
  location: DatabaseLocation,
  facts: readonly Fact<unknown>[],
  progress: ReportProgress = () => undefined,
): Promise<Inspection | undefined> =>
  withDatabase(location, (opened) =>
    (opened.engine === 'sqlite' ? inspectSqlite : inspectPostgres)(opened, facts, progress),
  );

/** Reads one fact. Returns undefined if it cannot be read or if the SQLite database does not exist yet. */
export const readFact = async <Value>(location: DatabaseLocation, fact: Fact<Value>): Promise<Value | undefined> =>
  (await withDatabase(location, (opened) => factsOf(opened, [fact])))?.of(fact);
