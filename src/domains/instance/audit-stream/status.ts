// Progress of the audit stream. The progress is read only from the database, so that it is available without a running
// service.
import { Type } from 'typebox';
import { isLate } from '../../../conditions.ts';
import type { Reader } from '../../../db/database.ts';
import type { Fact } from '../../../db/fact.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, NullableString, Timestamp } from '../../../jsonapi/schema.ts';
import { lastPlace, timeAfterPlace } from '../../audit/index.ts';
import { readDocument } from '../settings/store.ts';
import { readCursor, type StreamCursor } from './cursor.ts';
import { auditStream } from './settings.ts';

export interface StreamStatus {
  readonly isOn: boolean;
  /** Progress of the stream. Undefined before the stream has started. */
  readonly cursor: StreamCursor | undefined;
  /** Number of sealed records that have not been sent. */
  readonly behind: number;
  /** Time of the oldest unsent record. */
  readonly oldestUnsent: string | undefined;
}

/** Returns the stored status of the stream. */
export async function readStreamStatus(reader: Reader): Promise<StreamStatus> {
  const [{ document }, stored, last] = await Promise.all([
    readDocument(reader, auditStream.id),
    readCursor(reader),
    lastPlace(reader),
  ]);
  const { enabled, start = null } = JSON.parse(document);
  const isOn = enabled === true;
  // After a change that makes the stream start over, the stored cursor is outdated until the next batch.
  const cursor = stored?.start === start ? stored : undefined;
  const behind = cursor === undefined ? 0 : Math.max(last - cursor.sequence, 0);
  const oldestUnsent = cursor && behind > 0 ? await timeAfterPlace(reader, cursor.sequence) : undefined;
  return { isOn, cursor, behind, oldestUnsent };
}

export const streamFact: Fact<StreamStatus> = { table: 'audit_records', read: readStreamStatus };

/** Sequence number of the last sent record, or 0 if none was sent. Undefined if the stream is off. */
export async function auditStreamPlace(reader: Reader): Promise<number | undefined> {
  const { isOn, cursor } = await readStreamStatus(reader);
  return isOn ? (cursor?.sequence ?? 0) : undefined;
}

/**
 * Time since which records have been waiting to be sent. Undefined if no records wait, or if they have waited for less
 * than ten minutes.
 */
export function stalledSince({ isOn, cursor, oldestUnsent }: StreamStatus, now: number): string | undefined {
  if (!isOn || cursor === undefined || oldestUnsent === undefined) return undefined;
  const lastSent = cursor.sentAt ?? cursor.startedAt;
  const since = oldestUnsent > lastSent ? oldestUnsent : lastSent;
  return isLate(since, now) ? since : undefined;
}

const place = () => Type.Integer({ minimum: 0 });

/** The last sent line in the format that `audit verify-stream` expects. */
const headOf = ({ cursor }: StreamStatus): string | null =>
  cursor === undefined || cursor.hash === null ? null : `${cursor.sequence}:${cursor.hash}`;

/** Current status of the audit stream. */
export const streamResource = resource<StreamStatus>({
  type: 'audit-stream-status',
  attributes: {
    enabled: shown(Type.Boolean(), ({ isOn }) => isOn),
    'sent-through': shown(Nullable(place()), ({ cursor }) => cursor?.sequence ?? null),
    head: shown(NullableString(), headOf),
    'records-behind': shown(place(), ({ behind }) => behind),
    'oldest-unsent-at': shown(Nullable(Timestamp()), ({ oldestUnsent }) => oldestUnsent ?? null),
    'last-sent-at': shown(Nullable(Timestamp()), ({ cursor }) => cursor?.sentAt ?? null),
    failures: shown(place(), ({ cursor }) => cursor?.failures ?? 0),
    failure: shown(NullableString(), ({ cursor }) => cursor?.failure ?? null),
    'next-attempt-at': shown(Nullable(Timestamp()), ({ cursor }) => cursor?.nextAttemptAt ?? null),
    skipped: shown(Nullable(Exactly({ from: place(), to: place() })), ({ cursor }) => cursor?.skipped ?? null),
  },
  id: () => 'audit-stream',
});
