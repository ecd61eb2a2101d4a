// Verifies lines of the audit stream that a receiver has stored. Neither a key nor the service is needed.
import { lineHash } from './line.ts';

/** Sequence number of the last line of a stream, and the hash of that line. */
export interface StreamHead {
  readonly sequence: number;
  readonly hash: string;
}

/** First error in a stream. */
interface StreamFault {
  /** Sequence number of the first record that differs from what was sent. Null if the line has no sequence number. */
  readonly sequence: number | null;
  /** Number of the line at which the error was detected, counted from 1. Null for the end of the file. */
  readonly line: number | null;
  readonly detail: string;
}

/** Restore of the instance from a backup. After the restore, the stream continues from an earlier record. */
export interface StreamRestore {
  /** Time of the restore, and name of the user who did it. */
  readonly at: string;
  readonly by: string;
  /**
   * Sequence numbers of the first and last record that the receiver got earlier and that the restored instance lacks.
   */
  readonly from: number;
  readonly to: number;
}

export interface StreamVerification {
  readonly lines: number;
  /** Number of repeated lines, which occur if the receiver got a batch twice. */
  readonly repeated: number;
  /** Sequence number of the first record. Null if there are no lines. */
  readonly first: number | null;
  /** Hash of the line before the first one. Null at the start of a stream. */
  readonly previous: string | null;
  /** Sequence number and hash of the last line. Null if there are no lines. */
  readonly head: StreamHead | null;
  readonly restores: readonly StreamRestore[];
  readonly fault: StreamFault | null;
}

/**
 * Stream heads that the user stored elsewhere. The lines must continue after the head `after` and must contain the head
 * `head`.
 */
export interface ExpectedHeads {
  readonly after?: StreamHead | undefined;
  readonly head?: StreamHead | undefined;
  /** Whether records that were replaced by a restore are accepted. */
  readonly takesRestores?: boolean;
}

interface Line extends StreamHead {
  readonly previous: string | null;
  /** Time and author of a restore, if the line is the record of the restore. */
  readonly restore: Pick<StreamRestore, 'at' | 'by'> | undefined;
  readonly isIntact: boolean;
}

interface Walk {
  readonly expected: ExpectedHeads;
  /** Hashes of the most recent lines, by sequence number. */
  readonly hashes: Map<number, string>;
  readonly restores: StreamRestore[];
  lines: number;
  repeated: number;
  begin: Line | undefined;
  /** Last accepted line, which the next line must follow. */
  at: StreamHead | undefined;
  /** Sequence number of the last record before the first error. */
  intact: number;
  hashAtHead: string | undefined;
  fault: StreamFault | undefined;
}

/** Action of the record that a restore writes. */
const restoreAction = 'instance.restore';

/**
 * Number of recent lines with which repeated lines are compared. Usually, a receiver gets only the last batch twice.
 */
const maxRemembered = 100_000;

/** Parses a stream head of the form `<sequence>:<hash>`. Returns undefined for any other text. */
export function readStreamHead(text: string): StreamHead | undefined {
  const [, sequence, hash = ''] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return sequence === undefined ? undefined : { sequence: Number(sequence), hash };
}

export const streamHeadText = ({ sequence, hash }: StreamHead): string => `${sequence}:${hash}`;

/**
 * Verifies lines in the order in which they were received. Any text before the first brace of a line is treated as a
 * syslog header.
 */
export async function verifyStream(
  lines: AsyncIterable<string>,
  expected: ExpectedHeads = {},
): Promise<StreamVerification> {
  const { after } = expected;
  const counts = { lines: 0, repeated: 0, intact: after?.sequence ?? 0 };
  const state = { begin: undefined, at: after, hashAtHead: undefined, fault: undefined };
  const walk: Walk = { expected, hashes: new Map(), restores: [], ...counts, ...state };
  for await (const text of lines) if (text.trim() !== '') take(walk, text);
  compareEnd(walk);
  const { begin, at, restores, fault = null } = walk;
  return {
    lines: walk.lines,
    repeated: walk.repeated,
    first: begin?.sequence ?? null,
    previous: begin?.previous ?? null,
    head: begin === undefined || at === undefined ? null : { sequence: at.sequence, hash: at.hash },
    restores,
    fault,
  };
}

function take(walk: Walk, text: string): void {
  walk.lines += 1;
  const line = lineIn(text);
  if (line === undefined) report(walk, null, `Line ${walk.lines} is not a line of an audit stream.`);
  else if (line.restore !== undefined && isForkAt(walk, line)) fork(walk, line, line.restore);
  else if (isPassed(walk, line)) repeat(walk, line);
  else advance(walk, line);
}

/**
 * Whether a line has a sequence number that an earlier line already had. False for the first line of a stream that
 * starts again.
 */
const isPassed = ({ at, hashes }: Walk, { sequence, previous, hash }: Line): boolean =>
  at !== undefined && sequence <= at.sequence && (previous !== null || hashes.get(sequence) === hash);

/**
 * Whether a line has the sequence number and the predecessor of an earlier line but different content, as does the
 * first line after a restore.
 */
const isForkAt = ({ at, hashes }: Walk, { sequence, previous, hash, isIntact }: Line): boolean =>
  at !== undefined &&
  sequence <= at.sequence &&
  isIntact &&
  hashes.get(sequence) !== hash &&
  hashes.get(sequence - 1) === previous;

/**
 * Continues with the stream of a restored instance. Its records replace those that the receiver got before the restore,
 * beginning with the sequence number of this line.
 */
function fork(walk: Walk, line: Line, restore: Pick<StreamRestore, 'at' | 'by'>): void {
  const { sequence: from } = line;
  const { at, hashes, expected } = walk;
  const to = at?.sequence ?? from;
  walk.restores.push({ ...restore, from, to });
  if (expected.takesRestores !== true) report(walk, from, restored({ ...restore, from, to }));
  for (const place of hashes.keys()) if (place >= from) hashes.delete(place);
  walk.intact = Math.min(walk.intact, from - 1);
  follow(walk, line);
}

function advance(walk: Walk, line: Line): void {
  const { at } = walk;
  if (at === undefined) walk.intact = line.sequence - 1;
  else if (line.previous === null) restart(walk, line);
  else compareLink(walk, line, at);
  if (!line.isIntact) report(walk, line.sequence, changed(line.sequence));
  follow(walk, line);
}

/** Handles a line with an earlier sequence number: the receiver got it twice or too late. */
function repeat(walk: Walk, { sequence, hash, isIntact }: Line): void {
  const { hashes, fault, expected, lines } = walk;
  const isBeforeFile = sequence <= (expected.after?.sequence ?? 0);
  if (!isIntact) report(walk, sequence, changed(sequence));
  else if (isBeforeFile || hashes.get(sequence) === hash) walk.repeated += 1;
  else if (fault?.sequence === sequence)
    walk.fault = { ...fault, detail: `Record ${sequence} is out of order: it is in line ${lines}.` };
  else report(walk, sequence, `Record ${sequence} is repeated with different contents.`);
}

/**
 * Handles a stream that starts again. If the repeated records include the one with the first error, the error is
 * withdrawn.
 */
function restart(walk: Walk, { sequence }: Line): void {
  const { fault, intact } = walk;
  if (typeof fault?.sequence === 'number' && sequence <= fault.sequence) {
    walk.fault = undefined;
    walk.intact = sequence - 1;
  } else if (sequence > intact + 1) report(walk, intact + 1, missing(intact + 1, sequence - 1));
}

function compareLink(walk: Walk, { sequence, previous }: Line, at: StreamHead): void {
  const next = at.sequence + 1;
  if (sequence > next) report(walk, next, missing(next, sequence - 1));
  else if (previous !== at.hash)
    report(walk, at.sequence, `${changed(at.sequence)} Record ${sequence} contains the hash of a different line.`);
}

function follow(walk: Walk, line: Line): void {
  const { hashes, expected } = walk;
  walk.begin ??= line;
  walk.at = line;
  if (walk.fault === undefined) walk.intact = Math.max(walk.intact, line.sequence);
  if (line.sequence === expected.head?.sequence) walk.hashAtHead = line.hash;
  hashes.set(line.sequence, line.hash);
  const [oldest] = hashes.size > maxRemembered ? hashes.keys() : [];
  if (oldest !== undefined) hashes.delete(oldest);
}

/**
 * Compares the last line with the head that was stored elsewhere. Without that head, a truncated file cannot be
 * detected.
 */
function compareEnd(walk: Walk): void {
  const { head } = walk.expected;
  if (head === undefined && walk.lines === 0) report(walk, null, 'There are no lines, so nothing was verified.', null);
  if (head === undefined) return;
  const { sequence, hash } = head;
  const last = walk.at?.sequence ?? 0;
  if (sequence > last) report(walk, last + 1, missing(last + 1, sequence), null);
  else if (walk.hashAtHead !== hash)
    report(walk, sequence, `Record ${sequence}, or an earlier one, differs from what was sent.`, null);
}

/** Records an error. Only the first one is kept. */
function report(walk: Walk, sequence: number | null, detail: string, line: number | null = walk.lines): void {
  walk.fault ??= { sequence, line, detail };
}

/** Parses a line. Returns undefined if it is not a line of an audit stream. */
function lineIn(text: string): Line | undefined {
  try {
    const json = text.slice(Math.max(text.indexOf('{'), 0));
    const { hash, ...members } = Object(JSON.parse(json));
    const { sequence, previous, action, at, actor } = members;
    const isLink = previous === null || isHash(previous);
    if (!Number.isSafeInteger(sequence) || sequence < 1 || !isLink || !isHash(hash)) return undefined;
    return {
      sequence,
      previous,
      hash,
      restore: action === restoreAction ? { at: String(at), by: String(Object(actor).name) } : undefined,
      isIntact: lineHash(members) === hash && namesIn(json) === memberCount(members) + 1,
    };
  } catch {
    return undefined;
  }
}

/**
 * Counts the member names in a JSON text, to detect duplicate names. Receivers differ in which of the two values they
 * use.
 */
function namesIn(json: string): number {
  let names = 0;
  let isInText = false;
  for (const [token] of json.matchAll(/\\.|"\s*:?/g)) {
    if (token.startsWith('\\')) continue;
    if (isInText && token.endsWith(':')) names += 1;
    isInText = !isInText;
  }
  return names;
}

const memberCount = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, each) => sum + memberCount(each), own);
};

const isHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const recordsBetween = ({ from, to }: Pick<StreamRestore, 'from' | 'to'>): string =>
  from === to ? `record ${from}, which was received before,` : `records ${from} to ${to}, which were received before,`;

/** Describes a restore in a sentence. */
export const restored = (restore: StreamRestore): string =>
  `The instance was restored from a backup at ${restore.at} by the ${restore.by}: the restored instance lacks the ${recordsBetween(restore)} and continues with record ${restore.from}.`;

const missing = (from: number, to: number): string =>
  from === to ? `Record ${from} is missing.` : `Records ${from} to ${to} are missing.`;

const changed = (sequence: number): string => `Record ${sequence} was changed after it was sent.`;
