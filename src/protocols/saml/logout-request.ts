// Reads a LogoutRequest of the identity provider. No content of the request is trusted until the signature is verified.
import { nameIdOf, requireIssuer } from './assertion.ts';
import { SamlError } from './error.ts';
import { decoded, inflated, safeMarkup } from './markup.ts';
import type { IdentityProvider } from './parties.ts';
import { redirectedRequest } from './redirect-binding.ts';
import { identifierOf, requireDetachedSignature, requireSignaturesOnlyIn, verifiedContent } from './signature.ts';
import { clockSkew, endOfValidity, timeOf } from './validity.ts';
import { allIn, attributeOf, childrenOf, isNamed, parseXml, textOf, type XmlElement } from './xml.ts';

/** Sessions that the provider asks to end. */
interface LogoutRequest {
  readonly id: string;
  readonly issuer: string;
  readonly nameId: string;
  /** Provider's session indexes. Empty if the provider asks to end all sessions of the user. */
  readonly sessionIndexes: readonly string[];
  /** Time at which the request was issued, in milliseconds since 1970. */
  readonly issuedAt: number;
  /** Time in milliseconds since 1970 from which the request is refused. */
  readonly expiresAt: number;
}

/** Values that a request must match to be accepted. */
export interface ExpectedLogout {
  readonly identityProvider: IdentityProvider;
  /** URL at which this service receives logout requests. */
  readonly logoutUrl: string;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
}

/** Verified request, and the relay state to return with the response. */
export interface VerifiedSamlLogout {
  readonly request: LogoutRequest;
  readonly relayState: string | undefined;
}

/** Request in a form (HTTP-POST binding). */
export interface PostedRequest {
  /** The request message in base64. */
  readonly request: string;
  readonly relayState: string | undefined;
}

/** Verifies a request from a form. Throws `SamlError` if the request is invalid. The caller must check for replays. */
export function readPostedLogout({ request, relayState }: PostedRequest, expected: ExpectedLogout): VerifiedSamlLogout {
  requireShortRelayState(relayState);
  return { request: readRequest(verifiedPost(request, expected), expected), relayState };
}

/**
 * Same as `readPostedLogout`, for a request from a URL query. The query must be passed exactly as the browser sent it.
 */
export function readRedirectedLogout(query: string, expected: ExpectedLogout): VerifiedSamlLogout {
  const redirected = redirectedRequest(query);
  if (redirected === undefined) throw new SamlError('malformed');
  const { request, relayState, signature } = redirected;
  requireShortRelayState(relayState);
  if (signature === undefined) throw new SamlError('unsigned');
  requireDetachedSignature(signature, expected.identityProvider.certificates);
  return { request: readRequest(logoutElement(safeMarkup(inflated(request))), expected), relayState };
}

/** Maximum length of the relay state in characters. It is ten times the limit of the standard. */
const maxRelayStateLength = 800;

function requireShortRelayState(relayState: string | undefined): void {
  if (relayState !== undefined && relayState.length > maxRelayStateLength) throw new SamlError('too-large');
}

/** Verifies the request's signature, which must cover the whole request. Returns the signed request. */
function verifiedPost(field: string, { identityProvider }: ExpectedLogout): XmlElement {
  const xml = safeMarkup(decoded(field));
  const root = logoutElement(xml);
  if (allIn(root).filter(({ localName }) => localName === 'LogoutRequest').length > 1) throw new SamlError('wrapped');
  requireSignaturesOnlyIn(root, [root]);
  return verifiedContent(xml, root, identityProvider.certificates);
}

function logoutElement(xml: string): XmlElement {
  const root = parseXml(xml);
  if (!isNamed(root, 'protocol', 'LogoutRequest')) throw new SamlError('malformed');
  return root;
}

function readRequest(element: XmlElement, { identityProvider, logoutUrl, now }: ExpectedLogout): LogoutRequest {
  if (attributeOf(element, 'Destination') !== logoutUrl) throw new SamlError('wrong-destination');
  const issuer = requireIssuer(element, identityProvider);
  const times = timesOf(element, now);
  if (childrenOf(element, 'assertion', 'EncryptedID').length > 0) throw new SamlError('encrypted');
  const { nameId } = nameIdOf(element);
  const sessionIndexes = childrenOf(element, 'protocol', 'SessionIndex').map((each) => textOf(each) ?? '');
  return { id: identifierOf(element), issuer, nameId, sessionIndexes, ...times };
}

/** Maximum lifetime of a request in milliseconds, because the standard does not require an end time in the message. */
const maxLifetime = 5 * 60_000;

function timesOf(element: XmlElement, now: number): Pick<LogoutRequest, 'issuedAt' | 'expiresAt'> {
  const issuedAt = timeOf(element, 'IssueInstant');
  if (issuedAt === undefined) throw new SamlError('malformed');
  if (issuedAt > now + clockSkew) throw new SamlError('not-yet-valid');
  const expiresAt = Math.min(endOfValidity(element, now), issuedAt + maxLifetime + clockSkew);
  if (expiresAt <= now) throw new SamlError('expired');
  return { issuedAt, expiresAt };
}
