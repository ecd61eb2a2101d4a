// Secrets that a client sends in request fields for other values.

import { newCapability } from '../../../src/lib/secrets/tokens.ts';
import { randomText } from '../../../src/lib/text/random-text.ts';
import { documentOf } from '../../support/documents.ts';
import type { Journal } from '../journal.ts';
import { api, newPassword } from './passwords.ts';

const unknownToken = ({ keep }: Journal, where: string): string =>
  keep(`token: unknown, ${where}`, `${randomText(14)}.tipstaff.${randomText(64)}`);

const sendUnknown = async (journal: Journal, admin: string): Promise<void> => {
  const { request, keep } = journal;
  await request('GET', `${api}/organizations`, { token: unknownToken(journal, 'sent') });
  await request('GET', `${api}/account/details?token=${unknownToken(journal, 'in the query')}`, {
    token: admin,
    status: 200,
  });
  await request('GET', `${api}/organizations?search[name]=${unknownToken(journal, 'searched for')}`);
  await request('GET', `${api}/users/${unknownToken(journal, 'in the path')}`, { token: admin });
  await request('DELETE', `/${unknownToken(journal, 'as a path')}`);
  await request('GET', `${api}/session`, { cookie: keep('cookie: unknown', newCapability()) });
  await request('POST', `${api}/account/password-reset/${keep('link: unknown', newCapability())}`, {
    json: documentOf('users', { password: newPassword(journal, 'for an unknown link') }),
  });
  const basic = Buffer.from(`ada:${newPassword(journal, 'in basic authentication')}`).toString('base64');
  await request('GET', `${api}/organizations`, { headers: { authorization: `Basic ${basic}` } });
  const inAddress = encodeURIComponent(newPassword(journal, 'in the address'));
  await request('POST', `http://ada:${inAddress}@127.0.0.1${api}/ping`);
};

const sendUnreadable = async (journal: Journal): Promise<void> => {
  const { request } = journal;
  const type = { 'content-type': 'application/vnd.api+json' };
  const broken = `{"data":{"attributes":{"username":"a","password":${JSON.stringify(newPassword(journal, 'broken off'))}`;
  await request('POST', `${api}/session`, { raw: broken, headers: type });
  const odd = { username: 'a', password: { value: newPassword(journal, 'in an object') } };
  await request('POST', `${api}/session`, { json: documentOf('sessions', odd) });
  const nameless = { password: newPassword(journal, 'without a username') };
  await request('POST', `${api}/session`, { json: documentOf('sessions', nameless) });
  const wrongType = newPassword(journal, 'of a wrong media type');
  await request('POST', `${api}/session`, { raw: wrongType, headers: { 'content-type': 'text/plain' } });
  await request('POST', '/sign-in', { form: { password: newPassword(journal, 'without a login') } });
};

/** Sends unknown credentials and malformed requests. */
export const misplaceSecrets = async (journal: Journal, admin: string): Promise<void> => {
  await sendUnknown(journal, admin);
  await sendUnreadable(journal);
};
