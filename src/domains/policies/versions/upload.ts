// Uploads the archive of a policy set version. The archive is first received completely and read. Then a single
// transaction stores the archive with its policies and, unless the version is staged, makes the version current.

import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { bytesOf, piecesOf, type Spooled, spool } from '../../../effects/spool.ts';
import { ApiError, bodyTooLarge, invalid, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type ByteSource, boundedChunks, canHaveSize } from '../../../kernel/byte-source.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { randomText } from '../../../lib/text/random-text.ts';
import { storableText } from '../../../lib/text/text.ts';
import { policyArchiveLimits } from '../../../protocols/archives/archive-limits.ts';
import type { PolicyArchive } from '../../../protocols/archives/policy-archive.ts';
import { RefusedArchive } from '../../../protocols/archives/refused-archive.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { archiveIntake, lockOrganization } from '../../organizations/index.ts';
import type { CheckedArchive } from '../code-checks/archive-check.ts';
import { requireSound } from '../code-checks/sound-archive.ts';
import type { EngineContext } from '../on-behalf.ts';
import { countRevision } from '../policies/storage.ts';
import { openStorage } from '../policies/storage-store.ts';
import { lockPolicySet } from '../policy-sets/policy-sets.ts';
import type { PolicySetRow } from '../policy-sets/store.ts';
import { codeCheckIntake } from '../services.ts';
import { putInForce, requireSameFolder } from './activation.ts';
import { archiveForm } from './form.ts';
import {
  archiveById,
  insertArchive,
  insertArchiveChunk,
  insertArchivedPolicies,
  updateVersionRow,
  type VersionRow,
} from './store.ts';
import { type LinkedVersion, requireGranteeOf } from './upload-link.ts';
import { getVersion } from './versions.ts';

/** An uploaded archive and the policy set version to which it belongs. */
interface Upload {
  readonly link: LinkedVersion;
  readonly spooled: Spooled;
}

/**
 * Uploads an archive through an upload link. 413 if the archive is larger than 10 MiB; another archive can then be
 * uploaded. 422 if the archive's content is invalid; the version's status is then `errored`, and the set is unchanged.
 * If the version already has an archive, uploading the same archive again succeeds and changes nothing; any other
 * archive gives 404.
 */
export async function uploadToLink(
  context: EngineContext,
  actor: Actor,
  link: LinkedVersion,
  source: ByteSource,
): Promise<void> {
  const intake = archiveIntake(context);
  if (link.status === 'ready' && !canHaveSize(source, link.size)) throw notFound();
  await intake.limited(link.organization_id, async () => {
    const bounded = boundedChunks(source, policyArchiveLimits.packedBytes, bodyTooLarge);
    await using spooled = await spool(context.config.dataDir, bounded);
    try {
      const archive = await intake.inTurn(link.organization_id, () => readNew(context, { link, spooled }));
      if (archive !== undefined) await check(context, actor, { link, spooled }, archive);
      else await context.database.transaction((tx) => requireGranteeOf(context, tx, link, actor));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      await recordRefusal(context, actor, link, refusal);
      throw refusal;
    }
  });
}

/** Reads the content of an archive; undefined if the version already has this archive. */
async function readNew(context: Context, { link, spooled }: Upload): Promise<PolicyArchive | undefined> {
  if (isKnownArchive(await getVersion(context.database, link.id), spooled)) return undefined;
  const form = archiveForm({ kind: link.kind, folder: link.policies_path ?? '' });
  return archiveIntake(context).inspect.policies(bytesOf(spooled), form);
}

/**
 * Makes the version of an archive current. If the organization enforces code checks, the policies are checked first;
 * otherwise, a job checks the policies later.
 */
async function check(context: EngineContext, actor: Actor, upload: Upload, archive: PolicyArchive): Promise<void> {
  const { kind, organization_id } = upload.link;
  if (kind === 'native') return apply(context, actor, upload, { ...archive, checked: undefined });
  const checked = await requireSound(context, organization_id, () => sourcesIn(context, upload, archive));
  await apply(context, actor, upload, { ...archive, checked });
  if (checked === undefined) codeCheckIntake(context).archiveSignal.notify();
}

/** Reads the policy code in the uploaded archive. */
async function sourcesIn(context: Context, { link, spooled }: Upload, { policies }: PolicyArchive) {
  const form = archiveForm({ kind: link.kind, folder: link.policies_path ?? '' });
  const intake = archiveIntake(context);
  const sources = await intake.inTurn(link.organization_id, () =>
    intake.inspect.policySources(bytesOf(spooled), form, 'code and tests'),
  );
  return { policies: policies.map((policy) => ({ ...policy, input: policy.input ?? link.input })), sources };
}

/**
 * Whether the version already has this archive. Throws 404 if the version has another archive or if an archive was
 * rejected.
 */
function isKnownArchive({ status, sha256 }: VersionRow, spooled: Spooled): boolean {
  if (status === 'pending') return false;
  if (status === 'errored' || sha256 !== spooled.sha256) throw notFound();
  return true;
}

/** Returns the API error for a rejected archive; undefined if the upload failed for another reason. */
function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof RefusedArchive) return invalid({ code: 'faulty-archive', detail: error.message });
  return error instanceof ApiError && error.status === 422 ? error : undefined;
}

/** Sets the version's status to `errored`. Does nothing if the version no longer waits for an archive. */
function recordRefusal(context: Context, actor: Actor, link: LinkedVersion, { problems }: ApiError): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const { id, organization_id: organizationId } = link;
    await lockOrganization(tx, organizationId);
    const grantee = await requireGranteeOf(context, tx, link, actor);
    if ((await getVersion(tx, id)).status !== 'pending') return { result: undefined, audit: [] };
    const error = storableText(problems.map(({ detail }) => detail).join(' '));
    await updateVersionRow(tx, id, { status: 'errored', error, updated_at: timestamp(context.clock.now()) });
    const entry = { action: 'policy-set-version.refuse', type: 'policy-set-versions', id, organizationId };
    return { result: undefined, actor: grantee, audit: [{ ...entry, after: { error } }] };
  });
}

/** Stores an archive and, unless the version is staged, makes its policies the current policies of the set. */
function apply(context: Context, actor: Actor, { link, spooled }: Upload, archive: NewPolicies): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const { id, organization_id: organizationId } = link;
    const policySet = await lockPolicySet(tx, { id: link.policy_set_id, organization_id: organizationId });
    const grantee = await requireGranteeOf(context, tx, link, actor);
    if (isKnownArchive(await getVersion(tx, id), spooled)) return { result: undefined, audit: [] };
    requireSameFolder(policySet, link.policies_path ?? '');
    const at = timestamp(context.clock.now());
    // A code check is valid for one input form only, so its result is discarded if the form has changed.
    const checked = policySet.input === link.input ? archive.checked : undefined;
    const archive_id = await storedArchive(context, tx, { policySet, spooled, archive: { ...archive, checked }, at });
    const { sha256, size } = spooled;
    const policy_count = archive.policies.length;
    await updateVersionRow(tx, id, { status: 'ready', archive_id, sha256, size, policy_count, updated_at: at });
    const removal = link.is_staged === 1 ? {} : await putInForce(context, tx, policySet, { id, archive_id, at });
    const entry = { action: 'policy-set-version.upload', type: 'policy-set-versions', id, organizationId };
    const after = { 'policy-set': policySet.id, sha256, size, 'policy-count': policy_count };
    return { result: undefined, actor: grantee, audit: [{ ...entry, ...removal, after }] };
  });
}

/** The policies in an archive, and the result of their check; undefined if they have not been checked. */
interface NewPolicies extends PolicyArchive {
  readonly checked: CheckedArchive | undefined;
}

interface NewArchive {
  readonly policySet: PolicySetRow;
  readonly spooled: Spooled;
  readonly archive: NewPolicies;
  readonly at: string;
}

/**
 * Stores an archive with its policies, and returns the archive's identifier. If the archive is equal to the set's
 * current archive, the current archive is reused.
 */
async function storedArchive(context: Context, tx: Transaction, { policySet, ...added }: NewArchive): Promise<string> {
  const { spooled, archive, at } = added;
  const { id: policy_set_id, organization_id, current_version_id, policies_path } = policySet;
  const current = current_version_id === null ? undefined : await getVersion(tx, current_version_id);
  const before = await tx.first(archiveById, { id: current?.archive_id ?? '' });
  const { sha256, size } = spooled;
  const folder = policies_path ?? '';
  if (before?.sha256 === sha256 && before.folder === folder) return before.id;
  const id = randomText(24);
  const { checked } = archive;
  const awaits_check = policySet.kind === 'opa' && checked === undefined ? 1 : 0;
  const code_check = checked === undefined ? null : JSON.stringify(checked.whole);
  const ofCheck = { awaits_check, check_after: null, code_check };
  const data_documents = JSON.stringify(archive.data);
  await insertArchive(tx, { id, policy_set_id, folder, sha256, size, ...ofCheck, data_documents, created_at: at });
  for await (const piece of piecesOf(spooled)) await insertArchiveChunk(tx, { archive_id: id, ...piece });
  const policies = archive.policies.map(
    ({ name, description, enforcementLevel, introduction, query, input, ...policy }) => ({
      id: newId('polver'),
      archive_id: id,
      name,
      description,
      enforcement_level: enforcementLevel,
      introduction,
      query,
      input,
      unknown_values: policy.unknownValues ?? null,
      path: policy.path,
      code_check: checkIn(checked, name),
    }),
  );
  await insertArchivedPolicies(tx, policies);
  await openStorage(tx, organization_id);
  await countRevision(tx, context, organization_id, size);
  return id;
}

/** Returns the stored form of a policy's code check; null if the policy has not been checked. */
function checkIn(checked: CheckedArchive | undefined, name: string): string | null {
  const check = checked?.policies.get(name);
  return check === undefined ? null : JSON.stringify(check);
}
