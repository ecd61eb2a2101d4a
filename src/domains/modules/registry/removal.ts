// What is deleted is gone from every list at once; housekeeping deletes the archives themselves, little by little.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { isOneOf } from '../../../db/expressions.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { change } from '../../audit/audit.ts';
import type { Standing } from '../../organizations/organizations/access.ts';
import type { FoundModule, FoundVersion } from './access.ts';
import { told } from './registry.ts';
import { anyVersion, heldModule, heldModulesNamed, type ModuleRow, modulesByIds } from './store.ts';

const moduleEntry = (row: ModuleRow): AuditEntry => ({
  action: 'registry-module.delete',
  type: 'registry-modules',
  id: row.id,
  organizationId: row.organization_id,
  before: told(row),
});

/** Deletes modules that the transaction holds, with all their versions. */
const deleteHeld = async (tx: Transaction, ids: readonly string[]): Promise<readonly AuditEntry[]> => {
  const list = JSON.stringify(ids);
  const rows = await tx.rows(modulesByIds, { ids: list });
  if (rows.length === 0) throw notFound();
  await tx.run((db, engine) => db.deleteFrom('modules').where(({ ref }) => isOneOf(engine, ref('id'), list)));
  return rows.map(moduleEntry);
};

/** Deletes every module of a name; 404 where there is none. */
export const deleteModulesNamed = (
  context: Context,
  actor: Actor,
  { organization }: Standing,
  name: string,
): Promise<void> =>
  change(context, actor, async (tx) => {
    const rows = await tx.rows(heldModulesNamed, { organization: organization.id, name });
    const audit = await deleteHeld(
      tx,
      rows.map(({ id }) => id),
    );
    return { result: undefined, audit };
  });

/** Deletes a module, which is of one provider, with all its versions; 404 when it has gone meanwhile. */
export const deleteModule = (context: Context, actor: Actor, { module }: Pick<FoundModule, 'module'>): Promise<void> =>
  change(context, actor, async (tx) => {
    await tx.first(heldModule, { id: module.id });
    return { result: undefined, audit: await deleteHeld(tx, [module.id]) };
  });

/** Deletes a version, and its module with the last one; 404 when it has gone meanwhile. */
export const deleteVersion = (
  context: Context,
  actor: Actor,
  { module, version }: Pick<FoundVersion, 'module' | 'version'>,
): Promise<void> =>
  change(context, actor, async (tx) => {
    await tx.first(heldModule, { id: module.id });
    const deleted = await tx.run((db) => db.deleteFrom('module_versions').where('id', '=', version.id));
    if (deleted === 0) throw notFound();
    const isEmpty = (await tx.first(anyVersion, { module: module.id })) === undefined;
    const entry: AuditEntry = {
      action: 'registry-module-version.delete',
      type: 'registry-module-versions',
      id: version.id,
      organizationId: module.organization_id,
      before: { ...told(module), version: version.version, status: version.status, sha256: version.sha256 },
    };
    return { result: undefined, audit: [entry, ...(isEmpty ? await deleteHeld(tx, [module.id]) : [])] };
  });
