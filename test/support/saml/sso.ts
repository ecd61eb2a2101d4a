// A world with an identity provider: browsers go there, and come back with what a test has it say.
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

/** Keys take long to make, so tests share them. */
export const keys: KeyPair = newKeyPair();
export const otherKeys: KeyPair = newKeyPair();

export const providerName = 'https://idp.example.com/metadata';

export const addresses = {
  'sso-endpoint-url': 'https://idp.example.com/sso',
  'slo-endpoint-url': 'https://idp.example.com/slo',
};

/** Settings under which people sign in through the provider. */
export const complete = { enabled: true, 'idp-cert': keys.certificate, 'idp-entity-id': providerName, ...addresses };

/** Turns single sign-on on; answers the way to its settings. */
export const enableSso = async (world: World, changes: object = {}): Promise<SettingsClient> => {
  const settings = await settingsClient(world, 'saml-settings');
  const { status } = await settings.patch({ ...complete, ...changes });
  assert.equal(status, 200);
  return settings;
};

/** Authentication request that a browser carries to the provider. */
export interface Request {
  readonly id: string;
  readonly xml: string;
  readonly relayState: string | undefined;
}

/** Reads the request in an address of the provider's. */
export const requestIn = (address: string): Request => {
  const { searchParams } = new URL(address);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString('utf8');
  const [, id = ''] = / ID="([^"]*)"/.exec(xml) ?? [];
  return { id, xml, relayState: searchParams.get('RelayState') ?? undefined };
};

const loginPath = '/users/saml/login';

/** Begins to sign in; answers what the browser is to carry to the provider. */
export const startLogin = async (browser: Browser, path = loginPath): Promise<Request> => {
  const { status, headers } = await browser.request({ method: 'GET', path });
  assert.equal(status, 303);
  return requestIn(headers.get('location') ?? '');
};

const minute = 60_000;
let counter = 0;

/** Assertion of an honest provider on Alice, in answer to a request. */
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

/** Posts a response as the provider's page would have the browser do. */
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

/** Somebody who has come back from the provider. */
export interface Visitor {
  readonly browser: Browser;
  /** Answer to the sign-in. */
  readonly answer: Answer;
}

/** Signs a person in through the provider, with these claims. */
export const signInBySso = async (
  world: World,
  changes: Partial<AssertionSpec> = {},
  browser = browserOf(world.url),
): Promise<Visitor> => {
  const request = await startLogin(browser);
  const answer = await bring(browser, honestResponse(specFor(world, request, changes), keys));
  return { browser, answer };
};

/** Like `signInBySso`, to the page that somebody sees in the end. */
export const enterBySso = async (world: World, changes: Partial<AssertionSpec> = {}): Promise<Seen> => {
  const { browser, answer } = await signInBySso(world, changes);
  assert.equal(answer.status, 303, answer.bytes.toString());
  return browser.open(answer.headers.get('location') ?? '');
};

const refusals = query()((db) =>
  db.selectFrom('audit_records').select('change').where('action', '=', 'saml.refuse').orderBy('id'),
);

/** The reasons for which people were refused, in order. */
export const reasonsIn = async ({ context: { database } }: World): Promise<readonly string[]> => {
  const rows = await database.rows(refusals, {});
  return rows.map(({ change }) => JSON.parse(change).after.reason);
};

/** The name at the provider that an account is linked to by `insertIdentityOf`. */
export const identityOf = (user_id: string) => ({ provider: providerName, name_id: `name of ${user_id}` });

/** Links an account to a name at the provider, as if somebody had done so while signed in. */
export const insertIdentityOf = async (tx: Transaction, user_id: string, changes: object = {}): Promise<void> => {
  const { provider, name_id } = identityOf(user_id);
  const name = { provider, name_id, name_key: name_id };
  await insertIdentity(tx, { ...name, user_id, grants_admin: 0, created_at: timestamp(Date.now()), ...changes });
};

export const linkIdentity = ({ context }: World, user_id: string): Promise<void> =>
  context.database.transaction((tx) => insertIdentityOf(tx, user_id));
