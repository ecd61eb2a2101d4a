// Stores the progress of the audit stream as one value. Only the instance that holds the job's lease writes the value.
import type { Reader, Transaction } from '../../../db/database.ts';
import { readState, storeState } from '../../../runtime/state/instance-state.ts';
import type { Head } from '../../audit/index.ts';

/** The last record that the receiver accepted, and the failed attempts since then. */
export interface StreamCursor extends Head {
  /** Value of the `start` setting for which the cursor was created. */
  readonly start: string | null;
  /** Hash of the last sent line. Null at the start of a stream. */
  readonly hash: string | null;
  readonly startedAt: string;
  /** Time when the receiver last accepted a batch. */
  readonly sentAt: string | null;
  /** Number of failed attempts since the last accepted batch. */
  readonly failures: number;
  readonly failure: string | null;
  readonly nextAttemptAt: string | null;
  /**
   * Revision of the settings at the last failure. If the settings have changed since, the next attempt is made
   * immediately.
   */
  readonly revision: number | null;
  /** The last range of records that could not be sent, because they had been moved to an archive. */
  readonly skipped: { readonly from: number; readonly to: number } | null;
}

export async function readCursor(reader: Reader): Promise<StreamCursor | undefined> {
  const text = await readState(reader, 'audit-stream');
  return text === undefined ? undefined : JSON.parse(text);
}

export const storeCursor = (tx: Transaction, cursor: StreamCursor): Promise<void> =>
  storeState(tx, 'audit-stream', JSON.stringify(cursor));

/** Creates the cursor of a stream that starts after the given record. */
export const newCursor = (start: string | null, { sequence, seal }: Head, startedAt: string): StreamCursor => ({
  start,
  sequence,
  seal,
  hash: null,
  startedAt,
  sentAt: null,
  failures: 0,
  failure: null,
  nextAttemptAt: null,
  revision: null,
  skipped: null,
});
