// E-mail messages about accounts.
import { type Actor, actorName } from '../../kernel/actor.ts';
import { providerIn } from '../../protocols/sign-in/claims.ts';
import type { MailMessage } from '../instance/index.ts';

/**
 * Invitation to set a first password for a new account, or for an account that was created with a membership.
 * `isClaimed` means that somebody else uses this address in another account without having confirmed it.
 */
export function invitation(
  {
    username,
    organization,
    isClaimed = false,
  }: { readonly username: string; readonly organization?: string | undefined; readonly isClaimed?: boolean },
  url: string,
): MailMessage {
  return {
    kind: 'invitation',
    subject:
      organization === undefined ? 'Your account at Tipstaff' : `You were invited to ${organization} at Tipstaff`,
    body: [
      ...(organization === undefined ? [] : [`You were invited to the organization ${organization}.`]),
      ...(isClaimed
        ? [
            `The account ${username} uses this address without having confirmed it. If ${username} is your account, do not use the link below. Instead, sign in and confirm the address on your profile page.`,
            `If ${username} is not your account, use the link to set up your own account. The address is then removed from ${username}.`,
          ]
        : [`${organization === undefined ? 'An account was created for you. ' : ''}Your username is ${username}.`]),
      { label: 'Set your password', url },
      'The link expires in 7 days and works once.',
    ],
  };
}

export const passwordReset = (username: string, url: string, lifetime: number): MailMessage => ({
  kind: 'password-reset',
  lifetime,
  subject: 'Set a new password at Tipstaff',
  body: [
    `A new password was requested for the account ${username}.`,
    { label: 'Set a new password', url },
    'The link expires in 30 minutes and works once.',
    'If you did not request a new password, ignore this mail. Your password stays the same.',
  ],
});

/** Notice to the other site administrators that a user became a site administrator. */
export const promotion = (actor: Actor, username: string): MailMessage => ({
  kind: 'promotion',
  subject: `${username} is a site administrator now`,
  body: [`${actorName(actor)} made ${username} a site administrator.`, unexpected],
});

export const twoFactorReset = (actor: Actor, username: string): MailMessage => ({
  kind: 'two-factor-reset',
  subject: 'Your two-factor authentication was turned off',
  body: [
    `${actorName(actor)} turned off the two-factor authentication of your account ${username}.`,
    'You can turn it on again on your profile page.',
    unexpected,
  ],
});

export const twoFactorEnabled = (username: string): MailMessage => ({
  kind: 'two-factor-enabled',
  subject: 'Your two-factor authentication was turned on',
  body: [
    `Two-factor authentication was turned on for your account ${username}. Signing in with the password now also requires a one-time code.`,
    unexpected,
  ],
});

export const tokenRevoked = (actor: Actor, username: string): MailMessage => ({
  kind: 'token-revoked',
  subject: 'An API token of your account was deleted',
  body: [
    `${actorName(actor)} deleted an API token of your account ${username}. Programs that used this token have lost access.`,
    'You can create a new token on the page “API tokens” of your account.',
  ],
});

export const impersonation = (actor: Actor, username: string, at: string): MailMessage => ({
  kind: 'impersonation',
  subject: 'A site administrator is impersonating you',
  body: [
    `${actorName(actor)} started to impersonate your account ${username} at ${at}. The impersonation ends after an hour at the latest.`,
    'The audit log records every action during the impersonation with both names.',
    unexpected,
  ],
});

export function passwordChange(username: string): MailMessage {
  return {
    kind: 'password-change',
    subject: 'Your password at Tipstaff was changed',
    body: [`The password of your account ${username} was changed. All other sessions have ended.`, unexpected],
  };
}

/** Notice of an address change, sent to the previous address. */
export const addressChange = (username: string, email: string): MailMessage => ({
  kind: 'address-change',
  subject: 'Your e-mail address at Tipstaff was changed',
  body: [`Mail for ${username} is now sent to ${email}, and no longer to this address.`, unexpected],
});

/** Mail with a link that confirms a pending address. It is sent to that address. */
export const addressProof = (username: string, url: string, lifetime: number): MailMessage => ({
  kind: 'address-proof',
  lifetime,
  subject: 'Confirm your e-mail address at Tipstaff',
  body: [
    `The owner of the account ${username} wants to use this address for the account.`,
    { label: 'Confirm the address', url },
    'The link expires in 24 hours.',
    'If this is not your account, ignore this mail. The address is then not added to the account.',
  ],
});

/**
 * Mail with a link that proves ownership of the account. It is sent when the account owner asks for it before changing
 * the sign-in methods.
 */
export const ownerLink = (username: string, url: string, lifetime: number): MailMessage => ({
  kind: 'owner-link',
  lifetime,
  subject: 'Confirm a change to your account at Tipstaff',
  body: [
    `Somebody who is signed in as ${username} wants to change the ways to sign in to this account.`,
    { label: 'Yes, this is me', url },
    'The link works for ten minutes, and only in the browser in which you are signed in.',
    'If it was not you, do not open the link, end all sessions of your account, and contact us.',
  ],
});

const identityIn = ({ provider, name_id }: { readonly provider: string; readonly name_id: string }): string =>
  `the identity ${name_id} at the identity provider ${providerIn(provider).name}`;

export const identityLinked = (username: string, identity: Parameters<typeof identityIn>[0]): MailMessage => ({
  kind: 'identity-linked',
  subject: 'A way to sign in was added to your account at Tipstaff',
  body: [
    `Your account ${username} was linked to ${identityIn(identity)}. This identity can now be used to sign in to the account.`,
    unexpected,
  ],
});

export const identityUnlinked = (username: string, identity: Parameters<typeof identityIn>[0]): MailMessage => ({
  kind: 'identity-unlinked',
  subject: 'A way to sign in was removed from your account at Tipstaff',
  body: [`Your account ${username} is no longer linked to ${identityIn(identity)}.`, unexpected],
});

/**
 * Notice that the account lost an unconfirmed address. It is sent to the confirmed address that the account gets back.
 */
export const addressTaken = (username: string, email: string): MailMessage => ({
  kind: 'address-taken',
  subject: 'Your e-mail address at Tipstaff was changed',
  body: [
    `Your account ${username} used the address ${email} without confirming it. Somebody else has confirmed this address, so it now belongs to their account.`,
    `Mail for ${username} is sent to this address again.`,
    unexpected,
  ],
});

const unexpected = 'If you did not expect this, contact us immediately.';
