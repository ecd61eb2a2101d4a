// Puts the archives of policy set versions in force, and deletes staged versions that are not put in force.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { invalid, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { isMandatory } from '../../../kernel/enforcement-levels.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { limitProblems } from '../../organizations/index.ts';
import { requirePassed } from '../code-checks/sound-archive.ts';
import { mandatoryLimit } from '../policies/policies.ts';
import { discountRevisions } from '../policies/storage.ts';
import { removedFrom } from '../policy-sets/memberships.ts';
import { lockPolicySet } from '../policy-sets/policy-sets.ts';
import { type PolicySetRow, removePoliciesFromSets, updatePolicySetRow } from '../policy-sets/store.ts';
import { withReplay } from '../replay-record.ts';
import {
  archiveById,
  archivedLevels,
  deleteArchives,
  deleteVersion,
  newestVersion,
  updateVersionRow,
  type VersionRow,
  versionOfArchive,
} from './store.ts';
import { getVersion, type ShownVersion, shownVersion } from './versions.ts';

/** A version whose archive has been stored. */
interface StoredVersion {
  readonly id: string;
  readonly archive_id: string;
  readonly at: string;
}

/**
 * Makes a version the current version of its set. Its policies replace individually added policies and the policies of
 * the previous version. Returns the removal of individually added policies, for the audit record. Throws 422 if the
 * version would exceed a limit of the organization's subscription plan.
 */
export async function putInForce(
  context: Context,
  tx: Transaction,
  before: PolicySetRow,
  { id, archive_id, at }: StoredVersion,
): Promise<Required<Pick<AuditEntry, 'before' | 'memberships'>>> {
  const removed = { policyIds: linkedIn(before.policy_ids).ids, policySetIds: [before.id] };
  await removePoliciesFromSets(tx, removed);
  const policies = await tx.rows(archivedLevels, { archive: archive_id });
  const mandatory = policies.filter(({ enforcement_level }) => isMandatory(enforcement_level)).length;
  await updatePolicySetRow(tx, before.id, {
    current_version_id: id,
    is_versioned: 1,
    version_policy_count: policies.length,
    version_mandatory_count: mandatory,
    updated_at: at,
  });
  const grown = [
    ...(before.is_versioned === 1 ? [] : (['versioned-policy-set-limit'] as const)),
    ...(policies.length > before.version_policy_count ? (['policy-limit'] as const) : []),
    ...(mandatory > before.version_mandatory_count ? ([mandatoryLimit] as const) : []),
  ];
  const problems = await limitProblems(context, tx, before.organization_id, { limits: grown, further: 0 });
  requireNone(problems.map(({ pointer: _, ...problem }) => problem));
  return { before: { policies: removed.policyIds }, memberships: removedFrom(removed) };
}

/** Throws 422 if an archive was created for a different folder than the set's attribute `policies-path` names now. */
export function requireSameFolder({ policies_path }: PolicySetRow, folder: string): void {
  if ((policies_path ?? '') === folder) return;
  throw invalid({
    code: 'wrong-state',
    detail: 'The policies-path of the policy set has changed since this version was created. Create a new version',
  });
}

/**
 * Puts a staged version in force. 422 if the version is not staged or has no archive, or if the organization enforces
 * code checks and the version has not passed them.
 */
export function activateVersion(
  context: Context,
  actor: Actor,
  row: VersionRow,
  replay: string | undefined,
): Promise<ShownVersion> {
  return auditedTransaction(context, actor, async (tx) => {
    const { policySet, version } = await lockedVersion(tx, row);
    const { id } = version;
    if (policySet.current_version_id === id) return { result: shownVersion(context, actor, version), audit: [] };
    requireStaged(version);
    const archive = await tx.first(archiveById, { id: version.archive_id ?? '' });
    if (archive === undefined) throw invalid({ code: 'wrong-state', detail: withoutArchive });
    requireSameFolder(policySet, archive.folder);
    if (version.kind === 'opa') await requirePassed(context, row.organization_id, archive.code_check);
    const at = timestamp(context.clock.now());
    await updateVersionRow(tx, id, { is_staged: 0 });
    const removal = await putInForce(context, tx, policySet, { id, archive_id: archive.id, at });
    const result = shownVersion(context, actor, await getVersion(tx, id));
    const audit = [{ ...entryOfVersion(row, 'activate'), ...removal, after: { 'policy-set': policySet.id } }];
    return withReplay(tx, { of: 'policy set', row: policySet, replay }, { result, audit });
  });
}

const withoutArchive =
  'The version has no archive, because none was accepted or data retention has deleted it. Create a new version';

/** Deletes a staged version with its archive. 422 if the version is not staged, because it is or was in force. */
export function deleteStagedVersion(context: Context, actor: Actor, row: VersionRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const { policySet, version } = await lockedVersion(tx, row);
    requireStaged(version);
    await deleteVersion(tx, version.id);
    const newest = await tx.first(newestVersion, { policySet: policySet.id });
    await updatePolicySetRow(tx, policySet.id, { newest_version_id: newest?.id ?? null });
    await deleteUnused(tx, version);
    return { result: undefined, audit: [{ ...entryOfVersion(row, 'delete'), before: { 'policy-set': policySet.id } }] };
  });
}

/** Deletes the archive of a deleted version, unless another version has the same archive. */
async function deleteUnused(tx: Transaction, { archive_id, organization_id }: VersionRow): Promise<void> {
  const archive = await tx.first(archiveById, { id: archive_id ?? '' });
  if (archive === undefined || (await tx.first(versionOfArchive, { archive: archive.id })) !== undefined) return;
  await deleteArchives(tx, [archive]);
  await discountRevisions(tx, [{ organization_id, size: archive.size }]);
}

async function lockedVersion(tx: Transaction, { id, policy_set_id, organization_id }: VersionRow) {
  const policySet = await lockPolicySet(tx, { id: policy_set_id, organization_id });
  return { policySet, version: await getVersion(tx, id) };
}

function requireStaged({ is_staged }: VersionRow): void {
  if (is_staged === 1) return;
  throw invalid({
    code: 'wrong-state',
    detail: 'The version is not staged, because it is or was in force. Create a new version to replace its policies',
  });
}

const entryOfVersion = ({ id, organization_id }: VersionRow, action: 'activate' | 'delete') => ({
  action: `policy-set-version.${action}`,
  type: 'policy-set-versions',
  id,
  organizationId: organization_id,
});
