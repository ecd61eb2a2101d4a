// A line of the audit stream: a record, the hash of the line before it, and its own. Nobody needs a key to follow the chain
// of hashes. The hash is over the members and not over their bytes, so that it survives a receiver that stores them in
// another order or notation.
import { createHash } from 'node:crypto';

/** A line, and what its successor and its transport need of it. */
export interface StreamLine {
  /** JSON in ASCII, without a line feed. */
  readonly text: string;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

/** A line as it is sent, with the facts of it that some transports repeat in a header. */
export interface StreamMessage {
  /** In ASCII. */
  readonly text: string;
  readonly at: string;
  readonly action: string;
  readonly sequence: number;
}

/** The line of a record; `previous` is the hash of the line before, null at the start of a stream. */
export function streamLine(record: object, previous: string | null): StreamLine {
  const text = asciiJson({ ...record, previous });
  const hash = lineHash(JSON.parse(text));
  return { text: `${text.slice(0, -1)},"hash":"${hash}"}`, hash };
}

/** SHA-256 of the members of a line without `hash`, in the canonical form of RFC 8785. */
export const lineHash = (members: object): string => createHash('sha256').update(canonicalJson(members)).digest('hex');

/** Members in the order of their names, without spaces (RFC 8785). */
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
