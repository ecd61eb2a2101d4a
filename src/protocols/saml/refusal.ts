/** Why what an identity provider is said to have sent is not believed. */
export type Distrust =
  // What it is written like.
  | 'too-large'
  | 'malformed'
  | 'doctype'
  | 'comment'
  | 'processing-instruction'
  | 'too-deep'
  // What it is made of.
  | 'sign-in-failed'
  | 'encrypted'
  | 'no-assertion'
  | 'wrapped'
  // Who signed it.
  | 'unsigned'
  | 'weak-signature'
  | 'bad-signature'
  // What it says.
  | 'wrong-issuer'
  | 'wrong-audience'
  | 'wrong-destination'
  | 'not-yet-valid'
  | 'expired'
  | 'unsolicited'
  | 'no-name-id'
  | 'transient-name-id';

/** Thrown where a message is not believed. */
export class Distrusted extends Error {
  override readonly name = 'Distrusted';
  readonly reason: Distrust;

  constructor(reason: Distrust) {
    super(`SAML message refused: ${reason}`);
    this.reason = reason;
  }
}
