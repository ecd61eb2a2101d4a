// HTTP-Redirect binding: a message in a URL query, with its signature in a separate parameter.
import { SamlError } from './error.ts';
import { inflated } from './markup.ts';
import type { DetachedSignature } from './signature.ts';

/** Request in a URL query. */
export interface RedirectedRequest {
  /** Compressed message in base64. */
  readonly request: string;
  readonly relayState: string | undefined;
  /** Signature of the query. Undefined if the query has no signature. */
  readonly signature: DetachedSignature | undefined;
}

/** Reads the request from a URL query exactly as the browser sent it. Returns undefined if there is none. */
export function redirectedRequest(query: string): RedirectedRequest | undefined {
  const parameters = rawParameters(query);
  const textOf = (name: string): string | undefined => {
    const value = parameters.get(name);
    return value === undefined ? undefined : unescaped(value);
  };
  const request = textOf('SAMLRequest');
  if (request === undefined) return undefined;
  if (parameters.has('SAMLResponse')) throw new SamlError('malformed');
  const relayState = textOf('RelayState');
  const value = textOf('Signature');
  if (value === undefined) return { request, relayState, signature: undefined };
  const octets = signedParameters
    .flatMap((name) => (parameters.has(name) ? [`${name}=${parameters.get(name)}`] : []))
    .join('&');
  return { request, relayState, signature: { octets, algorithm: textOf('SigAlg') ?? '', value } };
}

/** Returns the XML of the request for debugging, or an empty text if it cannot be read. */
export function redirectedRequestXml(query: string): string {
  try {
    return inflated(redirectedRequest(query)?.request ?? '');
  } catch {
    return '';
  }
}

/** Parameters that the signature covers, in the order of the standard. */
const signedParameters = ['SAMLRequest', 'RelayState', 'SigAlg'];
const knownParameters = [...signedParameters, 'SAMLResponse', 'Signature'];

/** Returns the parameters by name, still percent-encoded, because the signature covers the original encoding. */
function rawParameters(query: string): ReadonlyMap<string, string> {
  const known = query
    .split('&')
    .map(nameAndValue)
    .filter(([name]) => knownParameters.includes(name));
  const byName = new Map(known);
  // If a parameter occurs twice, signer and reader may use different values.
  if (byName.size !== known.length) throw new SamlError('malformed');
  return byName;
}

function nameAndValue(parameter: string): readonly [string, string] {
  const equals = parameter.indexOf('=');
  return equals < 0 ? [parameter, ''] : [parameter.slice(0, equals), parameter.slice(equals + 1)];
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new SamlError('malformed');
  }
}
