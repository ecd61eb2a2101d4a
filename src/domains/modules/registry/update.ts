// Changes a module. Only its tags can change.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { ModuleAccess } from './access.ts';
import { lockModule, type ModuleRow, moduleById, touchModule } from './module-store.ts';
import { type ShownModule, shownModule } from './modules.ts';
import { replaceTags, tagsOfModule } from './tag-store.ts';

/** Replaces a module's tags; if `tags` is undefined, the tags stay unchanged. */
export async function updateModule(
  context: Context,
  actor: Actor,
  access: ModuleAccess,
  tags: ReadonlyMap<string, string> | undefined,
): Promise<ShownModule> {
  const { id } = access.module;
  const module = await auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, id);
    const audit = tags === undefined ? [] : await changeTags(tx, access.module, tags);
    if (audit.length > 0) await touchModule(tx, id, timestamp(context.clock.now()));
    return { result: existing(await tx.first(moduleById, { id })), audit };
  });
  return shownModule(context, module, access);
}

async function changeTags(
  tx: Transaction,
  { id, organization_id: organizationId }: ModuleRow,
  tags: ReadonlyMap<string, string>,
): Promise<readonly AuditEntry[]> {
  const before = await auditedTags(tx, id);
  const rows = [...tags].map(([key, value]) => ({ id: newId('tb'), module_id: id, key, value }));
  await replaceTags(tx, id, rows);
  const after = await auditedTags(tx, id);
  if (isDeepStrictEqual(before, after)) return [];
  const entry = { action: 'registry-module.update', type: 'registry-modules', id, organizationId };
  return [{ ...entry, before: { tags: before }, after: { tags: after } }];
}

const auditedTags = async (reader: Reader, module: string): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries((await reader.rows(tagsOfModule, { module })).map(({ key, value }) => [key, value]));
