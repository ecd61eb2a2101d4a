// A request of the identity provider's to end sessions: it is foreign until a signature vouches for it.
import { type Carried, carriedIn } from './address.ts';
import { nameIn, requireIssuer } from './assertion.ts';
import { decoded, inflated, plainMarkup } from './markup.ts';
import type { IdentityProvider } from './parties.ts';
import { type Distrust, Distrusted } from './refusal.ts';
import { identifierOf, requireDetached, requireSignaturesOnlyIn, signedContent } from './signature.ts';
import { clockSkew, endOf, momentIn } from './times.ts';
import { allIn, attributeOf, childrenOf, isNamed, parseXml, textOf, type XmlElement } from './xml.ts';

/** How long such a request is good after it was made, however long it says, in milliseconds. */
const longestRequest = 5 * 60_000;
/** Ten times what the standard lets providers send. */
const longestRelayState = 800;

/** Which sessions the provider says are to end. */
export interface LogoutRequest {
  readonly id: string;
  readonly issuer: string;
  readonly nameId: string;
  /** What the provider calls the sessions; none stand for all of that name. */
  readonly sessionIndexes: readonly string[];
  /** When it was made, in milliseconds since 1970. */
  readonly issuedAt: number;
  /** From when on nobody takes it any more, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Whom a request has to be from, where it has to go to, and what time it is. */
export interface LogoutExpected {
  readonly identityProvider: IdentityProvider;
  /** Where this service takes such requests. */
  readonly logoutUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A request that can be believed, and what the provider wants back with the answer; or why it cannot. */
export type LogoutReading =
  | { readonly request: LogoutRequest; readonly relayState: string | undefined }
  | { readonly refused: Distrust };

/** When it was made, and until when it is good: that it need not say, so not for long. */
const timesIn = (element: XmlElement, now: number) => {
  const issuedAt = momentIn(element, 'IssueInstant');
  if (issuedAt === undefined) throw new Distrusted('malformed');
  if (issuedAt > now + clockSkew) throw new Distrusted('not-yet-valid');
  const expiresAt = Math.min(endOf(element, now), issuedAt + longestRequest + clockSkew);
  if (expiresAt <= now) throw new Distrusted('expired');
  return { issuedAt, expiresAt };
};

const readRequest = (element: XmlElement, { identityProvider, logoutUrl, now }: LogoutExpected): LogoutRequest => {
  if (attributeOf(element, 'Destination') !== logoutUrl) throw new Distrusted('wrong-destination');
  const issuer = requireIssuer(element, identityProvider);
  const times = timesIn(element, now);
  if (childrenOf(element, 'assertion', 'EncryptedID').length > 0) throw new Distrusted('encrypted');
  const { nameId } = nameIn(element);
  const sessionIndexes = childrenOf(element, 'protocol', 'SessionIndex').map((each) => textOf(each) ?? '');
  return { id: identifierOf(element), issuer, nameId, sessionIndexes, ...times };
};

const requestIn = (text: string): XmlElement => {
  const root = parseXml(text);
  if (!isNamed(root, 'protocol', 'LogoutRequest')) throw new Distrusted('malformed');
  return root;
};

/** A request that a form brought: the signature stands in it. */
const signedInForm = (field: string, { identityProvider }: LogoutExpected): XmlElement => {
  const text = plainMarkup(decoded(field));
  const root = requestIn(text);
  if (allIn(root).filter(({ localName }) => localName === 'LogoutRequest').length > 1) throw new Distrusted('wrapped');
  requireSignaturesOnlyIn(root, [root]);
  return signedContent(text, root, identityProvider.certificates);
};

/** A request that an address brought: the signature stands beside it, and covers all of it. */
const signedInAddress = ({ request, signed }: Carried, { identityProvider }: LogoutExpected): XmlElement => {
  if (signed === undefined) throw new Distrusted('unsigned');
  requireDetached(signed, identityProvider.certificates);
  return requestIn(plainMarkup(inflated(request)));
};

const reading = (believed: () => XmlElement, relayState: string | undefined, expected: LogoutExpected) => {
  if (relayState !== undefined && relayState.length > longestRelayState) throw new Distrusted('too-large');
  return { request: readRequest(believed(), expected), relayState };
};

const orRefusal = (read: () => LogoutReading): LogoutReading => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Distrusted) return { refused: error.reason };
    throw error;
  }
};

/** A request as a form brings it. */
export interface PostedRequest {
  /** In base64. */
  readonly request: string;
  readonly relayState: string | undefined;
}

/** Reads a request that came in a form. Whether it was taken before is for the caller to know. */
export const readPostedLogout = ({ request, relayState }: PostedRequest, expected: LogoutExpected): LogoutReading =>
  orRefusal(() => reading(() => signedInForm(request, expected), relayState, expected));

/** Like `readPostedLogout`, for the query of an address, as it was sent. */
export const readCarriedLogout = (query: string, expected: LogoutExpected): LogoutReading =>
  orRefusal(() => {
    const carried = carriedIn(query);
    if (carried === undefined) throw new Distrusted('malformed');
    return reading(() => signedInAddress(carried, expected), carried.relayState, expected);
  });
