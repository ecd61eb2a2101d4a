// Source of the audit stream: the sealed records themselves, in the order of their chain.
import type { Context } from '../../context.ts';
import type { Reader } from '../../db/database.ts';
import { emptyChain, type Head } from './chain-head.ts';
import { readStart } from './chain-start.ts';
import { chainKey } from './key.ts';
import { type AuditRecord, readRecord } from './record.ts';
import { readStoredHead } from './sealing.ts';
import { sealAt, timeAfter } from './store.ts';
import { followNext } from './verify.ts';

/** Records whose seals are right, and what is wrong with the one after them. */
export interface SealedRecords {
  readonly records: readonly AuditRecord[];
  /** A sentence. */
  readonly fault: string | undefined;
}

/** The next records after a head, or after the last archive where that is further on. */
export async function sealedRecordsAfter(context: Context, head: Head): Promise<SealedRecords> {
  const { records, fault } = await followNext(context, await chainKey(context), head);
  return { records: records.map(readRecord), fault: fault?.detail };
}

/** The head before a place: that of the last archive at the earliest, and the last one of the chain at the latest. */
export async function headBefore(reader: Reader, place: number): Promise<Head> {
  const [start, last = emptyChain] = await Promise.all([readStart(reader), readStoredHead(reader)]);
  const sequence = place - 1;
  if (sequence >= last.sequence) return last;
  if (sequence <= start.sequence) return start;
  const seal = (await reader.first(sealAt, { sequence }))?.seal ?? '';
  return { sequence, seal };
}

/** The place of the last sealed record; 0 while there is none. */
export const lastPlace = async (reader: Reader): Promise<number> =>
  ((await readStoredHead(reader)) ?? emptyChain).sequence;

/** When the first record after a place was written; undefined where none is sealed. */
export const timeAfterPlace = async (reader: Reader, sequence: number): Promise<string | undefined> =>
  (await reader.first(timeAfter, { sequence }))?.at;
