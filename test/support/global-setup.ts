// Runs once before all tests. It prepares the native policy engine, a PostgreSQL server, a migrated database of each
// engine from which tests copy, and the API description in both vocabularies.
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareChromium, startSharedChromium } from './chromium.ts';
import { clusterUrl, prepareCluster } from './citus.ts';
import { prepareSqlite } from './database.ts';
import { prepareDescriptions } from './description.ts';
import { nativeBuild } from './engine-builds.ts';
import { startPgBouncerForRun } from './pgbouncer.ts';
import { startPostgres } from './postgres.ts';
import { preparePostgres } from './postgres-template.ts';

const opened = new AsyncDisposableStack();

// Variables set here reach the test processes, because they inherit this process's environment.
export async function globalSetup(): Promise<void> {
  const { env } = process;
  const { program } = await nativeBuild();
  env.TEST_ENGINE_PROGRAM = program;
  env.TEST_POSTGRES_URL = clusterUrl ?? opened.use(await startPostgres()).url('postgres');
  await (clusterUrl === undefined ? preparePostgres : prepareCluster)(env.TEST_POSTGRES_URL);
  if (env.TEST_PGBOUNCER_MODE !== undefined) {
    const bouncer = await startPgBouncerForRun(env.TEST_POSTGRES_URL, env.TEST_PGBOUNCER_MODE);
    env.TEST_PGBOUNCER_URL = opened.use(bouncer).url;
  }
  const folder = await prepareSqlite();
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  env.TEST_SQLITE_TEMPLATE = folder;
  if (env.TEST_SHARED_BROWSER === undefined) await prepareChromium();
  else env.TEST_BROWSER_ENDPOINT = opened.use(await startSharedChromium()).endpoint;
  const descriptions = await prepareDescriptions();
  opened.defer(() => rm(descriptions, { recursive: true, force: true }));
  env.TEST_DESCRIPTIONS = descriptions;
  // The compile cache saves time, because each test file loads most of the service and spends half of the loading time
  // on compilation.
  env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
}

export async function globalTeardown(): Promise<void> {
  await opened.disposeAsync();
}
