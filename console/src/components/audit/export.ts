// Saves what a trail shows as a file: page after page, as the API gives them.
import { type AuditEvent, readTrail, type Trail } from '../../api/audit-trail.ts';
import type { ListSearch } from '../../api/list.ts';

const pageSize = 100;
/** The greatest number of records in one file; `tipstaff audit export` on the server knows no limit. */
export const maxExported = 5_000;

/** The newest records that match; records made meanwhile are not among them, so that pages do not move. */
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
