// Installation that is measured. It consists of a data folder, a seeded database and the owner of an organization.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../src/config.ts';
import { type Context, openContext } from '../src/context.ts';
import type { Engine } from '../src/db/engine.ts';
import { issueToken } from '../src/domains/accounts/tokens/tokens.ts';
import { auditedTransaction } from '../src/domains/audit/audit.ts';
import { wiring } from '../src/domains/index.ts';
import { createOrganization } from '../src/domains/organizations/creation/creation.ts';
import type { Actor } from '../src/kernel/actor.ts';
import { createUser } from '../test/support/create-user.ts';
import type { PostgresServer } from '../test/support/postgres.ts';
import { runLong } from './long-statements.ts';
import { baseUrl, liftRateLimit, organizationName, type Size, seedStatements } from './seed.ts';

export interface Installation extends AsyncDisposable {
  readonly engine: Engine;
  readonly dataDir: string;
  /** Environment variables of the service. */
  readonly environment: Readonly<Record<string, string>>;
  /** Token of the organization's owner, who is also a site administrator. */
  readonly token: string;
}

/**
 * Database engine, and the PostgreSQL server on which databases are created. The server is undefined if only SQLite is
 * measured.
 */
export interface Place {
  readonly engine: Engine;
  readonly postgres: PostgresServer | undefined;
}

const system: Actor = { identity: { kind: 'system', name: 'bench' }, requestId: 'bench', address: '' };

const createDatabase = async (postgres: PostgresServer, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  // After Ctrl-C, the PostgreSQL server stops first. Without this listener, the resulting error event would end this
  // process before it has cleaned up.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return postgres.url(name);
};

/** Creates a user who owns organizations with the given names. Returns the identifier of the first organization. */
const makeOwner = async (context: Context, username: string, names: readonly [string, ...string[]]) => {
  const email = `${username}@example.com`;
  const user = await createUser(context, system, { username, email, isAdmin: username === organizationName });
  const [organization] = await Promise.all(
    names.map((name) => createOrganization(context, system, { name, email }, user.id)),
  );
  const token = await auditedTransaction(context, system, async (tx) => {
    const { text, audit } = await issueToken(tx, context, { actor: system, owner: { kind: 'user', id: user.id } });
    return { result: text, audit: [audit] };
  });
  return { token, organizationId: organization?.id ?? '' };
};

/** Creates a user who owns empty organizations with the given names. Returns a token of the user. */
export const addOwner = async (
  { environment }: Installation,
  username: string,
  names: readonly [string, ...string[]],
): Promise<string> => {
  await using context = await openContext(readConfig(environment), wiring);
  return (await makeOwner(context, username, names)).token;
};

const fill = async (environment: Readonly<Record<string, string>>, size: Size): Promise<string> => {
  await using context = await openContext(readConfig(environment), wiring);
  await liftRateLimit(context, system);
  const { token, organizationId } = await makeOwner(context, organizationName, [organizationName]);
  await runLong(context, seedStatements(organizationId, size));
  return token;
};

/** Creates an installation with one organization. */
export const install = async ({ engine, postgres }: Place, size: Size): Promise<Installation> => {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'tipstaff-bench-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const environment = {
    TIPSTAFF_DATA_DIR: dataDir,
    TIPSTAFF_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    TIPSTAFF_BASE_URL: baseUrl,
    ...(engine === 'postgres' &&
      postgres !== undefined && { TIPSTAFF_DATABASE_URL: await createDatabase(postgres, `bench_${size.policies}`) }),
  };
  const token = await fill(environment, size);
  const opened = stack.move();
  return { engine, dataDir, environment, token, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};
