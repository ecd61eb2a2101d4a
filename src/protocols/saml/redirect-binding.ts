// The HTTP-Redirect binding: a message in the query of an address, with its signature in a parameter of its own.
import { SamlError } from './error.ts';
import { inflated } from './markup.ts';
import type { DetachedSignature } from './signature.ts';

/** A request as the query carries it. */
export interface RedirectedRequest {
  /** Compressed, in base64. */
  readonly request: string;
  readonly relayState: string | undefined;
  /** Undefined when the query has no signature. */
  readonly signature: DetachedSignature | undefined;
}

/** Reads the request in the text after the question mark, as the browser sent it; undefined when it has none. */
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

/** The XML of the request, for debugging; empty when it cannot be read. */
export function redirectedRequestXml(query: string): string {
  try {
    return inflated(redirectedRequest(query)?.request ?? '');
  } catch {
    return '';
  }
}

/** The parameters that the signature covers, in the order of the standard. */
const signedParameters = ['SAMLRequest', 'RelayState', 'SigAlg'];
const knownParameters = [...signedParameters, 'SAMLResponse', 'Signature'];

/** The parameters by name, still escaped: the signature covers the escapes as they were sent. */
function rawParameters(query: string): ReadonlyMap<string, string> {
  const known = query
    .split('&')
    .map(nameAndValue)
    .filter(([name]) => knownParameters.includes(name));
  const byName = new Map(known);
  // When a parameter comes twice, the signer and the reader may each use a different one.
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
