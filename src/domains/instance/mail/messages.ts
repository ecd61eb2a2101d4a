// The mails of the service, one small template each.
import { type Actor, impersonatorOf } from '../../../lib/actor.ts';
import type { MailMessage } from './enqueue.ts';

/** Who did it, as the people whom it concerns are told: the person behind an impersonation, if there is one. */
const actorName = (actor: Actor): string => {
  const { identity } = actor;
  const impersonator = impersonatorOf(actor);
  if (impersonator !== undefined) return impersonator.username;
  return identity.kind === 'user' ? identity.username : 'the operator of this service';
};

const notYou = 'If this comes as a surprise, write to us at once.';

/** A link that sets a first password, to somebody who was invited into an organization or got an account. */
export const invitation = (
  { username, organization }: { readonly username: string; readonly organization?: string | undefined },
  url: string,
): MailMessage => ({
  kind: 'invitation',
  subject: organization === undefined ? 'Your account at Reeve' : `You were invited to ${organization} at Reeve`,
  body: [
    organization === undefined
      ? `An account was made for you. Your username is ${username}.`
      : `You were invited to the organization ${organization}. Your username is ${username}.`,
    { label: 'Set your password', url },
    'The link is good for seven days, and for once.',
  ],
});

/** To somebody with an account who has become a member of an organization. */
export const welcome = (actor: Actor, organization: string): MailMessage => ({
  kind: 'welcome',
  subject: `You are a member of ${organization} at Reeve`,
  body: [`${actorName(actor)} has made you a member of the organization ${organization}.`],
});

export const passwordReset = (username: string, url: string, lifetime: number): MailMessage => ({
  kind: 'password-reset',
  lifetime,
  subject: 'Set a new password at Reeve',
  body: [
    `Somebody asked for a new password of the account ${username}.`,
    { label: 'Set a new password', url },
    'The link is good for 30 minutes, and for once.',
    'If it was not you who asked, there is nothing to do: your password stays as it is.',
  ],
});

/** To the other administrators. */
export const promotion = (actor: Actor, username: string): MailMessage => ({
  kind: 'promotion',
  subject: `${username} is a site administrator now`,
  body: [`${actorName(actor)} has made ${username} a site administrator.`, notYou],
});

export const twoFactorReset = (actor: Actor, username: string): MailMessage => ({
  kind: 'two-factor-reset',
  subject: 'Your two-factor authentication was turned off',
  body: [
    `${actorName(actor)} has turned off the two-factor authentication of your account ${username}.`,
    'You can set it up again in your account.',
    notYou,
  ],
});

export const impersonation = (actor: Actor, username: string, at: string): MailMessage => ({
  kind: 'impersonation',
  subject: 'A site administrator acts as you',
  body: [
    `${actorName(actor)} began to act as ${username} at ${at}, for an hour at most.`,
    'What is done meanwhile is recorded with both names.',
    notYou,
  ],
});

/** To the address that was given up. */
export const addressChange = (username: string, email: string): MailMessage => ({
  kind: 'address-change',
  subject: 'Your e-mail address at Reeve was changed',
  body: [`Mail to ${username} goes to ${email} from now on, and no longer to this address.`, notYou],
});
