// Changes of a module: its tags, and whether it is offered to people who write no configuration.
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
import { requireNoCodePlan, setNoCode } from './no-code/no-code.ts';
import { replaceTags, tagsOfModule } from './tag-store.ts';

/** Input of a change to a module; an undefined part stays as it is. */
export interface ModuleChange {
  readonly noCode?: boolean | null | undefined;
  readonly tags?: ReadonlyMap<string, string> | undefined;
}

export async function updateModule(
  context: Context,
  actor: Actor,
  access: ModuleAccess,
  { noCode, tags }: ModuleChange,
): Promise<ShownModule> {
  const { id, organization_id } = access.module;
  if (noCode) await requireNoCodePlan(context, organization_id);
  const module = await auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, id);
    const offered = typeof noCode === 'boolean' ? await setNoCode(tx, context, access.module, noCode) : [];
    const audit = [...offered, ...(tags === undefined ? [] : await changeTags(tx, access.module, tags))];
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
