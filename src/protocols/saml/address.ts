// What a browser brings in an address (the redirect binding): a message, and a signature beside it.
import { inflated } from './markup.ts';
import { Distrusted } from './refusal.ts';
import type { Detached } from './signature.ts';

/** What the signature covers, in the order in which it does. */
const covered = ['SAMLRequest', 'RelayState', 'SigAlg'];
const known = [...covered, 'SAMLResponse', 'Signature'];

/** A request as an address carries it. */
export interface Carried {
  /** Compressed, in base64. */
  readonly request: string;
  readonly relayState: string | undefined;
  /** Undefined without a signature. */
  readonly signed: Detached | undefined;
}

const pairOf = (field: string): readonly [string, string] => {
  const mark = field.indexOf('=');
  return mark < 0 ? [field, ''] : [field.slice(0, mark), field.slice(mark + 1)];
};

/** The parameters by name, with their escapes as they were sent: a signature covers those, too. */
const sentIn = (query: string): ReadonlyMap<string, string> => {
  const sent = query
    .split('&')
    .map(pairOf)
    .filter(([name]) => known.includes(name));
  const byName = new Map(sent);
  // Of two of a name, the signer and the reader may each mean another one.
  if (byName.size !== sent.length) throw new Distrusted('malformed');
  return byName;
};

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Distrusted('malformed');
  }
};

/** The request in an address; undefined where there is none. `query` is what follows its question mark, as it was sent. */
export const carriedIn = (query: string): Carried | undefined => {
  const sent = sentIn(query);
  const textOf = (name: string): string | undefined => {
    const value = sent.get(name);
    return value === undefined ? undefined : unescaped(value);
  };
  const request = textOf('SAMLRequest');
  if (request === undefined) return undefined;
  if (sent.has('SAMLResponse')) throw new Distrusted('malformed');
  const relayState = textOf('RelayState');
  const signature = textOf('Signature');
  if (signature === undefined) return { request, relayState, signed: undefined };
  const octets = covered.flatMap((name) => (sent.has(name) ? [`${name}=${sent.get(name)}`] : [])).join('&');
  return { request, relayState, signed: { octets, algorithm: textOf('SigAlg') ?? '', signature } };
};

/** The text of such a request, for people to look at; empty where it cannot be read. */
export const requestTextIn = (query: string): string => {
  try {
    return inflated(carriedIn(query)?.request ?? '');
  } catch {
    return '';
  }
};
