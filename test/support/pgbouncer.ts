// PgBouncer between a test and its PostgreSQL server.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, serverUser } from './postgres.ts';

export interface PgBouncer extends AsyncDisposable {
  /** The address behind it, by way of it. */
  readonly url: string;
}

/** Where Debian puts it is not on everybody's path. */
const program = '/usr/sbin/pgbouncer';

const isInstalled = (): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Starts PgBouncer before the server of an address, with two connections to it; undefined where it is not installed. */
export const startPgBouncer = async (
  address: string,
  mode: 'session' | 'transaction',
): Promise<PgBouncer | undefined> => {
  if (!isInstalled()) return undefined;
  await using stack = new AsyncDisposableStack();
  const user = serverUser();
  const folder = await mkdtemp(join(tmpdir(), 'reeve-pgbouncer-'));
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
    `default_pool_size = ${mode === 'transaction' ? 2 : 20}`,
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, settings.join('\n'));
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const path of [folder, file]) await chown(path, user.uid, user.gid);
  }
  const child = spawn(program, [file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  stack.defer(async () => {
    const end = once(child, 'exit');
    child.kill('SIGTERM');
    await end;
  });
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
