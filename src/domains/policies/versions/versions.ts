import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { joined } from '../../../effects/spool.ts';
import type { Download } from '../../../http/reply.ts';
import { existing, requireFewer, requireNone } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { maxRelated } from '../../../kernel/linked.ts';
import type { Page } from '../../../kernel/page.ts';
import { auditedRead, auditedTransaction } from '../../audit/index.ts';
import { limitProblems } from '../../organizations/index.ts';
import { lockPolicySet } from '../policy-sets/policy-sets.ts';
import { type PolicySetRow, updatePolicySetRow } from '../policy-sets/store.ts';
import { withReplay } from '../replay-record.ts';
import {
  archiveById,
  archiveChunk,
  insertVersion,
  type VersionRow,
  versionById,
  versionCount,
  versionList,
  versionsByIds,
} from './store.ts';
import { uploadLinkOf } from './upload-link.ts';

/** A policy set version as an actor sees it. */
export interface ShownVersion extends VersionRow {
  /** Upload link for the archive; undefined if the version does not wait for an archive. */
  readonly upload: ReturnType<typeof uploadLinkOf>;
}

export const shownVersion = (context: Context, actor: Actor, row: VersionRow): ShownVersion => ({
  ...row,
  upload: uploadLinkOf(context, actor, row),
});

/** Lists the versions of a policy set, from newest to oldest. */
export async function listVersions(
  context: Context,
  actor: Actor,
  { id }: PolicySetRow,
  query: ListQuery,
): Promise<Page<ShownVersion>> {
  const { rows, ...rest } = await versionList.read(context.database, query, { policySet: id });
  return { ...rest, rows: rows.map((row) => shownVersion(context, actor, row)) };
}

/**
 * Returns the policy set versions with the given identifiers. The caller must ensure that the actor may see the set.
 */
export async function findVersionsByIds(
  context: Context,
  ids: readonly string[],
  actor: Actor,
): Promise<readonly ShownVersion[]> {
  const rows = await context.database.rows(versionsByIds, { ids: JSON.stringify(ids) });
  return rows.map((row) => shownVersion(context, actor, row));
}

/**
 * Creates a policy set version, whose archive is uploaded afterwards. 422 if the organization's subscription plan
 * permits no further versioned policy set.
 */
export function createVersion(
  context: Context,
  actor: Actor,
  row: PolicySetRow,
  { isStaged, replay }: { readonly isStaged: boolean; readonly replay: string | undefined },
): Promise<ShownVersion> {
  return auditedTransaction(context, actor, async (tx) => {
    const { id: policy_set_id, organization_id: organizationId, is_versioned } = await lockPolicySet(tx, row);
    const limits = is_versioned === 1 ? [] : (['versioned-policy-set-limit'] as const);
    const problems = await limitProblems(context, tx, organizationId, { limits, further: 1 });
    requireNone(problems.map(({ pointer: _, ...problem }) => problem));
    const total = await tx.first(versionCount, { policySet: policy_set_id });
    requireFewer(total, maxRelated, `A policy set can have at most ${maxRelated} versions`);
    const id = newId('polsetver');
    const at = timestamp(context.clock.now());
    const none = { error: null, archive_id: null, sha256: null, size: null, policy_count: null };
    const is_staged = Number(isStaged);
    await insertVersion(tx, {
      id,
      policy_set_id,
      status: 'pending',
      is_staged,
      ...none,
      created_at: at,
      updated_at: at,
    });
    await updatePolicySetRow(tx, policy_set_id, { newest_version_id: id });
    const result = shownVersion(context, actor, await getVersion(tx, id));
    const entry = { action: 'policy-set-version.create', type: 'policy-set-versions', id, organizationId };
    const audited = {
      result,
      audit: [{ ...entry, after: { 'policy-set': policy_set_id, ...(isStaged && { staged: true }) } }],
    };
    return withReplay(tx, { of: 'policy set', row, replay }, audited);
  });
}

export const getVersion = async (reader: Reader, id: string): Promise<VersionRow> =>
  existing(await reader.first(versionById, { id }));

/** Downloads the archive of a version exactly as it was uploaded; 404 if the version has no archive. */
export function downloadArchive(context: Context, actor: Actor, version: VersionRow): Promise<Download> {
  const { id, organization_id: organizationId, policy_set_name } = version;
  return auditedRead(context, actor, async (tx) => {
    const { archive_id } = await getVersion(tx, id);
    const { id: archive, sha256, size } = existing(await tx.first(archiveById, { id: archive_id ?? '' }));
    const pieceAt = (position: number) => context.database.first(archiveChunk, { archive, position });
    const chunks = joined({ name: `the archive of ${id}`, size }, pieceAt);
    const entry = { action: 'policy-set-version.download', type: 'policy-set-versions', id, organizationId };
    return { result: { fileName: `${policy_set_name}.tar.gz`, sha256, size, chunks }, audit: [entry] };
  });
}
