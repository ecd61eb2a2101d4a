// PgBouncer between a test and its PostgreSQL server.
import { execFileSync, spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, serverUser, stop } from './postgres.ts';

export interface PgBouncer extends AsyncDisposable {
  /** The address behind it, by way of it. */
  readonly url: string;
}

/** Path of the program on Debian, which is not on everybody's path. */
const program = '/usr/sbin/pgbouncer';

export const isInstalled = (): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** The address of PgBouncer in a run of the tests with it before their services; undefined in others. */
// biome-ignore lint/style/noProcessEnv: set by the global set-up
const runAddress = process.env.TEST_PGBOUNCER_URL;

export const isRunPooled = runAddress !== undefined;

/** In session mode each connection to PgBouncer needs one to the server. */
const poolSizes = { session: 20, transaction: 2 } as const;

type PoolMode = keyof typeof poolSizes;

/** Starts PgBouncer before the server of an address; undefined where it is not installed. */
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
  // A full pipe would block it.
  child.stderr.resume();
  const opened = stack.move();
  return { url: url.href, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

const isPoolMode = (mode: string): mode is PoolMode => Object.hasOwn(poolSizes, mode);

/** The connections to each database of such a run: in transaction mode fewer than a service makes. */
const runPoolSizes = { session: 40, transaction: 5 } as const;

/** Starts PgBouncer before the server of such a run; throws where it is not installed. */
export const startPgBouncerForRun = async (server: string, mode: string): Promise<PgBouncer> => {
  if (!isPoolMode(mode)) throw new Error('TIPSTAFF_PGBOUNCER must be "session" or "transaction".');
  const bouncer = await startPgBouncer(server, mode, runPoolSizes[mode]);
  if (bouncer === undefined) throw new Error('PgBouncer is not installed (apt-get install pgbouncer).');
  return bouncer;
};

/** The address of a database for a service. */
export const addressForServices = (url: string): string => {
  if (runAddress === undefined) return url;
  const address = new URL(url);
  address.port = new URL(runAddress).port;
  return address.href;
};
