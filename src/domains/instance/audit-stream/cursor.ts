// Progress of the audit stream: one value, which only the instance with the lease of the job writes.
import type { Reader, Transaction } from '../../../db/database.ts';
import { readState, storeState } from '../../../runtime/state/instance-state.ts';
import type { Head } from '../../audit/index.ts';

/** The last record that the receiver took, as a head of the chain, and the attempts since. */
export interface StreamCursor extends Head {
  /** `start` of the settings that it belongs to. */
  readonly start: string | null;
  /** Hash of the last line; null at the start of a stream. */
  readonly hash: string | null;
  readonly startedAt: string;
  /** When the receiver last took a batch. */
  readonly sentAt: string | null;
  /** Failed attempts since. */
  readonly failures: number;
  readonly failure: string | null;
  readonly nextAttemptAt: string | null;
  /** Revision of the settings at the last failure: a change of them is tried at once. */
  readonly revision: number | null;
  /** The last records that were not sent, since they went into an archive before. */
  readonly skipped: { readonly from: number; readonly to: number } | null;
}

export async function readCursor(reader: Reader): Promise<StreamCursor | undefined> {
  const text = await readState(reader, 'audit-stream');
  return text === undefined ? undefined : JSON.parse(text);
}

export const storeCursor = (tx: Transaction, cursor: StreamCursor): Promise<void> =>
  storeState(tx, 'audit-stream', JSON.stringify(cursor));

/** The cursor of a stream that begins after a head. */
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
