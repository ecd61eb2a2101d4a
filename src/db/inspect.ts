// Looks at a database from outside, and changes nothing: not even whether it is there.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Engine } from './database.ts';
import { type Cluster, readCluster } from './distribution/cluster.ts';
import { planOf } from './distribution/plan.ts';
import { failingMail, futureLeases, oldestMail, oldestUnsealed, rightCounts } from './health-queries.ts';
import type { DatabaseLocation } from './open.ts';
import { sqlitePath } from './open.ts';
import { appliedStep, readApplied, type SchemaState, schemaState } from './schema/migrations/index.ts';

const connectionTimeout = 5_000;

/**
 * The extension `pg_trgm` is there, in a schema that the role may not use, can be made by the migrations, is not on the server,
 * or is not for this role to make.
 */
export type Searching = 'there' | 'hidden' | 'to-be-made' | 'missing' | 'forbidden';

export interface Damage {
  /** First message of the integrity check. */
  readonly detail: string;
  /** The tables that cannot be read whole, with their indexes. */
  readonly tables: readonly string[];
}

/** Progress of the removal of deleted records. */
export interface Removal {
  readonly records: number;
  readonly removedRows: number;
}

/** Result of an inspection of a database that answers. */
export interface Inspection extends SchemaState {
  /** Of PostgreSQL, such as 15.4. */
  readonly serverVersion?: string;
  /** Damage to the embedded database. */
  readonly damage?: Damage;
  /** The key that the database's secrets are sealed with. */
  readonly keyId: string | undefined;
  /** When a forwarded address arrived while no proxy was trusted. */
  readonly proxySeenAt: string | undefined;
  /** The settings of each group that was changed, as they are stored. */
  readonly settings: readonly { readonly group_id: string; readonly revision: number; readonly document: string }[];
  /** True if the counters of accounts differ from the numbers of accounts. */
  readonly isMiscounted: boolean;
  /** Reason why the clock is not relied upon, as JSON. */
  readonly clockDoubt: string | undefined;
  /** The jobs whose lease ends later than any true one. */
  readonly futureLeases: readonly string[];
  /** When the oldest audit record was written that is not sealed, and when the mail was due that waits longest. */
  readonly oldestUnsealed: string | undefined;
  readonly oldestMail: string | undefined;
  /** Greatest number of attempts of a mail, if it is many. */
  readonly mailAttempts: string | undefined;
  /** The deleted records whose rows are being removed. */
  readonly removal: Removal;
  /** Start of the chain of audit records, as it is stored; undefined while none went into an archive. */
  readonly auditStart: string | undefined;
  /** State of the extension that searches need on PostgreSQL. */
  readonly searching?: Searching;
  /** True if the role may make tables on PostgreSQL. */
  readonly mayMakeTables?: boolean;
  /** The Citus cluster that the server is part of, and how many steps of its distribution are missing. */
  readonly cluster?: Pick<Cluster, 'version' | 'isCoordinator' | 'nodes'> & { readonly missingSteps: number };
  /** Time in ms by which the database's clock is ahead of this machine's. */
  readonly clockAhead: number;
}

type RunQuery = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const facts = {
  key: "select value from instance where name = 'encryption-key-id'",
  proxy: "select value from instance where name = 'untrusted-proxy'",
  auditStart: "select value from instance where name = 'audit-start'",
  headKept: "select value from instance where name = 'head-kept'",
  lastChange: 'select at as value from audit_records order by id desc limit 1',
  clockDoubt: "select value from instance where name = 'clock-doubt'",
  removal: `select count(*) as records, cast(coalesce(sum(removed_rows), 0) as bigint) as rows
    from tenants where removed_at is not null`,
  searching: `select case
    when exists (select from pg_extension where extname = 'pg_trgm' and has_schema_privilege(extnamespace, 'usage')) then 'there'
    when exists (select from pg_extension where extname = 'pg_trgm') then 'hidden'
    when not exists (select from pg_available_extensions where name = 'pg_trgm') then 'missing'
    when has_database_privilege(current_database(), 'create') then 'to-be-made'
    else 'forbidden' end as value`,
  // Null where there is no schema.
  mayMakeTables: `select coalesce(has_schema_privilege(current_schema(), 'create'), false) as value`,
};

const valuesOf = async (runQuery: RunQuery, sql: string): Promise<readonly string[]> =>
  (await runQuery(sql)).map(({ value }) => String(value));

/** Receiver of sentences about the progress of an inspection that takes long. */
export type Progress = (sentence: string) => void;

const schemaOf = async (runQuery: RunQuery, tables: readonly string[], engine: Engine, progress: Progress) => {
  const applied = tables.includes('migrations') ? (await runQuery(readApplied)).map(appliedStep) : [];
  /** Values that a statement gives; none where its table has not been made. */
  const valuesIn = async (table: string, sql: string): Promise<readonly string[]> =>
    tables.includes(table) ? valuesOf(runQuery, sql) : [];
  const [keyId] = await valuesIn('instance', facts.key);
  const [proxySeenAt] = await valuesIn('instance', facts.proxy);
  const [clockDoubt] = await valuesIn('instance', facts.clockDoubt);
  const [auditStart] = await valuesIn('instance', facts.auditStart);
  const [unsealed] = await valuesIn('audit_records', oldestUnsealed());
  const [mail] = await valuesIn('outbox', oldestMail());
  const [mailAttempts] = await valuesIn('outbox', failingMail());
  const leases = await valuesIn('leases', futureLeases(engine));
  progress('Counting the accounts.');
  const isMiscounted = tables.includes('user_counts') && (await valuesOf(runQuery, rightCounts())).length === 0;
  const late = { oldestUnsealed: unsealed, oldestMail: mail, mailAttempts };
  const waiting = { keyId, proxySeenAt, clockDoubt, futureLeases: leases, ...late };
  const rows = tables.includes('settings') ? await runQuery('select group_id, revision, document from settings') : [];
  const settings = rows.map(({ group_id, revision, document }) => ({
    group_id: String(group_id),
    revision: Number(revision),
    document: String(document),
  }));
  const [removal] = tables.includes('tenants') ? await runQuery(facts.removal) : [];
  const removed = { records: Number(removal?.records ?? 0), removedRows: Number(removal?.rows ?? 0) };
  return { ...schemaState(applied, engine), ...waiting, settings, removal: removed, isMiscounted, auditStart };
};

/**
 * A database that nobody has open is read as it lies, since SQLite would put its shared files beside it; with a
 * log beside it, somebody may be writing, and those files are there anyway.
 */
const addressOf = (path: string): URL => {
  const address = pathToFileURL(path);
  if (!existsSync(`${path}-wal`)) address.searchParams.set('immutable', '1');
  return address;
};

/** The first thing that the integrity check of a table finds. */
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

/** Table by table, so that a large database shows how far the check is. */
const damageOf = async (
  runQuery: RunQuery,
  tables: readonly string[],
  progress: Progress,
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

const withSqlite = async <T>(path: string, work: (runQuery: RunQuery) => Promise<T>): Promise<T> => {
  const { DatabaseSync } = await import('node:sqlite');
  const connection = new DatabaseSync(addressOf(path), { readOnly: true, timeout: connectionTimeout });
  try {
    return await work(async (sql) => connection.prepare(sql).all());
  } finally {
    connection.close();
  }
};

/** A number that PostgreSQL takes for a timeout, which none of the looks reaches. */
const noTimeout = 2_147_483_647;

/** Connects as the service does, so that PgBouncer refuses what it would refuse then. */
const withPostgres = async <T>(
  { databaseUrl = '', databasePooler }: DatabaseLocation,
  work: (runQuery: RunQuery) => Promise<T>,
): Promise<T> => {
  const { connectClient } = await import('./postgres/client.ts');
  const { startupTimeouts } = await import('./postgres/pools.ts');
  const timeouts = startupTimeouts(databasePooler === 'pgbouncer', { lock: noTimeout, statement: noTimeout });
  const client = await connectClient(databaseUrl, timeouts);
  try {
    return await work(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows);
  } finally {
    await client.end();
  }
};

/** The identifier of the key that the embedded database's secrets are sealed with, if it has any. */
export const sealingKeyIn = async (dataDir: string): Promise<string | undefined> => {
  const path = sqlitePath(dataDir);
  if (!existsSync(path)) return undefined;
  return withSqlite(path, async (runQuery) => {
    const [table] = await valuesOf(runQuery, "select name as value from sqlite_master where name = 'instance'");
    return table === undefined ? undefined : (await valuesOf(runQuery, facts.key))[0];
  });
};

/** Facts of a database with its tables about the head kept beside it, which names the record at this place of the chain. */
export const inspectHead = async (
  location: DatabaseLocation,
  sequence: number,
): Promise<{
  readonly isKept: boolean;
  readonly seal: string | undefined;
  readonly start: string | undefined;
  readonly lastChange: string | undefined;
}> => {
  const { databaseUrl, dataDir } = location;
  const look = async (runQuery: RunQuery) => {
    const [kept] = databaseUrl === undefined ? await valuesOf(runQuery, facts.headKept) : [];
    const [seal] = await valuesOf(runQuery, `select seal as value from audit_records where sequence = ${sequence}`);
    const [lastChange] = await valuesOf(runQuery, facts.lastChange);
    const [start] = await valuesOf(runQuery, facts.auditStart);
    return { isKept: kept !== undefined, seal, start, lastChange };
  };
  return databaseUrl === undefined ? withSqlite(sqlitePath(dataDir), look) : withPostgres(location, look);
};

const inspectSqlite = (path: string, progress: Progress): Promise<Inspection> =>
  withSqlite(path, async (runQuery) => {
    const tables = await valuesOf(runQuery, "select name as value from sqlite_master where type = 'table'");
    const damage = await damageOf(runQuery, tables, progress);
    return { ...(await schemaOf(runQuery, tables, 'sqlite', progress)), ...(damage && { damage }), clockAhead: 0 };
  });

const inspectPostgres = (location: DatabaseLocation, progress: Progress): Promise<Inspection> =>
  withPostgres(location, async (runQuery) => {
    const [now] = await valuesOf(runQuery, 'select extract(epoch from clock_timestamp()) * 1000 as value');
    const clockAhead = Number(now) - Date.now();
    const [serverVersion = ''] = await valuesOf(runQuery, "select current_setting('server_version') as value");
    const tables = await valuesOf(
      runQuery,
      'select tablename as value from pg_tables where schemaname = current_schema()',
    );
    const [searching] = (await runQuery(facts.searching)) as readonly { readonly value: Searching }[];
    const [mayMakeTables] = await valuesOf(runQuery, facts.mayMakeTables);
    const schema = await schemaOf(runQuery, tables, 'postgres', progress);
    const cluster = await readCluster(runQuery);
    return {
      ...schema,
      serverVersion,
      clockAhead,
      mayMakeTables: mayMakeTables === 'true',
      ...(searching && { searching: searching.value }),
      ...(cluster && { cluster: { ...cluster, missingSteps: planOf(cluster).steps.length } }),
    };
  });

/** Looks at the database; undefined while the embedded one has not been made. Throws what the engine throws. */
export const inspectDatabase = async (
  location: DatabaseLocation,
  progress: Progress = () => undefined,
): Promise<Inspection | undefined> => {
  if (location.databaseUrl !== undefined) return inspectPostgres(location, progress);
  const path = sqlitePath(location.dataDir);
  return existsSync(path) ? inspectSqlite(path, progress) : undefined;
};
