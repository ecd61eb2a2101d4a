// The job that sends audit records to the receiver of the audit stream.
//
// It reads the sealed records after the cursor, sends a batch, and moves the cursor after the receiver has accepted the
// batch. Nothing else waits for this job. Unsent records need no extra space, because the job reads them from the audit
// log. If a process dies between sending and moving the cursor, or another instance takes over the job late, the same
// lines are sent again with the same hashes.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { type StreamMessage, streamLine } from '../../../protocols/audit-stream/line.ts';
import type { Job, Turn } from '../../../runtime/jobs/jobs.ts';
import { withLeaseRenewal } from '../../../runtime/jobs/lease-renewal.ts';
import { type AuditRecord, exportedRecord, headBefore, lastPlace, sealedRecordsAfter } from '../../audit/index.ts';
import { newCursor, readCursor, type StreamCursor, storeCursor } from './cursor.ts';
import { type StreamInForce, streamInForce } from './settings.ts';

const second = 1_000;
const interval = 2 * second;
/** Maximum time in milliseconds to send a batch. */
const batchTimeout = 30 * second;
const maxPause = 300 * second;
/**
 * Maximum size of a batch in characters. A record that is larger is sent in a batch of its own. Common proxies accept
 * bodies of up to 1 MiB.
 */
const maxBatchLength = 524_288;
/** From this number of consecutive failures on, a failure is logged as a warning. */
const manyFailures = 4;

/**
 * Creates the job that sends sealed audit records. After a failure, the job retries with growing pauses of up to five
 * minutes.
 */
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
    withLeaseRenewal(turn, async () => {
      while (!turn.signal.aborted && (await sendNext(context, turn, timeout))) await nextTurn();
    }),
});

function isPaused({ clock }: Context, { nextAttemptAt, revision }: StreamCursor, stream: StreamInForce): boolean {
  if (nextAttemptAt === null || revision !== stream.revision) return false;
  const rest = Date.parse(nextAttemptAt) - clock.now();
  // A pause longer than the maximum is ignored, because it was computed with a wrong clock.
  return rest > 0 && rest <= maxPause;
}

/** Sends one batch. Returns false if there is nothing to send, or the receiver did not accept the batch. */
async function sendNext(context: Context, turn: Turn, timeout: number): Promise<boolean> {
  const stream = streamInForce(context);
  if (stream === undefined) return false;
  const { send, revision } = stream;
  const cursor = await cursorOf(context, turn, stream);
  const { records, fault } = await sealedRecordsAfter(context, cursor);
  const { lines, next } = batchAfter(cursor, records);
  if (lines.length === 0) {
    if (fault !== undefined) {
      const failure = `${fault} Later records are not sent.`;
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
  if (cursor.failures > 0) context.log.info({ sequence: next.sequence }, 'the receiver accepts the audit stream again');
  return true;
}

/** Returns the stored cursor. If the stream starts over, stores and returns a new cursor. */
async function cursorOf({ database, clock }: Context, turn: Turn, { start }: StreamInForce): Promise<StreamCursor> {
  const stored = await readCursor(database);
  if (stored?.start === start) return stored;
  const cursor = newCursor(start, await headBefore(database, firstPlace(start)), timestamp(clock.now()));
  await turn.transaction((tx) => storeCursor(tx, cursor));
  return cursor;
}

/** Sequence number of the first record to send, from the `start` setting. Defaults to the first record. */
function firstPlace(start: string | null): number {
  const [from = ''] = (start ?? 'beginning').split('#');
  if (from === 'now') return Number.MAX_SAFE_INTEGER;
  return from === 'beginning' ? 1 : Number(from);
}

interface StreamBatch {
  readonly lines: readonly StreamMessage[];
  /** Cursor to store after the receiver has accepted the batch. */
  readonly next: StreamCursor;
}

/** Collects the lines of one batch. */
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

/** Stores a failure with its reason and the time of the next attempt. */
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
    'sending audit records to the audit stream failed and will be retried',
  );
}
