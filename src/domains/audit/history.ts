// History of a resource: its audit records, and those of its containers, which are the resources that contain it. For
// example, policy sets are containers of policies. A membership begins when a resource is added to a container, and
// ends when it is removed. Audit records of a container belong to the history only if they were written during a
// membership.
import type { Context } from '../../context.ts';
import type { Reader } from '../../db/database.ts';
import type { RowsOf } from '../../db/query.ts';
import { invalidParameter } from '../../jsonapi/errors.ts';
import type { Page, PageRequest } from '../../kernel/page.ts';
import { readStart } from './chain-start.ts';
import { historyFrom, membershipChanges, newestRecords } from './history-store.ts';
import { type AuditRecord, readRecord } from './record.ts';
import { timeAfter } from './store.ts';

/**
 * Maximum number of membership changes that are read. Container records that are older than these changes are left out.
 */
const maxChanges = 1_000;

const newest = Number.MAX_SAFE_INTEGER;

/** A resource and the records of its history. */
export interface HistoryOf {
  readonly id: string;
  /** Identifiers of the current containers. */
  readonly containers: readonly string[];
  /** Actions of the resource's records to include. */
  readonly actions: readonly string[];
  /** Actions of the containers' records to include. */
  readonly containerActions: readonly string[];
  /** Actions to include of records that start or end a membership of the resource. */
  readonly membershipActions: readonly string[];
}

/** Range of the records of one resource, from the record identifier `first` to the record identifier `last`. */
interface Span {
  readonly resource: string;
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the spans of a resource and its containers. If the record of a membership's start was archived, the span
 * begins with the oldest record.
 */
function spansOf(
  { id, containers, actions, containerActions }: HistoryOf,
  changes: readonly RowsOf<typeof membershipChanges>[],
): readonly Span[] {
  const spans: Span[] = actions.length > 0 ? [{ resource: id, first: 0, last: newest }] : [];
  if (containerActions.length === 0) return spans;
  // For each container, the end of the membership whose start has not been found yet.
  const ends = new Map(containers.map((container) => [container, newest]));
  for (const { container_id: resource, record_id, is_added } of changes) {
    if (is_added === 0) ends.set(resource, record_id);
    else {
      spans.push({ resource, first: record_id, last: ends.get(resource) ?? newest });
      ends.delete(resource);
    }
  }
  const first = changes.length < maxChanges ? 0 : (changes.at(-1)?.record_id ?? 0);
  return [...spans, ...[...ends].map(([resource, last]) => ({ resource, first, last }))];
}

const listOf = (actions: readonly string[]): string => JSON.stringify(actions.map((action) => ({ action })));

/**
 * Returns a page of the history of a resource, newest first. The records are not counted, so pages can be requested
 * only by cursor. Answers 400 if a page other than the first is requested by number.
 */
export async function listHistory(
  { database }: Context,
  of: HistoryOf,
  request: PageRequest,
): Promise<Page<AuditRecord>> {
  const { size, cursor = { side: 'after', place: [newest] } as const } = request;
  if (request.cursor === undefined && request.number > 1)
    throw invalidParameter(
      'page[number]',
      'This list has no page numbers: send page[after] with a cursor from meta.cursors',
    );
  const changes = await database.rows(membershipChanges, { member: of.id, limit: maxChanges });
  const rows = await database.scan(historyFrom(cursor.side), {
    member: of.id,
    spans: JSON.stringify(spansOf(of, changes)),
    actions: listOf([...of.actions, ...of.containerActions]),
    membershipActions: listOf(of.membershipActions),
    place: Number(cursor.place[0]),
    limit: size + 1,
  });
  const isAfter = cursor.side === 'after';
  const nearest = rows.slice(0, size);
  const shown = isAfter ? nearest : nearest.toReversed();
  const placeOf = (row: { readonly id: number } | undefined) => (row === undefined ? null : [row.id]);
  const [hasMore, hasOthers] = [rows.length > size, request.cursor !== undefined];
  const places = {
    before: (isAfter ? hasOthers : hasMore) ? placeOf(shown[0]) : null,
    after: (isAfter ? hasMore : hasOthers) ? placeOf(shown.at(-1)) : null,
  };
  return { rows: shown.map(readRecord), total: shown.length, request: { ...request, cursor }, places };
}

/** Returns the newest record of each resource that has a record. */
export async function lastRecords(reader: Reader, resources: readonly string[]): Promise<readonly AuditRecord[]> {
  if (resources.length === 0) return [];
  const ids = JSON.stringify(resources.map((resource) => ({ resource })));
  return (await reader.rows(newestRecords, { ids })).map(readRecord);
}

/** Returns the time of the oldest audit record; null if no audit records were archived. */
export async function recordedSince(reader: Reader): Promise<string | null> {
  const { sequence } = await readStart(reader);
  return sequence === 0 ? null : ((await reader.first(timeAfter, { sequence }))?.at ?? null);
}
