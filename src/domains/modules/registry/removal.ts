// Deletes modules and versions. Jobs later remove their rows and archives in small transactions.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { newDiscarded, type OrganizationAccess } from '../../organizations/index.ts';
import type { ModuleAccess, ModulePath, VersionAccess } from './access.ts';
import { auditedModule } from './audited.ts';
import {
  insertModule,
  lockModule,
  lockModulesNamed,
  type ModuleRow,
  modulesByIds,
  updateModule,
} from './module-store.ts';
import { anyVersion, moveVersion, versionById } from './version-store.ts';

/** Deletes all modules with the given name, or all references to the given public module. 404 if there are none. */
export const deleteModulesNamed = (
  context: Context,
  actor: Actor,
  { organization }: OrganizationAccess,
  { module_name: name, public_namespace: publicNamespace = '' }: Pick<ModulePath, 'module_name' | 'public_namespace'>,
): Promise<void> =>
  auditedTransaction(context, actor, async (tx) => {
    const ids = await lockModulesNamed(tx, { organization: organization.id, name, publicNamespace });
    return { result: undefined, audit: await deleteLocked(tx, context, ids) };
  });

/** Deletes the module for one provider together with its versions. 404 if the module was already deleted. */
export const deleteModule = (context: Context, actor: Actor, { module }: Pick<ModuleAccess, 'module'>): Promise<void> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, module.id);
    return { result: undefined, audit: await deleteLocked(tx, context, [module.id]) };
  });

/**
 * Deletes a version. If it was the module's last version, the module is deleted, too. 404 if the version was already
 * deleted.
 */
export const deleteVersion = (
  context: Context,
  actor: Actor,
  { module, version }: Pick<VersionAccess, 'module' | 'version'>,
): Promise<void> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, module.id);
    await discardVersion(tx, context, { module, version });
    const isEmpty = (await tx.first(anyVersion, { module: module.id })) === undefined;
    const audit = [versionEntry(module, version), ...(isEmpty ? await deleteLocked(tx, context, [module.id]) : [])];
    return { result: undefined, audit };
  });

/**
 * Hides a version by moving it to a new module in a tenant that is marked as deleted. A job then removes the version's
 * download rows in batches, because a version has one such row for each consumer. 404 if the version was already
 * deleted.
 */
async function discardVersion(
  tx: Transaction,
  context: Context,
  { module, version: { id } }: Pick<VersionAccess, 'module' | 'version'>,
): Promise<void> {
  const { name, provider, public_namespace, created_at, updated_at } = module;
  if ((await tx.first(versionById, { id })) === undefined) throw notFound();
  await newDiscarded(tx, context, id);
  await insertModule(tx, { id, organization_id: id, name, provider, public_namespace, created_at, updated_at });
  await moveVersion(tx, id, id);
}

/** Deletes modules that the transaction has locked, together with their versions. */
async function deleteLocked(tx: Transaction, context: Context, ids: readonly string[]): Promise<readonly AuditEntry[]> {
  const rows = await tx.rows(modulesByIds, { ids: JSON.stringify(ids) });
  if (rows.length === 0) throw notFound();
  for (const { id } of rows) {
    await newDiscarded(tx, context, id);
    await updateModule(tx, id, { organization_id: id });
  }
  return rows.map(moduleEntry);
}

const moduleEntry = (row: ModuleRow): AuditEntry => ({
  action: 'registry-module.delete',
  type: 'registry-modules',
  id: row.id,
  organizationId: row.organization_id,
  before: auditedModule(row),
});

const versionEntry = (module: ModuleRow, { id, version, status, sha256 }: VersionAccess['version']): AuditEntry => ({
  action: 'registry-module-version.delete',
  type: 'registry-module-versions',
  id,
  organizationId: module.organization_id,
  before: { ...auditedModule(module), version, status, sha256 },
});
