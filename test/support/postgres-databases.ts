// Databases on the tests' PostgreSQL server. They are reused, because creating a database takes far longer than
// clearing one.
import type { Database } from '../../src/db/database.ts';
import { openPostgres, type StatementTimeouts } from '../../src/db/postgres/database.ts';
import { clusterUrl, dropClusterDatabase, makeClusterDatabase } from './citus.ts';
import { lentDatabase } from './lent-database.ts';
import { addressForServices, isRunPooled } from './pgbouncer.ts';
import { type Connection, connect, urlOf } from './postgres-connection.ts';
import { fingerprint, template } from './postgres-template.ts';

/** Copy of the template database that this process has reserved. */
interface Copy {
  readonly number: string;
  readonly url: string;
  readonly connection: Connection;
  /** Connections that several test environments use one after another. */
  shared?: Database;
}

/** Database that is reserved for one test environment. */
export interface LentDatabase extends AsyncDisposable {
  readonly url: string;
  /** Opens the database with connections that later test environments reuse. */
  readonly open: () => Database;
}

/**
 * This process's administrative connection and its reserved copies. When the process exits, the server closes the
 * connection and ends the reservations.
 */
const state: { administration?: Promise<Connection>; readonly free: Copy[] } = { free: [] };

/** Returns a database in the state after its migration. It is reserved until it is disposed of. */
export async function lendDatabase(): Promise<LentDatabase> {
  for (;;) {
    const copy = state.free.pop() ?? (await reserveCopy());
    if (await isRestored(copy)) {
      return {
        url: copy.url,
        open: () => lentDatabase(sharedBy(copy)),
        [Symbol.asyncDispose]: async () => void state.free.push(copy),
      };
    }
    await drop(copy);
  }
}

/**
 * Timeouts that are not reached even on a busy machine, so that tests with fifty concurrent changes of one record do
 * not depend on its speed.
 */
export const longTimeouts: Partial<StatementTimeouts> = {
  lock: 60_000,
  connection: 60_000,
  queue: 60_000,
  opening: 60_000,
};

/** Application name that the shared connections set on the server. */
const sharedName = 'shared-by-tests';

const sharedBy = (copy: Copy): Database => {
  const url = `${addressForServices(copy.url)}?application_name=${sharedName}`;
  copy.shared ??= openPostgres(url, { isPooled: isRunPooled, timeouts: longTimeouts });
  return copy.shared;
};

const closeShared = async (copy: Copy): Promise<void> => {
  await copy.shared?.[Symbol.asyncDispose]();
  delete copy.shared;
};

/** Closes all shared connections. Otherwise they keep the process alive. */
export const closeSharedConnections = (): Promise<unknown> => Promise.all(state.free.map(closeShared));

/** Returns the address of the tests' server, with the database that lists all copies. */
export const serverUrl = (): string => {
  // biome-ignore lint/style/noProcessEnv: set by the global set-up
  const url = process.env.TEST_POSTGRES_URL;
  if (url === undefined) throw new Error('Run the tests with "npm test": its set-up starts PostgreSQL.');
  return url;
};

const administration = (): Promise<Connection> => {
  state.administration ??= connect(serverUrl());
  return state.administration;
};

// An advisory lock reserves a copy. PostgreSQL releases the lock when the connection closes, so a crashed process
// leaves no copy reserved.
const reserveExisting = `select number from copies where case
  when number in (select objid::integer from pg_locks where locktype = 'advisory') then false
  else pg_try_advisory_lock(number) end limit 1`;
const reserveNew = `with made as (insert into copies default values returning number)
  select number, pg_advisory_lock(number) from made`;

const reserveCopy = async (): Promise<Copy> => {
  const { run } = await administration();
  const [existing] = await run(reserveExisting);
  const [made] = existing === undefined ? await run(reserveNew) : [];
  const number = String((existing ?? made)?.number);
  if (made !== undefined) await makeCopy(number);
  const url = urlOf(serverUrl(), `copy_${number}`);
  return { number, url, connection: await connect(url) };
};

const makeCopy = async (number: string): Promise<void> => {
  const { run } = await administration();
  if (clusterUrl === undefined) {
    await run(`create database copy_${number} template ${template} strategy file_copy`);
    return;
  }
  const print = await makeClusterDatabase(clusterUrl, `copy_${number}`);
  await run('update copies set fingerprint = $2 where number = $1', [number, print]);
};

// Terminates all other connections, except for idle shared connections. If a shared connection is busy at this time, a
// test has left a statement or a transaction open on it.
const endOtherConnections = `select pg_terminate_backend(pid, 10000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
    and application_name not like 'citus%' and (application_name, state) is distinct from ('${sharedName}', 'idle')`;

const isRestored = async ({ connection, number }: Copy): Promise<boolean> => {
  const { run } = await administration();
  const [expected] = await run(
    'select restoring, coalesce(copies.fingerprint, template.fingerprint) as fingerprint from template, copies where number = $1',
    [number],
  );
  try {
    await connection.run(endOtherConnections);
    const [print] = await connection.run(fingerprint);
    if (print?.value !== expected?.fingerprint) return false;
    await connection.run(expected?.restoring ?? '');
    return true;
  } catch {
    return false;
  }
};

const drop = async (copy: Copy): Promise<void> => {
  const { number, connection } = copy;
  const { run } = await administration();
  await closeShared(copy);
  await connection[Symbol.asyncDispose]();
  if (clusterUrl === undefined) await run(`drop database copy_${number} with (force)`);
  else await dropClusterDatabase(clusterUrl, `copy_${number}`);
  await run('delete from copies where number = $1', [number]);
};
