// Progress of the audit stream, read from the database alone, with a service or without.
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
  /** Undefined before the stream has begun. */
  readonly cursor: StreamCursor | undefined;
  /** Number of sealed records that it has not sent. */
  readonly behind: number;
  /** When the oldest of them was written. */
  readonly oldestUnsent: string | undefined;
}

/** Status of the stream as stored now. */
export async function readStreamStatus(reader: Reader): Promise<StreamStatus> {
  const [{ document }, stored, last] = await Promise.all([
    readDocument(reader, auditStream.id),
    readCursor(reader),
    lastPlace(reader),
  ]);
  const { enabled, start = null } = JSON.parse(document);
  const isOn = enabled === true;
  // Settings that begin again have no cursor until the next batch.
  const cursor = stored?.start === start ? stored : undefined;
  const behind = cursor === undefined ? 0 : Math.max(last - cursor.sequence, 0);
  const oldestUnsent = cursor && behind > 0 ? await timeAfterPlace(reader, cursor.sequence) : undefined;
  return { isOn, cursor, behind, oldestUnsent };
}

export const streamFact: Fact<StreamStatus> = { table: 'audit_records', read: readStreamStatus };

/** The place up to which a stream that is on has sent. */
export async function auditStreamPlace(reader: Reader): Promise<number | undefined> {
  const { isOn, cursor } = await readStreamStatus(reader);
  return isOn ? (cursor?.sequence ?? 0) : undefined;
}

/** Time since which records wait that nobody takes; undefined where all is well, or was ten minutes ago. */
export function stalledSince({ isOn, cursor, oldestUnsent }: StreamStatus, now: number): string | undefined {
  if (!isOn || cursor === undefined || oldestUnsent === undefined) return undefined;
  const lastSent = cursor.sentAt ?? cursor.startedAt;
  const since = oldestUnsent > lastSent ? oldestUnsent : lastSent;
  return isLate(since, now) ? since : undefined;
}

const place = () => Type.Integer({ minimum: 0 });

/** The last line that was sent, in the form that `audit verify-stream` takes. */
const headOf = ({ cursor }: StreamStatus): string | null =>
  cursor === undefined || cursor.hash === null ? null : `${cursor.sequence}:${cursor.hash}`;

/** Status of the stream, its record of a moment. */
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
