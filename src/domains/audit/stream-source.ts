// Source of the audit stream: sealed records in the order of the audit chain.
import type { Context } from '../../context.ts';
import type { Reader } from '../../db/database.ts';
import { emptyChain, type Head } from './chain-head.ts';
import { readStart } from './chain-start.ts';
import { chainKey } from './key.ts';
import { type AuditRecord, readRecord } from './record.ts';
import { readStoredHead } from './sealing.ts';
import { sealAt, timeAfter } from './store.ts';
import { followNext } from './verify.ts';

/** Records with valid seals. If the record after them is faulty, `fault` describes the problem. */
export interface SealedRecords {
  readonly records: readonly AuditRecord[];
  /** Sentence that describes the fault. Undefined if there is none. */
  readonly fault: string | undefined;
}

/**
 * Returns the next records after a head of the audit chain. If those records have been archived, the result starts with
 * the first record after the archive.
 */
export async function sealedRecordsAfter(context: Context, head: Head): Promise<SealedRecords> {
  const { records, fault } = await followNext(context, await chainKey(context), head);
  return { records: records.map(readRecord), fault: fault?.detail };
}

/**
 * Returns the head of the audit chain just before a sequence number. The result is not before the stored start of the
 * chain and not after its end.
 */
export async function headBefore(reader: Reader, place: number): Promise<Head> {
  const [start, last = emptyChain] = await Promise.all([readStart(reader), readStoredHead(reader)]);
  const sequence = place - 1;
  if (sequence >= last.sequence) return last;
  if (sequence <= start.sequence) return start;
  const seal = (await reader.first(sealAt, { sequence }))?.seal ?? '';
  return { sequence, seal };
}

/** Returns the sequence number of the last sealed record, or 0 if there is none. */
export const lastPlace = async (reader: Reader): Promise<number> =>
  ((await readStoredHead(reader)) ?? emptyChain).sequence;

/** Returns the time of the first record after a sequence number. Undefined if there is no such sealed record. */
export const timeAfterPlace = async (reader: Reader, sequence: number): Promise<string | undefined> =>
  (await reader.first(timeAfter, { sequence }))?.at;
