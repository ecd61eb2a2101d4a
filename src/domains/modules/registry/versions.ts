import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, existing, invalid } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { maxRelated } from '../../../lib/linked.ts';
import { precedenceKey } from '../../../lib/semver.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { ModuleAccess } from './access.ts';
import { modules } from './entity.ts';
import { uploadLinkOf } from './link-store.ts';
import { makeLink } from './links.ts';
import { lockModule, type ModuleRow } from './module-store.ts';
import type { CreatedVersion, ShownVersion } from './resource.ts';
import { insertVersion, type VersionRow, versionAt, versionById, versionCount } from './version-store.ts';

/**
 * Creates a pending version, with a link to upload its archive to. A version that is still pending when its link has
 * expired gets a new link in the same way. 422 when the version exists otherwise.
 */
export const createVersion = (
  context: Context,
  actor: Actor,
  { module }: Pick<ModuleAccess, 'module'>,
  version: string,
): Promise<CreatedVersion> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, module.id);
    const before = await tx.first(versionAt, { module: module.id, version });
    if (before !== undefined) await requireExpiredLink(tx, context, before);
    const id = before?.id ?? (await insert(tx, context, module, version));
    const uploadUrl = await makeLink(tx, context, actor, { purpose: 'upload', versionId: id });
    const audit = [entryOf(before === undefined ? 'create' : 'renew', module, { id, version })];
    return { result: { ...(await getVersion(tx, id)), module, uploadUrl }, audit };
  });

/** The pending version with this text, created where there is none. 422 when it has its archive already. */
export const pendingVersion = (
  context: Context,
  actor: Actor,
  { module }: Pick<ModuleAccess, 'module'>,
  version: string,
): Promise<VersionRow> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, module.id);
    const before = await tx.first(versionAt, { module: module.id, version });
    if (before?.status === 'ok') throw invalid(taken);
    if (before !== undefined) return { result: before, audit: [] };
    const id = await insert(tx, context, module, version);
    return { result: await getVersion(tx, id), audit: [entryOf('create', module, { id, version })] };
  });

/** The version with this text; 404 where there is none. */
export async function readVersion(
  { database }: Context,
  { module }: Pick<ModuleAccess, 'module'>,
  version: string,
): Promise<ShownVersion> {
  const row = existing(await database.first(versionAt, { module: module.id, version }));
  return { ...row, module };
}

const taken = attributeProblem('version', 'Version has already been taken');
const pending = attributeProblem('version', 'Version has already been taken; it waits for its archive');

/** 422 unless the version is pending and its upload link has expired. */
async function requireExpiredLink(tx: Transaction, { clock }: Context, { id, status }: VersionRow): Promise<void> {
  if (status === 'ok') throw invalid(taken);
  const link = await tx.first(uploadLinkOf, { version: id, now: timestamp(clock.now()) });
  if (link !== undefined) throw invalid(pending);
}

const noArchive = { status: 'pending', archive_id: null, sha256: null, size: null, contents: null } as const;

async function insert(tx: Transaction, { clock }: Context, module: ModuleRow, version: string): Promise<string> {
  const versions = await tx.first(versionCount, { module: module.id });
  if ((versions?.total ?? 0) >= maxRelated) throw invalid({ detail: `A module can have ${maxRelated} versions` });
  const id = newId('modver');
  const at = timestamp(clock.now());
  const row = { id, module_id: module.id, version, precedence: precedenceKey(version), ...noArchive };
  await insertVersion(tx, { ...row, created_at: at, updated_at: at });
  return id;
}

const getVersion = async (tx: Transaction, id: string): Promise<VersionRow> =>
  existing(await tx.first(versionById, { id }));

const entryOf = (
  action: 'create' | 'renew',
  module: ModuleRow,
  { id, version }: Pick<VersionRow, 'id' | 'version'>,
): AuditEntry => ({
  action: `registry-module-version.${action}`,
  type: 'registry-module-versions',
  id,
  organizationId: module.organization_id,
  after: { ...modules.audited(module), version },
});
