// Test environment ("world"): an empty database, a listening server, and users.
import assert from 'node:assert/strict';
import { afterAllTests } from '../../scripts/test/guard.ts';
import { closeGently } from '../../src/cli/data/shutdown.ts';
import { readConfig } from '../../src/config.ts';
import { type Context, openContext } from '../../src/context.ts';
import type { Engine } from '../../src/db/engine.ts';
import { openDatabase } from '../../src/db/open.ts';
import type { StatementTimeouts } from '../../src/db/postgres/database.ts';
import {
  type HashCost,
  newPasswordHasher,
  passwordHasher,
} from '../../src/domains/accounts/password-hashing/hasher.ts';
import { issueToken } from '../../src/domains/accounts/tokens/tokens.ts';
import type { UserInput, UserRow } from '../../src/domains/accounts/users/users.ts';
import { auditedTransaction } from '../../src/domains/audit/audit.ts';
import { wiring } from '../../src/domains/index.ts';
import { general } from '../../src/domains/instance/groups/general.ts';
import { updateSettings } from '../../src/domains/instance/settings/settings.ts';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import type { OrganizationRow } from '../../src/domains/organizations/organizations/organizations.ts';
import type { Actor } from '../../src/kernel/actor.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { randomText } from '../../src/lib/text/random-text.ts';
import { buildServer } from '../../src/server.ts';
import { oddMembers } from './audit-names.ts';
import { type Client, clientOf } from './client.ts';
import { createUser } from './create-user.ts';
import { databaseVariables, freshDatabase } from './database.ts';
import { borrowEngine } from './lent-engine.ts';
import { engines, testOnEachEngine } from './pairs/each-engine.ts';
import { withRecord } from './pairs/record.ts';
import { closeSharedConnections, longTimeouts } from './postgres-databases.ts';

export { engines };

/** Actor for changes that tests make directly, as the command line does. */
export const system: Actor = { identity: { kind: 'system', name: 'test' }, requestId: 'test', address: '' };

/** User, with a token for the API. */
export interface Person {
  readonly user: UserRow;
  readonly token: string;
  readonly client: Client;
}

/** Organization, with its owner. */
export interface Home {
  readonly organization: OrganizationRow;
  readonly name: string;
  readonly owner: Person;
  readonly client: Client;
}

export interface World extends AsyncDisposable {
  readonly engine: Engine;
  readonly url: string;
  readonly context: Context;
  /** Advances the service's clock by the given number of milliseconds. */
  readonly advance: (milliseconds: number) => void;
  readonly anonymous: Client;
  readonly person: (input?: Partial<UserInput>) => Promise<Person>;
  /** Creates an organization and its owner, who is not a site administrator. */
  readonly home: () => Promise<Home>;
}

export interface WorldOptions {
  /** Rate limit in requests per second. The default is higher than any test needs. */
  readonly rateLimit?: number;
  /** Clock of the rate limiter. It returns a time in milliseconds. */
  readonly rateClock?: () => number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Timeouts of PostgreSQL statements; by default `longTimeouts`. */
  readonly timeouts?: Partial<StatementTimeouts>;
}

afterAllTests(closeSharedConnections);

const encryptionKey = Buffer.alloc(32, 7).toString('base64');

const movableClock = () => {
  let ahead = 0;
  const clock: Clock = { now: () => Date.now() + ahead };
  return { clock, advance: (milliseconds: number) => (ahead += milliseconds) };
};

/** Sets the rate limit in requests per second. */
export const setRateLimit = (context: Context, limit: number): Promise<unknown> =>
  setGeneral(context, { 'api-rate-limit': limit });

/** Changes general settings, as the command line does. */
export const setGeneral = (context: Context, kept: Readonly<Record<string, unknown>>): Promise<unknown> =>
  updateSettings(context, system, general, {
    values: { stored: kept, transient: {} },
    problems: [],
    ifMatch: () => true,
  });

/**
 * Cost of password hashing. It is low, because hashing at the default cost would take most of the time of many tests.
 */
const cheap: HashCost = { memory: 64, passes: 1 };

/** Deletes the audit records that setting up the environment has written, so that tests see only their own. */
const forgetRecords = ({ database }: Context): Promise<number> =>
  database.transaction((tx) => tx.run((db) => db.deleteFrom('audit_records')));

/** Creates a token for a user. */
export const tokenOf = (context: Context, id: string): Promise<string> =>
  auditedTransaction(context, system, async (tx) => {
    const { text, audit } = await issueToken(tx, context, { actor: system, owner: { kind: 'user', id } });
    return { result: text, audit: [audit] };
  });

/** Opens a test environment on one engine. */
export const openWorld = async (engine: Engine, options: WorldOptions = {}): Promise<World> => {
  await using stack = new AsyncDisposableStack();
  const location = stack.use(await freshDatabase(engine));
  const config = readConfig({
    TIPSTAFF_DATA_DIR: location.dataDir,
    TIPSTAFF_LOG_LEVEL: 'fatal',
    TIPSTAFF_ENCRYPTION_KEY: encryptionKey,
    ...databaseVariables(location),
    ...options.environment,
  });
  const { clock, advance } = movableClock();
  const { environment = {}, timeouts } = options;
  const isUsual =
    timeouts === undefined && !Object.keys(environment).some((name) => name.startsWith('TIPSTAFF_DATABASE_'));
  const context = stack.use(
    await openContext(config, wiring, {
      clock,
      openMigrated: async () =>
        withRecord(await (isUsual && location.open ? location.open() : openDatabase(config, timeouts ?? longTimeouts))),
    }),
  );
  passwordHasher.provide(context, newPasswordHasher(cheap));
  borrowEngine(context);
  await setRateLimit(context, options.rateLimit ?? 1_000_000);
  await forgetRecords(context);
  const app = buildServer(context, options.rateClock);
  stack.defer(() => closeGently(app));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  await context.listensOn(Number(new URL(url).port));

  const person: World['person'] = async (input = {}) => {
    const username = `person-${randomText(8)}`;
    const user = await createUser(context, system, { username, email: `${username}@example.com`, ...input });
    const token = await tokenOf(context, user.id);
    return { user, token, client: clientOf(url, token) };
  };
  const home: World['home'] = async () => {
    const owner = await person();
    const name = `home-${randomText(8)}`;
    const organization = await createOrganization(context, system, { name, email: 'home@example.com' }, owner.user.id);
    return { organization, name, owner, client: owner.client };
  };
  const opened = stack.move();
  return {
    engine,
    url,
    context,
    advance,
    anonymous: clientOf(url),
    person,
    home,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

/** Declares a test that runs on each engine, in a separate test environment. */
export const onEachEngine = (
  sentence: string,
  play: (world: World) => Promise<void>,
  options: WorldOptions = {},
): void => {
  testOnEachEngine(sentence, async (engine) => {
    await using world = await openWorld(engine, options);
    await play(world);
    assert.deepEqual(await oddMembers(world.context), [], 'members of audit records are spelled as on the wire');
  });
};
