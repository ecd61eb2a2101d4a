// Text messages: the instance's credentials for the SMS provider, and the codes that are sent to phones.
import { randomText } from '../../../src/lib/text/random-text.ts';
import { documentOf } from '../../support/documents.ts';
import { account, answer, openSmsProvider, type SmsProvider } from '../../support/sms-provider.ts';
import { type Journal, keptCookie } from '../journal.ts';
import { type Account, api } from './passwords.ts';

const settings = `${api}/admin/sms-settings`;
const twoFactor = `${api}/account/two-factor`;
const refusedNumber = '+15550109999';

/** Opens a simulated SMS provider whose error responses repeat the request's secrets. */
export const openTalkativeProvider = (): Promise<SmsProvider> =>
  openSmsProvider(({ headers, to, body }, response) => {
    const credentials = Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString('utf8');
    const isTaken = credentials === `${account.sid}:${account.token}` && to !== refusedNumber;
    if (isTaken) answer(response, 201, { sid: 'SM1' });
    else answer(response, 400, { message: `${credentials} may not send ${body} to ${to}` });
  });

const codeIn = (provider: SmsProvider): string => /^\d{6}/.exec(provider.messages.at(-1)?.body ?? '')?.[0] ?? '';

/** Stores the provider's token after a wrong one, and sends a test message. */
const storeToken = async ({ request, keep }: Journal, token: string): Promise<void> => {
  const patch = (status: number, attributes: object) =>
    request('PATCH', settings, { token, status, json: documentOf('sms-settings', attributes) });
  const verify = (status: number) =>
    request('POST', `${settings}/verify`, {
      token,
      status,
      json: documentOf('sms-settings', { 'test-number': '+15550100001' }),
    });
  const known = { enabled: true, 'account-sid': account.sid, 'from-number': '+15550100000' };
  await patch(422, { ...known, 'auth-token': [keep('sms: token in a list', randomText(30))] });
  await patch(200, { ...known, 'auth-token': keep('sms: wrong token', randomText(30)) });
  await verify(400);
  await patch(200, { ...known, 'auth-token': keep('sms: token', account.token) });
  await verify(200);
  await request('GET', settings, { token, status: 200 });
};

/** Enrols a phone as a second factor and signs in with it. */
export const useTexting = async (
  journal: Journal,
  admin: string,
  { username, password }: Account,
  provider: SmsProvider,
): Promise<void> => {
  const { request, keep, note } = journal;
  await storeToken(journal, admin);
  const signIn = (status: number, code?: string) =>
    request('POST', `${api}/session`, {
      status,
      json: documentOf('sessions', { username, password, ...(code !== undefined && { 'one-time-code': code }) }),
    });
  const cookie = keptCookie(journal, 'cookie: of a user with a phone', await signIn(201));
  const begin = (status: number, number: string) =>
    request('POST', twoFactor, {
      cookie,
      status,
      json: documentOf('two-factor-enrolments', { 'phone-number': number }),
    });
  await begin(400, refusedNumber);
  note(keep('code: in a text message that was refused', codeIn(provider)));
  await begin(201, '+15550100002');
  const code = keep('code: in a text message', codeIn(provider));
  const json = documentOf('two-factor-enrolments', { 'one-time-code': code });
  const confirmed = await request('POST', `${twoFactor}/confirm`, { cookie, status: 200, json });
  const recovery: readonly string[] = confirmed.body.data.attributes.codes;
  for (const [index, each] of recovery.entries()) keep(`recovery code: beside a phone ${index}`, each);
  await signIn(401);
};
