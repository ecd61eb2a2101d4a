import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, existing, invalid, requireFewer } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { maxRelated } from '../../../kernel/linked.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { precedenceKey } from '../../../protocols/module-versions/semver.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { may } from '../../organizations/index.ts';
import { moduleRights } from '../access.ts';
import type { ModuleAccess, VersionAccess } from './access.ts';
import { auditedModule } from './audited.ts';
import { lockModule, type ModuleRow } from './module-store.ts';
import type { ShownModuleVersion } from './resource.ts';
import { uploadLinkOf } from './upload-link.ts';
import {
  insertVersion,
  type ModuleVersionRow,
  versionAt,
  versionById,
  versionCount,
  versionOfPrecedence,
} from './version-store.ts';

/** Creates a version that has no archive yet. 422 if the version already exists. */
export const createVersion = (
  context: Context,
  actor: Actor,
  access: ModuleAccess,
  version: string,
): Promise<ShownModuleVersion> =>
  auditedTransaction(context, actor, async (tx) => {
    const { module } = access;
    await lockModule(tx, module.id);
    const before = await tx.first(versionAt, { module: module.id, version });
    if (before !== undefined) throw invalid(before.status === 'ok' ? taken : pending);
    const id = await insert(tx, context, module, version);
    const result = shownVersion(context, actor, { ...access, version: await getVersion(tx, id) });
    return { result, audit: [entryOf(module, { id, version })] };
  });

/**
 * Returns the pending version with this number; if it does not exist, it is created. 422 if the version already has an
 * archive.
 */
export const pendingVersion = (
  context: Context,
  actor: Actor,
  { module }: Pick<ModuleAccess, 'module'>,
  version: string,
): Promise<ModuleVersionRow> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, module.id);
    const before = await tx.first(versionAt, { module: module.id, version });
    if (before?.status === 'ok') throw invalid(taken);
    if (before !== undefined) return { result: before, audit: [] };
    const id = await insert(tx, context, module, version);
    return { result: await getVersion(tx, id), audit: [entryOf(module, { id, version })] };
  });

/**
 * Returns the version with this number. 404 if the module has no such version, even if the text is not a valid version.
 */
export async function readVersion(
  context: Context,
  actor: Actor,
  access: ModuleAccess,
  version: string,
): Promise<ShownModuleVersion> {
  const row = canMatch(version)
    ? await context.database.first(versionAt, { module: access.module.id, version })
    : undefined;
  return shownVersion(context, actor, { ...access, version: existing(row) });
}

/**
 * Returns a version in the form in which the actor sees it. If the version has no archive and the actor may upload one,
 * the result has an upload link.
 */
export const shownVersion = (
  context: Context,
  actor: Actor,
  { module, rights, version }: Pick<VersionAccess, 'module' | 'rights' | 'version'>,
): ShownModuleVersion => ({
  ...version,
  module,
  upload: may(moduleRights['registry-modules'].update)({ rights }) ? uploadLinkOf(context, actor, version) : undefined,
});

const taken = attributeProblem('version', 'taken', 'Version has already been taken');
const pending = attributeProblem(
  'version',
  'wrong-state',
  'Version has already been taken, but its archive has not been uploaded yet: upload the archive',
);

/**
 * Clients ignore build metadata after `+`. If two versions differed only in their build metadata, a client that
 * requires one of them could install the other.
 */
const sameAs = (version: string) =>
  attributeProblem(
    'version',
    'invalid',
    `Clients treat this version as ${version}, because they ignore the build metadata after "+": choose another version number`,
  );

const noArchive = { status: 'pending', archive_id: null, sha256: null, size: null, contents: null } as const;

async function insert(tx: Transaction, { clock }: Context, module: ModuleRow, version: string): Promise<string> {
  const versions = await tx.first(versionCount, { module: module.id });
  requireFewer(versions, maxRelated, `A module can have at most ${maxRelated} versions`);
  const id = newId('modver');
  const at = timestamp(clock.now());
  const precedence = precedenceKey(version);
  const same = await tx.first(versionOfPrecedence, { module: module.id, precedence });
  if (same !== undefined) throw invalid(sameAs(same.version));
  const row = { id, module_id: module.id, version, precedence, ...noArchive };
  await insertVersion(tx, { ...row, created_at: at, updated_at: at });
  return id;
}

const getVersion = async (tx: Transaction, id: string): Promise<ModuleVersionRow> =>
  existing(await tx.first(versionById, { id }));

const entryOf = (module: ModuleRow, { id, version }: Pick<ModuleVersionRow, 'id' | 'version'>): AuditEntry => ({
  action: 'registry-module-version.create',
  type: 'registry-module-versions',
  id,
  organizationId: module.organization_id,
  after: { ...auditedModule(module), version },
});
