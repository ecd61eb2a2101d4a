// The job that sends audit records to the receiver of the audit stream.
//
// It reads the sealed records after the cursor, sends a batch, and moves the cursor once the receiver took it. Nothing else
// waits for it, and what waits takes no space of its own. A process that dies between the two, or a second one that took over
// late, sends the same lines again, with the same hashes.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { type StreamMessage, streamLine } from '../../../protocols/audit-stream/line.ts';
import type { Job, Turn } from '../../../runtime/jobs/jobs.ts';
import { renewing } from '../../../runtime/jobs/renewing.ts';
import { type AuditRecord, exportedRecord, headBefore, lastPlace, sealedRecordsAfter } from '../../audit/index.ts';
import { newCursor, readCursor, type StreamCursor, storeCursor } from './cursor.ts';
import { type StreamInForce, streamInForce } from './settings.ts';

const second = 1_000;
const interval = 2 * second;
/** Maximum time in ms for a batch. */
const batchTimeout = 30 * second;
const maxPause = 300 * second;
/** Size of a batch in characters, which is exceeded by a single record alone; common proxies take bodies of 1 MiB. */
const maxBatchLength = 524_288;
/** After so many failures the log warns. */
const manyFailures = 4;

/** Sends what was sealed. A receiver that takes nothing is tried again after growing pauses, of five minutes at most. */
export const auditStreamJob = (context: Context, timeout = batchTimeout): Job => ({
  name: 'audit-stream',
  intervalMilliseconds: interval,
  waitsWhileHeld: true,
  isDue: async () => {
    const stream = streamInForce(context);
    if (stream === undefined) return false;
    const [cursor, last] = await Promise.all([readCursor(context.database), lastPlace(context.database)]);
    if (cursor?.start !== stream.start) return true;
    return last > cursor.sequence && !isPaused(context, cursor, stream);
  },
  run: (turn) =>
    renewing(turn, async () => {
      while (!turn.signal.aborted && (await sendNext(context, turn, timeout))) await nextTurn();
    }),
});

function isPaused({ clock }: Context, { nextAttemptAt, revision }: StreamCursor, stream: StreamInForce): boolean {
  if (nextAttemptAt === null || revision !== stream.revision) return false;
  const rest = Date.parse(nextAttemptAt) - clock.now();
  // A longer pause is one of a clock that was wrong.
  return rest > 0 && rest <= maxPause;
}

/** Sends a batch; false where there is none, or the receiver did not take it. */
async function sendNext(context: Context, turn: Turn, timeout: number): Promise<boolean> {
  const stream = streamInForce(context);
  if (stream === undefined) return false;
  const { send, revision } = stream;
  const cursor = await cursorOf(context, turn, stream);
  const { records, fault } = await sealedRecordsAfter(context, cursor);
  const { lines, next } = batchAfter(cursor, records);
  if (lines.length === 0) {
    if (fault !== undefined) {
      const failure = `${fault} Nothing after it is sent.`;
      await fail(context, turn, { cursor, revision, failure });
    }
    return false;
  }
  const outcome = await send(lines, { timeout, signal: turn.signal });
  if (outcome.kind !== 'accepted') {
    if (!turn.signal.aborted) await fail(context, turn, { cursor, revision, failure: outcome.reason });
    return false;
  }
  await turn.transaction((tx) => storeCursor(tx, { ...next, sentAt: timestamp(context.clock.now()) }));
  if (cursor.failures > 0) context.log.info({ sequence: next.sequence }, 'the audit stream is taken again');
  return true;
}

/** The stored cursor, or that of a stream that begins. */
async function cursorOf({ database, clock }: Context, turn: Turn, { start }: StreamInForce): Promise<StreamCursor> {
  const stored = await readCursor(database);
  if (stored?.start === start) return stored;
  const cursor = newCursor(start, await headBefore(database, firstPlace(start)), timestamp(clock.now()));
  await turn.transaction((tx) => storeCursor(tx, cursor));
  return cursor;
}

/** The place at which a stream begins, by `start` of the settings: the first record unless it says another one. */
function firstPlace(start: string | null): number {
  const [from = ''] = (start ?? 'beginning').split('#');
  if (from === 'now') return Number.MAX_SAFE_INTEGER;
  return from === 'beginning' ? 1 : Number(from);
}

interface StreamBatch {
  readonly lines: readonly StreamMessage[];
  /** The cursor after it. */
  readonly next: StreamCursor;
}

/** As many lines as one batch has. */
function batchAfter(cursor: StreamCursor, records: readonly AuditRecord[]): StreamBatch {
  const lines: StreamMessage[] = [];
  let [hash, length, last] = [cursor.hash, 0, cursor];
  for (const record of records) {
    const { sequence, seal, at, action } = record;
    if (sequence === null || seal === null) break;
    const line = streamLine(exportedRecord(record), hash);
    length += line.text.length;
    if (lines.length > 0 && length > maxBatchLength) break;
    lines.push({ text: line.text, at, action, sequence });
    const isAfterGap = sequence > last.sequence + 1;
    const skipped = isAfterGap ? { from: last.sequence + 1, to: sequence - 1 } : last.skipped;
    hash = line.hash;
    last = { ...last, sequence, seal, hash, skipped };
  }
  return { lines, next: { ...last, failures: 0, failure: null, nextAttemptAt: null, revision: null } };
}

/** Notes a failure with its reason, and when the next attempt may be. */
async function fail(
  { clock, log }: Context,
  turn: Turn,
  { cursor, revision, failure }: { readonly cursor: StreamCursor; readonly revision: number; readonly failure: string },
): Promise<void> {
  const failures = cursor.failures + 1;
  const nextAttemptAt = timestamp(clock.now() + Math.min(2 ** (failures - 1) * second, maxPause));
  await turn.transaction((tx) => storeCursor(tx, { ...cursor, failures, failure, nextAttemptAt, revision }));
  const level = failures < manyFailures ? 'info' : 'warn';
  log[level](
    { after: cursor.sequence, failures, reason: failure },
    'the audit stream was not taken; it is tried again',
  );
}
