// Mail: the mail server's password, and the links in mails.
import { randomText } from '../../../src/lib/text/random-text.ts';
import { documentOf } from '../../support/documents.ts';
import { openMailbox, type Received } from '../../support/mailbox.ts';
import type { Journal } from '../journal.ts';
import { api } from './passwords.ts';

const path = `${api}/admin/smtp-settings`;

const linkIn = ({ text }: Received): string => /\/set-password\/([\w-]{43})/.exec(text)?.[1] ?? '';

/**
 * Recipients whose mails the server refuses, permanently or temporarily, with a reply that quotes the mail. The numbers
 * are SMTP reply codes.
 */
const endings: Readonly<Record<string, number>> = { 'given@example.com': 554, 'by-api@example.com': 451 };

const reader = (username: string): string => `${username}@example.com`;

/** Accounts that request a link. The server does not accept the mails to the last two. */
const readers = [reader('by-page'), ...Object.keys(endings)];

export interface TalkativeMailbox extends AsyncDisposable {
  readonly port: number;
  /** Resolves when every account that requested a link has received a mail. */
  readonly letters: Promise<void>;
}

/** Opens a mail server that records the links in mails and repeats some links in its replies. */
export const openTalkativeMailbox = async (journal: Journal): Promise<TalkativeMailbox> => {
  const { keep, note } = journal;
  const { promise: letters, resolve } = Promise.withResolvers<void>();
  const waiting = new Set(readers);
  const credentials = { username: 'tipstaff', password: keep('mail: password of the server', randomText(30)) };
  const mailbox = await openMailbox({
    credentials,
    method: 'LOGIN',
    beforeAccepting: (mail) => {
      const [to = ''] = mail.to;
      note(mail.raw);
      const link = linkIn(mail);
      if (link !== '') note(keep(`link: in a letter to ${to}`, link));
      waiting.delete(to);
      if (waiting.size === 0) resolve();
      const responseCode = endings[to];
      if (responseCode !== undefined) throw Object.assign(new Error(`not with ${link} in it`), { responseCode });
    },
  });
  return { port: mailbox.port, letters, [Symbol.asyncDispose]: () => mailbox[Symbol.asyncDispose]() };
};

/** Stores the mail server's password after a wrong one, and requests links by mail. One mail remains in the outbox. */
export const useMail = async (journal: Journal, token: string, mailbox: TalkativeMailbox): Promise<void> => {
  const { request, keep, secrets } = journal;
  const patch = (status: number, attributes: object) =>
    request('PATCH', path, { token, status, json: documentOf('smtp-settings', attributes) });
  const server = {
    enabled: true,
    host: '127.0.0.1',
    port: mailbox.port,
    sender: 'tipstaff@example.com',
    auth: 'login',
  };
  const test = { ...server, username: 'tipstaff', 'test-email-address': 'test@example.com' };
  await patch(401, { ...test, password: keep('mail: wrong password', randomText(30)) });
  await patch(422, { ...test, password: { value: keep('mail: password in an object', randomText(30)) } });
  await patch(422, { ...test, port: 0, password: keep('mail: password beside a fault', randomText(30)) });
  await patch(200, { ...test, password: secrets.get('mail: password of the server') });
  await request('GET', path, { token, status: 200 });
  for (const email of readers) {
    await request('POST', `${api}/account/password-reset`, { status: 202, json: documentOf('users', { email }) });
  }
  await mailbox.letters;
  const link = secrets.get(`link: in a letter to ${reader('by-page')}`) ?? '';
  await request('GET', `/set-password/${link}`, { status: 200 });
  await patch(200, { enabled: false });
};
