// Lines of the audit stream. Each line contains a record, the hash of the previous line and its own hash, so the chain
// can be verified without a key. The hash is computed from the parsed members. It stays valid if a receiver stores the
// members in another order or notation.
import { createHash } from 'node:crypto';

/** Line of the audit stream, with its hash. */
export interface StreamLine {
  /** Text of the line: JSON in ASCII, without line feeds. */
  readonly text: string;
  /** SHA-256 of the line, in 64 hexadecimal digits. */
  readonly hash: string;
}

/** Line as it is sent, with values of the record that some transports repeat in a header. */
export interface StreamMessage {
  /** Text of the line, in ASCII. */
  readonly text: string;
  readonly at: string;
  readonly action: string;
  readonly sequence: number;
}

/** Returns the line of a record. `previous` is the hash of the previous line, or null at the start of a stream. */
export function streamLine(record: object, previous: string | null): StreamLine {
  const text = asciiJson({ ...record, previous });
  const hash = lineHash(JSON.parse(text));
  return { text: `${text.slice(0, -1)},"hash":"${hash}"}`, hash };
}

/** Returns the SHA-256 of a line's members, without `hash`, in the canonical form of RFC 8785. */
export const lineHash = (members: object): string => createHash('sha256').update(canonicalJson(members)).digest('hex');

/** Serializes a value with sorted member names and without spaces (RFC 8785). */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join()}}`;
}

const asciiJson = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
