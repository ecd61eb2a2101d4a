// Exports the events of an audit trail to a file. The events are read from the API in pages.
import { type AuditEvent, readTrail, type Trail } from '../../api/audit-trail.ts';
import type { ListSearch } from '../../api/list.ts';

const pageSize = 100;
/** Maximum number of events in a file. `tipstaff audit export` on the server has no limit. */
export const maxExported = 5_000;

/**
 * Returns the newest events that match the search. Events that are recorded after the start of the export are excluded,
 * because they would shift the pages.
 */
export async function recordsOf(
  trail: Trail,
  { filter = {} }: ListSearch,
  onProgress: (loaded: number) => void,
): Promise<readonly AuditEvent[]> {
  const pinned = { ...filter, until: filter.until ?? new Date().toISOString() };
  const records: AuditEvent[] = [];
  for (let page = 1; records.length < maxExported; page += 1) {
    const { data } = await readTrail(trail, { page, size: pageSize, filter: pinned });
    records.push(...data);
    onProgress(records.length);
    if (data.length < pageSize) break;
  }
  return records;
}
