// Test environment with a SAML identity provider. Tests control what the provider returns.
import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import type { Transaction } from '../../../src/db/database.ts';
import { query } from '../../../src/db/query.ts';
import { insertIdentity } from '../../../src/domains/accounts/single-sign-on/store.ts';
import { timestamp } from '../../../src/kernel/clock.ts';
import type { Answer } from '../answer.ts';
import { type Browser, browserOf, type Seen } from '../browser.ts';
import { type SettingsClient, settingsClient } from '../settings.ts';
import type { World } from '../world.ts';
import { type KeyPair, newKeyPair } from './certificate.ts';
import { type AssertionSpec, honestResponse, posted } from './provider.ts';

/** All tests share these keys, because generating keys is slow. */
export const keys: KeyPair = newKeyPair();
export const otherKeys: KeyPair = newKeyPair();

export const providerName = 'https://idp.example.com/metadata';

export const addresses = {
  'sso-endpoint-url': 'https://idp.example.com/sso',
  'slo-endpoint-url': 'https://idp.example.com/slo',
};

/** Complete settings for single sign-on through the provider. */
export const complete = { enabled: true, 'idp-cert': keys.certificate, 'idp-entity-id': providerName, ...addresses };

/** Enables single sign-on. Returns a client that can read and change its settings. */
export const enableSso = async (world: World, changes: object = {}): Promise<SettingsClient> => {
  const settings = await settingsClient(world, 'saml-settings');
  const { status } = await settings.patch({ ...complete, ...changes });
  assert.equal(status, 200);
  return settings;
};

/** Authentication request that the browser transfers to the provider. */
export interface Request {
  readonly id: string;
  readonly xml: string;
  readonly relayState: string | undefined;
}

/** Parses the authentication request in a URL of the provider. */
export const requestIn = (address: string): Request => {
  const { searchParams } = new URL(address);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString('utf8');
  const [, id = ''] = / ID="([^"]*)"/.exec(xml) ?? [];
  return { id, xml, relayState: searchParams.get('RelayState') ?? undefined };
};

const loginPath = '/users/saml/login';

/** Starts a sign-in. Returns the authentication request for the provider. */
export const startLogin = async (browser: Browser, path = loginPath): Promise<Request> => {
  const { status, headers } = await browser.request({ method: 'GET', path });
  assert.equal(status, 303);
  return requestIn(headers.get('location') ?? '');
};

const minute = 60_000;
let counter = 0;

/** Returns the assertion about Alice with which a correct provider responds to a request. */
export const specFor = (
  { context }: Pick<World, 'context'>,
  { id }: Pick<Request, 'id'>,
  changes: Partial<AssertionSpec> = {},
): AssertionSpec => {
  const now = context.clock.now();
  const url = context.baseUrl();
  counter += 1;
  return {
    id: `_assertion-${counter}`,
    responseId: `_response-${counter}`,
    issuer: providerName,
    nameId: 'alice@example.com',
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    audience: `${url}/users/saml/metadata`,
    destination: `${url}/users/saml/auth`,
    recipient: `${url}/users/saml/auth`,
    inResponseTo: id,
    notBefore: now - minute,
    notOnOrAfter: now + 5 * minute,
    attributes: {},
    ...changes,
  };
};

/** Posts a response to the service, as the provider's page does. */
export const bring = (browser: Browser, xml: string, relayState = ''): Promise<Answer> =>
  bringForm(browser, { SAMLResponse: posted(xml), RelayState: relayState });

export const bringForm = (browser: Browser, fields: Readonly<Record<string, string>>): Promise<Answer> =>
  browser.request({
    method: 'POST',
    path: '/users/saml/auth',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://idp.example.com',
      'sec-fetch-site': 'cross-site',
    },
    body: Buffer.from(new URLSearchParams(fields).toString()),
  });

/** Browser of a user who has returned from the provider. */
export interface Visitor {
  readonly browser: Browser;
  /** The service's response to the sign-in. */
  readonly answer: Answer;
}

/** Signs a user in through the provider with the given claims. */
export const signInBySso = async (
  world: World,
  changes: Partial<AssertionSpec> = {},
  browser = browserOf(world.url),
): Promise<Visitor> => {
  const request = await startLogin(browser);
  const answer = await bring(browser, honestResponse(specFor(world, request, changes), keys));
  return { browser, answer };
};

/** Signs a user in like `signInBySso`, and opens the page to which the service redirects. */
export const enterBySso = async (world: World, changes: Partial<AssertionSpec> = {}): Promise<Seen> => {
  const { browser, answer } = await signInBySso(world, changes);
  assert.equal(answer.status, 303, answer.bytes.toString());
  return browser.open(answer.headers.get('location') ?? '');
};

const refusals = query()((db) =>
  db.selectFrom('audit_records').select('change').where('action', '=', 'saml.refuse').orderBy('id'),
);

/** Returns the reasons for all refused sign-ins, in order. */
export const reasonsIn = async ({ context: { database } }: World): Promise<readonly string[]> => {
  const rows = await database.rows(refusals, {});
  return rows.map(({ change }) => JSON.parse(change).after.reason);
};

/** Returns the identity at the provider that `insertIdentityOf` links to an account. */
export const identityOf = (user_id: string) => ({ provider: providerName, name_id: `name of ${user_id}` });

/** Links an account to an identity at the provider, as if the user had done so while signed in. */
export const insertIdentityOf = async (tx: Transaction, user_id: string, changes: object = {}): Promise<void> => {
  const { provider, name_id } = identityOf(user_id);
  const name = { provider, name_id, name_key: name_id };
  await insertIdentity(tx, { ...name, user_id, grants_admin: 0, created_at: timestamp(Date.now()), ...changes });
};

export const linkIdentity = ({ context }: World, user_id: string): Promise<void> =>
  context.database.transaction((tx) => insertIdentityOf(tx, user_id));
