// Two-factor authentication: enrolment, one-time codes, recovery codes, and the ticket that connects the sign-in pages.
import { Secret, TOTP } from 'otpauth';
import { documentOf } from '../../support/documents.ts';
import { elementsIn } from '../../support/page.ts';
import { type Journal, keptCookie } from '../journal.ts';
import { type Account, api } from './passwords.ts';

const twoFactor = `${api}/account/two-factor`;
const step = 30_000;

const codeOf = (secret: string, steps: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * step });

const keepCodes = ({ keep }: Journal, name: string, codes: readonly string[]): readonly string[] =>
  codes.map((code, index) => keep(`recovery code: ${name} ${index}`, code));

/** Enables two-factor authentication. Returns the secret and the recovery codes. */
const enrol = async (journal: Journal, cookie: string) => {
  const { request, keep } = journal;
  const begun = await request('POST', twoFactor, { cookie, status: 201 });
  const { secret, 'otpauth-uri': uri } = begun.body.data.attributes;
  keep('otpauth URI', uri);
  keep('two-factor secret', secret);
  const confirm = (status: number, code: string) =>
    request('POST', `${twoFactor}/confirm`, {
      cookie,
      status,
      json: documentOf('two-factor-enrolments', { 'one-time-code': code }),
    });
  await confirm(422, keep('code: wrong at enrolment', codeOf(secret, 100)));
  const confirmed = await confirm(200, keep('code: at enrolment', codeOf(secret, 0)));
  return { secret: String(secret), codes: keepCodes(journal, 'first', confirmed.body.data.attributes.codes) };
};

const ticketIn = (page: Buffer): string =>
  elementsIn(page.toString('utf8'), 'input').find(({ name }) => name === 'ticket')?.value ?? '';

/** Enrols a signed-in user, signs in with one-time codes and recovery codes, and replaces the recovery codes. */
export const useTwoFactor = async (
  journal: Journal,
  { username, password }: Account,
  cookie: string,
): Promise<void> => {
  const { request, keep } = journal;
  const { secret, codes } = await enrol(journal, cookie);
  const [first = '', second = '', third = ''] = codes;
  const signIn = (status: number, code?: string) =>
    request('POST', `${api}/session`, {
      status,
      json: documentOf('sessions', { username, password, ...(code !== undefined && { 'one-time-code': code }) }),
    });
  await signIn(401);
  await signIn(401, keep('code: wrong at sign-in', codeOf(secret, 200)));
  const byCode = await signIn(201, keep('code: at sign-in', codeOf(secret, 1)));
  keptCookie(journal, 'cookie: signed in with a code', byCode);
  keptCookie(journal, 'cookie: signed in with a recovery code', await signIn(201, first.toUpperCase()));
  const page = await request('POST', '/sign-in', { form: { login: username, password }, status: 200 });
  const ticket = keep('ticket', ticketIn(page.bytes));
  const wrong = keep('code: wrong on the page', codeOf(secret, 300));
  await request('POST', '/sign-in/code', { form: { ticket, code: wrong }, status: 401 });
  const entered = await request('POST', '/sign-in/code', { form: { ticket, code: second }, status: 303 });
  keptCookie(journal, 'cookie: signed in on the page with a recovery code', entered);
  const proof = { status: 201, json: documentOf('recovery-codes', { 'one-time-code': third }) };
  const renewed = await request('POST', `${twoFactor}/recovery-codes`, { cookie, ...proof });
  keepCodes(journal, 'renewed', renewed.body.data.attributes.codes);
};
