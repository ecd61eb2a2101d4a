// The mails about accounts, one small template each.
import { type Actor, actorName } from '../../lib/actor.ts';
import type { MailMessage } from '../instance/index.ts';

/** The invitation to set a first password: for a new account, or for a membership with it. */
export function invitation(
  { username, organization }: { readonly username: string; readonly organization?: string | undefined },
  url: string,
): MailMessage {
  return {
    kind: 'invitation',
    subject: organization === undefined ? 'Your account at Reeve' : `You were invited to ${organization} at Reeve`,
    body: [
      organization === undefined
        ? `An account was created for you. Your username is ${username}.`
        : `You were invited to the organization ${organization}. Your username is ${username}.`,
      { label: 'Set your password', url },
      'The link expires in 7 days and works once.',
    ],
  };
}

export function passwordReset(username: string, url: string, lifetime: number): MailMessage {
  return {
    kind: 'password-reset',
    lifetime,
    subject: 'Set a new password at Reeve',
    body: [
      `A new password was requested for the account ${username}.`,
      { label: 'Set a new password', url },
      'The link expires in 30 minutes and works once.',
      'If you did not request it, ignore this mail. Your password stays the same.',
    ],
  };
}

/** For the other administrators. */
export function promotion(actor: Actor, username: string): MailMessage {
  return {
    kind: 'promotion',
    subject: `${username} is a site administrator now`,
    body: [`${actorName(actor)} made ${username} a site administrator.`, unexpected],
  };
}

export function twoFactorReset(actor: Actor, username: string): MailMessage {
  return {
    kind: 'two-factor-reset',
    subject: 'Your two-factor authentication was turned off',
    body: [
      `${actorName(actor)} turned off the two-factor authentication of your account ${username}.`,
      'You can set it up again in your account.',
      unexpected,
    ],
  };
}

export function impersonation(actor: Actor, username: string, at: string): MailMessage {
  return {
    kind: 'impersonation',
    subject: 'A site administrator impersonates you',
    body: [
      `${actorName(actor)} started to impersonate ${username} at ${at}. The impersonation ends after an hour at the latest.`,
      'The audit record has every action with both names.',
      unexpected,
    ],
  };
}

/** For the former address. */
export function addressChange(username: string, email: string): MailMessage {
  return {
    kind: 'address-change',
    subject: 'Your e-mail address at Reeve was changed',
    body: [`Mail to ${username} now goes to ${email}, and no longer to this address.`, unexpected],
  };
}

const unexpected = 'If you did not expect this, write to us at once.';
