// Runs PgBouncer between tests and their PostgreSQL server.
import { execFileSync, spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, serverUser, stop } from './postgres.ts';

export interface PgBouncer extends AsyncDisposable {
  /** Database URL that connects through PgBouncer. */
  readonly url: string;
}

/** Path of the program on Debian. Its folder is not in every user's PATH. */
const program = '/usr/sbin/pgbouncer';

export const isInstalled = (): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Address of the PgBouncer that this test run's services use; undefined in test runs without PgBouncer. */
// biome-ignore lint/style/noProcessEnv: set by the global set-up
const runAddress = process.env.TEST_PGBOUNCER_URL;

export const isRunPooled = runAddress !== undefined;

/**
 * Number of server connections by pool mode. In session mode every client connection needs its own server connection.
 */
const poolSizes = { session: 20, transaction: 2 } as const;

type PoolMode = keyof typeof poolSizes;

/** Starts PgBouncer in front of a database server; returns undefined if it is not installed. */
export const startPgBouncer = async (
  address: string,
  mode: PoolMode,
  poolSize: number = poolSizes[mode],
): Promise<PgBouncer | undefined> => {
  if (!isInstalled()) return undefined;
  await using stack = new AsyncDisposableStack();
  const user = serverUser();
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-pgbouncer-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const [server, url] = [new URL(address), new URL(address)];
  url.port = String(await freePort());
  const settings = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}`,
    '[pgbouncer]',
    `listen_addr = ${url.hostname}`,
    `listen_port = ${url.port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 1000',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, settings.join('\n'));
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const path of [folder, file]) await chown(path, user.uid, user.gid);
  }
  const child = spawn(program, [file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  stack.defer(() => stop(child, 'SIGTERM'));
  process.once('exit', () => child.kill('SIGTERM'));
  const lines: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    lines.push(line);
    if (line.includes('process up')) break;
  }
  if (child.stderr.readableEnded) throw new Error(`PgBouncer ended while it started: ${lines.join('\n')}`);
  // Read and discard further output, because a full pipe would block the process.
  child.stderr.resume();
  const opened = stack.move();
  return { url: url.href, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

const isPoolMode = (mode: string): mode is PoolMode => Object.hasOwn(poolSizes, mode);

/**
 * Number of server connections per database in a test run with PgBouncer. In transaction mode, the number is lower than
 * the number of connections that a service opens.
 */
const runPoolSizes = { session: 40, transaction: 5 } as const;

/** Starts PgBouncer for a test run. Throws if it is not installed. */
export const startPgBouncerForRun = async (server: string, mode: string): Promise<PgBouncer> => {
  if (!isPoolMode(mode)) throw new Error('TIPSTAFF_PGBOUNCER must be "session" or "transaction".');
  const bouncer = await startPgBouncer(server, mode, runPoolSizes[mode]);
  if (bouncer === undefined) throw new Error('PgBouncer is not installed (apt-get install pgbouncer).');
  return bouncer;
};

/** Returns the database URL for services. It leads through PgBouncer if the test run uses PgBouncer. */
export const addressForServices = (url: string): string => {
  if (runAddress === undefined) return url;
  const address = new URL(url);
  address.port = new URL(runAddress).port;
  return address.href;
};
