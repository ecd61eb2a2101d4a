// Passwords and the links for setting them. Passwords are chosen, changed, mistyped, and entered in wrong fields.
import { randomText } from '../../../src/lib/text/random-text.ts';
import { documentOf } from '../../support/documents.ts';
import { type Journal, keptCookie } from '../journal.ts';

export const api = '/api/v2';

/** Returns a new password with characters that every encoding changes. */
export const newPassword = ({ keep }: Journal, name: string): string =>
  keep(`password: ${name}`, `${randomText(10)} "ü" & <b> ${randomText(10)}`);

/** Account that can sign in. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

/** Creates the first administrator. Returns the account with its token. */
export const makeFirst = async (journal: Journal, oneTimeToken: string): Promise<Account & { token: string }> => {
  const { request, keep } = journal;
  const path = '/admin/initial-admin-user?token=';
  const username = 'first';
  const [refused, password] = [newPassword(journal, 'refused'), newPassword(journal, 'of the first administrator')];
  const of = (chosen: string) => ({ username, email: 'first@example.com', password: chosen });
  await request('POST', path + keep('token: never the one-time one', `${randomText(14)}.tipstaff.${randomText(64)}`), {
    json: of(refused),
    status: 401,
  });
  const page = `/first-administrator/${keep('token: one-time', oneTimeToken)}`;
  await request('GET', page, { status: 200 });
  const made = await request('POST', path + oneTimeToken, { json: of(password), status: 200 });
  await request('GET', page, { status: 404 });
  await request('POST', path + oneTimeToken, { json: of(refused), status: 401 });
  return { username, password, token: keep('token: of the first administrator', made.body.token) };
};

const capabilityIn = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

/** Creates an account without a password. Returns the capability in the link that sets a password. */
const invite = async ({ request, keep }: Journal, token: string, username: string): Promise<string> => {
  const json = documentOf('users', { username, email: `${username}@example.com` });
  const { body } = await request('POST', `${api}/admin/users`, { token, json, status: 201 });
  return keep(`link: for ${username}`, capabilityIn(body.meta['set-password-url']));
};

/** Returns malformed variants of a link, as mail programs produce them. Each variant contains most of the secret. */
const misshapen = ({ keep }: Journal, capability: string): readonly string[] => [
  `${capability}.`,
  `${capability}%20`,
  `${capability}/`,
  `${capability}/x`,
  keep('link: cut short', capability.slice(0, -1)),
];

const encoded = (capability: string): string => `%${capability.charCodeAt(0).toString(16)}${capability.slice(1)}`;

/** Sets a password on the page that a link opens. */
export const byPage = async (journal: Journal, token: string): Promise<Account> => {
  const { request } = journal;
  const username = 'by-page';
  const capability = await invite(journal, token, username);
  const path = `/set-password/${capability}`;
  for (const each of misshapen(journal, capability)) await request('GET', `/set-password/${each}`, { status: 404 });
  await request('GET', `/sett-password/${capability}`, { status: 404 });
  await request('GET', `/set-password/${encoded(capability)}`, { status: 200 });
  const [one, other] = [newPassword(journal, 'typed once'), newPassword(journal, 'typed otherwise')];
  await request('POST', path, { form: { password: one, repeated: other }, status: 422 });
  const password = newPassword(journal, 'set on the page');
  await request('POST', path, { form: { password, repeated: password }, status: 303 });
  await request('GET', path, { status: 404 });
  return { username, password };
};

/** Sets a password with a link through the API, and changes the password afterwards. */
export const byApi = async (journal: Journal, token: string): Promise<Account> => {
  const { request, keep } = journal;
  const username = 'by-api';
  const capability = await invite(journal, token, username);
  const path = `${api}/account/password-reset/${capability}`;
  const first = newPassword(journal, 'set by the API');
  const users = (status: number, attributes: object) => ({ status, json: documentOf('users', attributes) });
  const unlike = { password: first, 'password-confirmation': newPassword(journal, 'not the same') };
  await request('POST', path, users(422, { password: keep('password: too short', `x${randomText(9)}`) }));
  await request('POST', path, users(422, unlike));
  await request('POST', path, users(204, { password: first }));
  await request('POST', path, users(404, { password: first }));
  const json = documentOf('sessions', { username, password: first });
  const cookie = keptCookie(
    journal,
    'cookie: of a user with a changed password',
    await request('POST', `${api}/session`, { json, status: 201 }),
  );
  const password = newPassword(journal, 'changed');
  const wrong = { 'current-password': newPassword(journal, 'wrong current one'), password };
  await request('PATCH', `${api}/account/password`, { cookie, ...users(422, wrong) });
  await request('PATCH', `${api}/account/password`, { cookie, ...users(200, { ...wrong, 'current-password': first }) });
  return { username, password };
};

/** Sets a user's password as the administrator. */
export const byAdministrator = async (journal: Journal, token: string): Promise<Account> => {
  const username = 'by-administrator';
  const password = newPassword(journal, 'given by the administrator');
  const json = documentOf('users', { username, email: 'given@example.com', password });
  await journal.request('POST', `${api}/admin/users`, { token, json, status: 201 });
  await journal.request('POST', `${api}/admin/users`, { token, json, status: 422 });
  return { username, password };
};
