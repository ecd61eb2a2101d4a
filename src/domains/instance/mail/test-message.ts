// Sends a test message before the SMTP settings are stored.
import type { Context } from '../../../context.ts';
import { isImplicit, type MailOutcome, type MailServer, type MailStep, sendMail } from '../../../effects/mail.ts';
import { type ApiError, failedElsewhere, halfAuthorized } from '../../../jsonapi/errors.ts';
import { randomText } from '../../../lib/text/random-text.ts';
import { requireNotHeld } from '../held/refusal.ts';
import { composeMail } from './compose.ts';

const stepWords: Readonly<Record<MailStep, string>> = {
  address:
    'its address is link-local or belongs to a metadata service, and Tipstaff does not connect to such addresses',
  connection: 'no connection could be made',
  greeting: 'waiting for the greeting',
  encryption: 'encrypting the connection',
  'sign-in': 'signing in',
  sender: 'sending the sender address',
  recipient: 'sending the recipient address',
  message: 'sending the message',
};

/**
 * Sends a test message. Throws 401, 500 or 504 with the server's reply if the message cannot be sent, and 400 while the
 * instance is held after a restore.
 */
export async function sendTestMessage(context: Context, server: MailServer, recipient: string): Promise<void> {
  await requireNotHeld(context);
  const mail = composeMail(context, recipient, {
    subject: 'Test message from Tipstaff',
    body: ['This message shows that Tipstaff can send mail with the SMTP settings that are about to be saved.'],
  });
  const messageId = `<${randomText(22)}@${new URL(context.baseUrl()).hostname}>`;
  const error = errorOf(server, await sendMail(server, { ...mail, messageId, writtenAt: context.clock.now() }));
  if (error !== undefined) throw error;
}

/**
 * Returns the error of a failed test (API reference, `smtp-settings`). Undefined if the server accepted the message.
 */
function errorOf(server: MailServer, outcome: MailOutcome): ApiError | undefined {
  switch (outcome.kind) {
    case 'accepted':
      return undefined;
    case 'credentials-refused':
      return halfAuthorized('credentials-refused', `SMTP credentials invalid${quoted(outcome.reply)}`);
    case 'timed-out':
      return failedElsewhere(504, `SMTP server timed out (${stepWords[outcome.step]}).${advice(server, outcome.step)}`);
    case 'refused':
    case 'failed':
      return failedElsewhere(
        500,
        `SMTP server error (${stepWords[outcome.step]})${explained(outcome)}${outcome.reason === undefined ? advice(server, outcome.step) : ''}`,
      );
  }
}

/** Returns advice for a server that does not respond, which may expect a different type of encryption. */
function advice(server: MailServer, step: MailStep): string {
  if (isImplicit(server)) {
    return step === 'greeting' || step === 'encryption'
      ? ' If connections to this port do not start with TLS, set tls-mode to starttls.'
      : '';
  }
  return step === 'greeting' ? ' If connections to this port start with TLS, set tls-mode to implicit.' : '';
}

const explained = ({ reply, reason }: { readonly reply: string; readonly reason?: string }): string =>
  reason === undefined ? quoted(reply) : `: ${reason}.`;

const quoted = (reply: string): string => (reply === '' ? '.' : `: ${reply}`);
