// Test environment that sends mail, and the mailbox that receives it.
import assert from 'node:assert/strict';
import { passwordRequests } from '../../src/domains/accounts/password-reset/password-reset.ts';
import { deliveryJob } from '../../src/domains/instance/mail/delivery.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { type Mailbox, type MailboxOptions, openMailbox, type Received } from './mailbox.ts';
import { settingsOver } from './settings.ts';
import { onEachEngine, type Person, type World } from './world.ts';

export interface Mailing {
  readonly mailbox: Mailbox;
  /** Administrator who enabled mail in the settings. */
  readonly admin: Person;
  /** Runs the jobs that deliver mail. Returns the mails received since the last call, ordered by recipient. */
  readonly delivered: () => Promise<readonly Received[]>;
}

/** Returns the path of the link in a mail. */
export const linkIn = ({ text }: Received): string => {
  const [url = ''] = /http:\/\/\S+\/set-password\/[\w-]{43}/.exec(text) ?? [];
  assert.notEqual(url, '', text);
  return url;
};

/** Returns the API path that sets a password with the token in a link. */
export const pathOfLink = (url: string): string => `/account/password-reset/${url.split('/').at(-1)}`;

const mailingOf = async (world: World, mailbox: Mailbox): Promise<Mailing> => {
  const admin = await world.person({ isAdmin: true });
  const { patch } = settingsOver(admin.client, 'smtp-settings');
  const settings = { enabled: true, host: '127.0.0.1', port: mailbox.port, sender: 'tipstaff@example.com' };
  assert.equal((await patch(settings)).status, 200);
  let seen = 0;
  return {
    mailbox,
    admin,
    delivered: async () => {
      await runOnce(world.context, passwordRequests(world.context));
      await runOnce(world.context, deliveryJob(world.context));
      const mails = mailbox.mails.slice(seen);
      seen = mailbox.mails.length;
      return mails.toSorted((one, other) => (String(one.to) < String(other.to) ? -1 : 1));
    },
  };
};

/** Declares a test in an environment that sends mail. */
export const mailingOnEachEngine = (
  sentence: string,
  play: (world: World, mailing: Mailing) => Promise<void>,
  options: MailboxOptions = {},
): void =>
  onEachEngine(sentence, async (world) => {
    await using mailbox = await openMailbox(options);
    await play(world, await mailingOf(world, mailbox));
  });
