// Deprecated versions that consumers still download. Members of the organization that publishes the module can see
// them.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { ListRequest, Page } from '../../../kernel/page.ts';
import type { OrganizationAccess } from '../../organizations/index.ts';
import { newestUndeprecatedOfModules, type UsedDeprecationRow, usedDeprecationList } from '../deprecations/store.ts';
import { maySeeConsumers } from '../registry/access.ts';
import type { UserRow } from '../uses/store.ts';
import { findFirstUsers } from '../uses/uses.ts';
import { type ConsumerRow, latestConsumers } from './download-store.ts';

/** A deprecated version with its consumers, and the version that can replace it. */
export interface UsedDeprecation extends UsedDeprecationRow {
  /** Newest version that is not deprecated; null if all versions are deprecated. */
  readonly newest: string | null;
  /**
   * Up to five consumers, sorted by their last downloads from newest to oldest; undefined if the actor may not see
   * them.
   */
  readonly consumers: readonly ConsumerRow[] | undefined;
  /** Up to five workspaces of the organization that use the version and that the actor may read, sorted by name. */
  readonly workspaces: readonly UserRow[];
}

/** Time in ms for which a version counts as in use after its last download: 30 days. */
const usePeriod = 30 * 86_400_000;

/**
 * Returns a page of the deprecated versions that were downloaded in the last 30 days. The most recently downloaded
 * version comes first.
 */
export async function listInUse(
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  query: ListRequest,
): Promise<Page<UsedDeprecation>> {
  const { database, clock } = context;
  const since = timestamp(clock.now() - usePeriod);
  const values = { organization: access.organization.id, since };
  const page = await usedDeprecationList.read(database, query, values);
  if (page.rows.length === 0) return { ...page, rows: [] };
  const ids = JSON.stringify([...new Set(page.rows.map(({ module_id }) => module_id))]);
  const versions = JSON.stringify(page.rows.map(({ version_id }) => version_id));
  const mayKnow = await maySeeConsumers(context, access);
  const [newestRows, consumerRows, users] = await Promise.all([
    database.scan(newestUndeprecatedOfModules, { ids }),
    mayKnow ? database.scan(latestConsumers, { versions, since }) : undefined,
    findFirstUsers(context, actor, access, versions),
  ]);
  const newest = new Map(newestRows.map(({ id, newest: version }) => [id, version]));
  const consumers = consumerRows && Map.groupBy(consumerRows, ({ version_id }) => version_id);
  const rows = page.rows.map((row) => ({
    ...row,
    newest: newest.get(row.module_id) ?? null,
    consumers: consumers && (consumers.get(row.version_id) ?? []),
    workspaces: users.get(row.version_id) ?? [],
  }));
  return { ...page, rows };
}
