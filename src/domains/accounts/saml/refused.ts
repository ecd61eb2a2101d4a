import type { Distrust } from '../../../protocols/saml/refusal.ts';

/** Why somebody is not signed in or out, though the provider's message can be believed. */
type Obstacle =
  | 'off'
  | 'unknown-request'
  | 'another-browser'
  | 'replayed'
  | 'session-over'
  | 'signed-out'
  | 'no-email'
  | 'linked-to-another'
  | 'site-administrator'
  | 'has-password'
  | 'service-account'
  | 'suspended'
  | 'last-administrator';

export type Reason = Distrust | Obstacle;

/** What administrators are told; the audit record has the reason alone, and browsers are told neither. */
export const explanations: Readonly<Record<Reason, string>> = {
  'too-large': 'The message is larger than 256 KiB, or has more than 3,000 elements, or 32 attributes in one.',
  malformed: 'The message is not one of SAML 2.0 in well-formed XML, or not the expected one.',
  doctype: 'The message has a document type.',
  comment: 'The message has a comment.',
  'processing-instruction': 'The message has a processing instruction.',
  'too-deep': 'The message nests deeper than 32 levels.',
  'sign-in-failed': 'The identity provider reports that the sign-in failed.',
  encrypted: 'The assertion, or a name in the message, is encrypted; it has to be signed only.',
  'no-assertion': 'The response has no assertion of a sign-in.',
  wrapped: 'A signature covers something else than what it stands in.',
  unsigned: 'The assertion, or the request to sign out, is not signed.',
  'weak-signature': 'The signature uses an algorithm other than RSA with SHA-256 or SHA-512, such as SHA-1.',
  'bad-signature': 'No certificate in the settings matches the signature.',
  'wrong-issuer': 'The message comes from another identity provider than "idp-entity-id" names.',
  'wrong-audience': 'The assertion is meant for another audience than "metadata-url".',
  'wrong-destination': 'The message is meant for another address than the one in "metadata-url" for its kind.',
  'not-yet-valid': 'The message is not valid yet; perhaps the clocks differ.',
  expired: 'The message has expired; perhaps the clocks differ.',
  unsolicited: 'The response answers no request.',
  'no-name-id': 'The message has no NameID, or one of more than 512 characters.',
  'transient-name-id': 'The NameID is transient: it names nobody for longer than one session.',
  off: 'Single sign-on is not enabled.',
  'unknown-request':
    'The request that the response answers is not known, was answered already, or is older than an hour.',
  'another-browser': 'The response came by another browser than the request.',
  replayed: 'The message was used before.',
  'session-over': 'The session that the request was made in has ended, or may no longer ask that.',
  'signed-out': 'The identity provider has ended the session since it vouched for it.',
  'no-email': 'Neither the NameID nor an attribute such as "Email" is an e-mail address.',
  'linked-to-another':
    'The account is linked to another name at the identity provider, or the name to another account.',
  'site-administrator': 'The account is a site administrator, who links it while signed in.',
  'has-password': 'The account has a password; its owner links it while signed in.',
  'service-account': 'The account belongs to a program.',
  suspended: 'The account is suspended.',
  'last-administrator': 'The person would no longer be an administrator, and nobody else is.',
};

/** Thrown where somebody is not signed in, or not signed out. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(explanations[reason]);
    this.reason = reason;
  }
}
