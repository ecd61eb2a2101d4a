// Test environment with OpenID Connect providers on this machine. Tests control what the providers return.
import assert from 'node:assert/strict';
import type { JWTPayload } from 'jose';
import type { Engine } from '../../../src/db/engine.ts';
import { query } from '../../../src/db/query.ts';
import { type Clock, systemClock } from '../../../src/kernel/clock.ts';
import type { Answer } from '../answer.ts';
import { oddMembers } from '../audit-names.ts';
import { type Browser, browserOf, type Seen } from '../browser.ts';
import type { Client } from '../client.ts';
import { documentOf } from '../documents.ts';
import { testOnEachEngine } from '../pairs/each-engine.ts';
import { type Home, openWorld, type World } from '../world.ts';
import { type ForgingProvider, openForgingProvider } from './forging-provider.ts';

export interface OpenIdWorld extends World {
  /** Providers with the keys `corp` and `other`. */
  readonly corp: ForgingProvider;
  readonly other: ForgingProvider;
  /** Client of an administrator. */
  readonly admin: Client;
  /** Changes a provider's settings by its key. */
  readonly change: (key: string, attributes: object) => Promise<Answer>;
}

/**
 * Opens an environment in which users sign in through `corp`. `addProvider` adds the provider `other`. `listed`
 * contains additional addresses to which the service may connect.
 */
export const openOpenIdWorld = async (engine: Engine, listed: readonly string[] = []): Promise<OpenIdWorld> => {
  await using stack = new AsyncDisposableStack();
  let clock = systemClock;
  const ofWorld: Clock = { now: () => clock.now() };
  const [corp, other] = [stack.use(await openForgingProvider(ofWorld)), stack.use(await openForgingProvider(ofWorld))];
  const environment = { TIPSTAFF_SIGN_IN_PROVIDERS: [corp.issuer, other.issuer, ...listed].join(',') };
  const world = stack.use(await openWorld(engine, { environment }));
  clock = world.context.clock;
  const { client: admin } = await world.person({ isAdmin: true });
  assert.equal((await addProvider(admin, corp, { key: 'corp', name: 'Corp' })).status, 201);
  const settings = documentOf('oidc-sign-in-settings', { enabled: true });
  assert.equal((await admin.request('PATCH', '/admin/oidc-sign-in-settings', { json: settings })).status, 200);
  const change: OpenIdWorld['change'] = async (key, attributes) => {
    const { data } = (await admin.get('/admin/oidc-providers')).body;
    const id = data.find((each: { attributes: { key: string } }) => each.attributes.key === key)?.id;
    return admin.patch(`/admin/oidc-providers/${id}`, documentOf('oidc-providers', attributes));
  };
  const opened = stack.move();
  return { ...world, corp, other, admin, change, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

/** Declares a test that runs on each database engine, in an environment with OpenID Connect providers. */
export const onEachEngineWithProviders = (
  sentence: string,
  play: (world: OpenIdWorld) => Promise<void>,
  listed: readonly string[] = [],
): void => {
  testOnEachEngine(sentence, async (engine) => {
    await using world = await openOpenIdWorld(engine, listed);
    await play(world);
    assert.deepEqual(await oddMembers(world.context), [], 'members of audit records are spelled as on the wire');
  });
};

/** Creates a provider in the service's settings. */
export const addProvider = (admin: Client, { settings }: ForgingProvider, attributes: object): Promise<Answer> => {
  const { issuer, clientId, credential, scopes } = settings;
  const secret = 'secret' in credential ? credential.secret : '';
  const own = { issuer, scopes, 'client-id': clientId, 'client-secret': secret };
  return admin.post('/admin/oidc-providers', documentOf('oidc-providers', { ...own, ...attributes }));
};

/**
 * Adds organizations to a provider's settings, so that team memberships in these organizations follow the groups that
 * the provider sends.
 */
export const fillTeamsOf = async ({ change }: OpenIdWorld, homes: readonly Home[], key = 'corp'): Promise<void> => {
  const { status, body } = await change(key, { organizations: homes.map(({ name }) => name) });
  assert.equal(status, 200, JSON.stringify(body));
};

/** Starts a sign-in. Returns the provider's URL to which the service redirects. */
export const startAt = async (browser: Browser, key = 'corp', to?: string): Promise<string> => {
  const query = new URLSearchParams({ provider: key, ...(to !== undefined && { to }) });
  const { status, headers } = await browser.request({ method: 'GET', path: `/users/oidc/login?${query}` });
  assert.equal(status, 303);
  return headers.get('location') ?? '';
};

/** Sends a provider's authorization response to the service's callback. */
export const bringBack = (browser: Browser, parameters: URLSearchParams, key = 'corp'): Promise<Answer> =>
  browser.request({ method: 'GET', path: `/users/oidc/callback/${key}?${parameters}` });

export interface Visitor {
  readonly browser: Browser;
  readonly answer: Answer;
}

interface SignIn {
  readonly claims?: JWTPayload;
  readonly key?: 'corp' | 'other';
  readonly browser?: Browser;
  readonly to?: string;
}

/** Signs a user in with the given claims. */
export const signInAt = async (world: OpenIdWorld, signIn: SignIn = {}): Promise<Visitor> => {
  const { claims = {}, key = 'corp', browser = browserOf(world.url), to } = signIn;
  const provider = world[key];
  provider.forge({ claims, userInfo: { sub: claims.sub ?? 'alice' } });
  const address = await startAt(browser, key, to);
  return { browser, answer: await bringBack(browser, provider.authorize(address), key) };
};

/** Signs a user in like `signInAt`, and opens the page to which the service redirects. */
export const enterAt = async (world: OpenIdWorld, signIn: SignIn = {}): Promise<Seen> => {
  const { browser, answer } = await signInAt(world, signIn);
  assert.equal(answer.status, 303, answer.bytes.toString());
  return browser.open(answer.headers.get('location') ?? '');
};

/** Signs in again through `corp`, to confirm the identity of the session's user. */
export const proveAt = async (world: OpenIdWorld, browser: Browser, claims: JWTPayload = {}): Promise<Answer> => {
  const away = await browser.send(await browser.open('/users/owner'), '/users/oidc/prove/corp');
  const [, address = ''] = /0;url=(.*)/.exec(away.headers.get('refresh') ?? '') ?? [];
  assert.equal(new URL(address).searchParams.get('max_age'), '0');
  const { sub = 'alice' } = claims;
  world.corp.forge({ claims, userInfo: { sub } });
  return bringBack(browser, world.corp.authorize(address));
};

/** Returns the ID token claim for a sign-in at the current time. */
export const signedInNow = ({ context }: World): JWTPayload => ({
  auth_time: Math.floor(context.clock.now() / 1_000),
});

const refusals = query()((db) =>
  db.selectFrom('audit_records').select('change').where('action', '=', 'oidc.refuse').orderBy('id'),
);

/** Returns the reasons for all refused sign-ins, in order. */
export const refusalsIn = async ({ context: { database } }: World): Promise<readonly string[]> => {
  const rows = await database.rows(refusals, {});
  return rows.map(({ change }) => JSON.parse(change).after.reason);
};
