// Error codes and messages of sign-ins with SAML.
import { SignInError, signInErrorMessages } from '../sign-in/error.ts';

/**
 * Error messages for administrators. The audit record contains the code. Other users see neither the message nor the
 * code.
 */
export const samlErrorMessages = {
  ...signInErrorMessages,
  // Errors in the format of the message.
  'too-large':
    'The message is larger than 256 KiB, has more than 3,000 elements, or has an element with more than 32 attributes.',
  malformed: 'The message is not well-formed XML, or not the SAML 2.0 message that is expected here.',
  doctype: 'The message contains a document type declaration.',
  comment: 'The message contains a comment.',
  'processing-instruction': 'The message contains a processing instruction.',
  'too-deep': 'The message has elements nested deeper than 32 levels.',
  // Errors about the elements of the message.
  'sign-in-failed': 'The identity provider reports that the sign-in failed.',
  encrypted: 'The assertion, or a name in the message, is encrypted. Turn encryption off at the identity provider.',
  'no-assertion': 'The response has no assertion about a sign-in.',
  wrapped: 'A signature does not cover the element that contains the signature.',
  // Errors about signatures and keys.
  unsigned: 'The assertion, or the logout request, is not signed.',
  'weak-signature': 'The signature uses an algorithm other than RSA with SHA-256 or SHA-512, such as SHA-1.',
  'bad-signature': 'The signature matches no IdP certificate ("idp-cert") in the settings.',
  'idp-certificate-unreadable':
    'The IdP certificate ("idp-cert") in the settings cannot be read, or has no RSA key, so no signature can be verified.',
  'private-key-unreadable':
    'Requests must be signed ("authn-requests-signed"), but the private key ("private-key") in the settings is not an RSA key in PEM format.',
  // Errors in the content of the message.
  'wrong-issuer': 'The message comes from a different identity provider than the setting "idp-entity-id" names.',
  'wrong-audience': 'The audience of the assertion is not the entity ID of this service ("metadata-url").',
  'wrong-destination':
    'The message was sent to an address other than the ACS URL ("acs-consumer-url") or the logout URL in the metadata.',
  'not-yet-valid': 'The message is not valid yet. Compare the clocks of both servers.',
  expired: 'The message has expired. Compare the clocks of both servers.',
  unsolicited: 'The response does not answer a request of this service.',
  'several-confirmations': 'The assertion has several bearer confirmations for the ACS URL ("acs-consumer-url").',
  'unreadable-attribute':
    'An attribute that the settings name has a value with XML elements. Configure the identity provider to send it as text.',
  'no-name-id': 'The message has no NameID, or the NameID is longer than 512 characters.',
  'transient-name-id': 'The NameID is transient: it changes with each session, so no account can be linked to it.',
  // Errors about the account.
  'no-email':
    'The assertion has no e-mail address in the attribute that the setting "attr-email" names, in an attribute such as "Email", or in the NameID.',
} as const;

export type SamlErrorCode = keyof typeof samlErrorMessages;

/** Thrown if a SAML message or its sign-in is refused. */
export class SamlError extends SignInError {
  override readonly name = 'SamlError';
  declare readonly code: SamlErrorCode;

  constructor(code: SamlErrorCode) {
    super(code, samlErrorMessages[code]);
  }
}
