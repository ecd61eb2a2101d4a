// Error codes and messages that all sign-in protocols share.

/**
 * Error messages for administrators. The audit record contains the code. Other users see neither the message nor the
 * code.
 */
export const signInErrorMessages = {
  // Errors about groups.
  'groups-not-sent':
    'The identity provider did not send the groups, because the user is in too many groups. Assign groups to the application, or filter them.',
  'groups-absent':
    'The identity provider sent no groups for a user whose team memberships or site administrator role come from groups. The memberships and the role are suspended until a sign-in that sends groups. With the setting "groups-absent" = "none", a sign-in without groups removes them.',
  // Errors about the request that the response answers.
  off: 'Single sign-on is not enabled.',
  'unknown-request': 'The response answers a request that is unknown, already answered, or older than ten minutes.',
  'another-browser': 'The response and the request came from different browsers.',
  replayed: 'The message was already used.',
  'session-over': 'The session that made the request has ended, or is no longer allowed to make such a request.',
  'signed-out': 'The identity provider ended the session after it had issued the assertion.',
  'not-signed-in-again':
    'The identity provider did not confirm that the user signed in again within the last five minutes (auth_time, AuthnInstant), so the sign-in does not prove whose session it is.',
  // Errors that concern the account.
  'no-email': 'The identity provider sent no verified e-mail address, so no account can be determined.',
  'no-new-accounts':
    'No account is linked to this identity, and the settings do not allow creating an account for its e-mail address.',
  'linked-to-another':
    'The account is linked to a different identity at the identity provider, or this identity is linked to a different account. An administrator can remove the link.',
  'linked-elsewhere':
    'The account uses a different identity provider. Its owner must sign in through that provider, and then link this provider.',
  'site-administrator': 'The account is a site administrator. Its owner must sign in, and then link this identity.',
  'has-password': 'The account has a password. Its owner must sign in, and then link this identity.',
  'service-account': 'The account is a service account.',
  suspended: 'The account is suspended.',
  'identity-to-confirm':
    'The account is suspended or has not been used for a long time, so its e-mail address may belong to another person by now. An administrator must confirm the identity or unlink it.',
  'last-administrator': 'This sign-in would remove the site administrator role from the last site administrator.',
} as const;

export type SignInErrorCode = keyof typeof signInErrorMessages;

/** Thrown if a sign-in or another message from an identity provider is refused. */
export class SignInError extends Error {
  override readonly name: string = 'SignInError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Creates the error for a code that all sign-in protocols share. */
export const refusal = (code: SignInErrorCode): SignInError => new SignInError(code, signInErrorMessages[code]);
