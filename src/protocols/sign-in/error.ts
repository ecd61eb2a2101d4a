// Reasons why a sign-in is refused that all protocols share.

/** Error messages for administrators. The audit record contains the code. Other users see neither. */
export const signInErrorMessages = {
  // Groups.
  'groups-not-sent':
    'The identity provider did not send the groups, since the person is in too many: assign groups to the application, or filter them.',
  'groups-absent':
    'The identity provider sent no groups for a person who had teams, or the role of site administrator, by them. These are suspended until a sign-in that sends groups; with the setting "groups-absent" = "none" a sign-in without groups takes them away.',
  // Request that the response answers.
  off: 'Single sign-on is not enabled.',
  'unknown-request': 'The response answers a request that is unknown, already answered, or older than ten minutes.',
  'another-browser': 'The response came from another browser than the request.',
  replayed: 'The message was already used.',
  'session-over': 'The session that made the request has ended, or may not make such a request any more.',
  'signed-out': 'The identity provider ended the session after it had issued the assertion.',
  'not-signed-in-again':
    'The identity provider did not say that the person signed in again within the last five minutes (auth_time, AuthnInstant), so the sign-in does not prove whose session it is.',
  // Account.
  'no-email': 'The identity provider sent no e-mail address that it vouches for, so no account can be chosen.',
  'no-new-accounts': 'No account is linked to the name, and the settings let no account be created for its address.',
  'linked-to-another':
    'The account is linked to another name at the identity provider, or the name to another account. An administrator can unlink it.',
  'linked-elsewhere':
    'The account is entered through another identity provider. Its owner has to sign in there and link this one.',
  'site-administrator': 'The account is a site administrator. Its owner has to sign in and link it.',
  'has-password': 'The account has a password. Its owner has to sign in and link it.',
  'service-account': 'The account is a service account.',
  suspended: 'The account is suspended.',
  'identity-to-confirm':
    "The account is suspended or was unused for long, and the e-mail address by which it would be entered may be another person's by now. An administrator has to confirm the identity, or unlink it.",
  'last-administrator': 'This sign-in would take the site administrator role from the last site administrator.',
} as const;

export type SignInErrorCode = keyof typeof signInErrorMessages;

/** Thrown if a message from an identity provider, or the sign-in in it, is refused. */
export class SignInError extends Error {
  override readonly name: string = 'SignInError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Creates the error for a reason that all protocols share. */
export const refusal = (code: SignInErrorCode): SignInError => new SignInError(code, signInErrorMessages[code]);
