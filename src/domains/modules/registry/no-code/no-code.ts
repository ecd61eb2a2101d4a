// Offer of a module as a no-code module, by its own attribute.
import type { Context } from '../../../../context.ts';
import type { Transaction } from '../../../../db/database.ts';
import { attributeProblem, invalid } from '../../../../jsonapi/errors.ts';
import type { AuditEntry } from '../../../../kernel/audit-entry.ts';
import { timestamp } from '../../../../kernel/clock.ts';
import { newId } from '../../../../kernel/ids.ts';
import { hasEntitlement } from '../../../organizations/index.ts';
import { noCodeModules } from './entity.ts';
import { insertNoCode, type NoCodeRow, noCodeOfModule, updateNoCodeRow } from './store.ts';

const notInPlan = attributeProblem(
  'no-code',
  'not-included-in-plan',
  'No-code modules are not included in the plan of this organization',
);

/** 422 where the organization's plan has no no-code modules. */
export async function requireNoCodePlan(context: Context, organizationId: string): Promise<void> {
  if (!(await hasEntitlement(context, organizationId, 'no-code-modules'))) throw invalid(notInPlan);
}

/** Offers a module, or no more; what people may choose stays. Returns what the audit record says of it. */
export async function setNoCode(
  tx: Transaction,
  { clock }: Context,
  module: { readonly id: string; readonly organization_id: string },
  isEnabled: boolean,
): Promise<readonly AuditEntry[]> {
  const { id: module_id, organization_id } = module;
  const before = await tx.first(noCodeOfModule, { module: module_id });
  const is_enabled = isEnabled ? 1 : 0;
  if ((before?.is_enabled ?? 0) === is_enabled) return [];
  const updated_at = timestamp(clock.now());
  if (before !== undefined) {
    await updateNoCodeRow(tx, before.id, { is_enabled, updated_at });
    const entry = entryOf('update', before);
    return [{ ...entry, before: auditedNoCode(before), after: auditedNoCode({ ...before, is_enabled }) }];
  }
  const base = { id: newId('nocode'), organization_id, module_id, is_enabled, version_pin: null };
  const row = { ...base, created_at: updated_at, updated_at };
  await insertNoCode(tx, row);
  return [{ ...entryOf('create', row), after: auditedNoCode(row) }];
}

type Identified = Pick<NoCodeRow, 'id' | 'organization_id'>;

export const entryOf = (action: 'create' | 'update' | 'delete', { id, organization_id }: Identified) => ({
  action: `no-code-module.${action}`,
  type: 'no-code-modules',
  id,
  organizationId: organization_id,
});

type Audited = Pick<NoCodeRow, 'module_id' | 'is_enabled' | 'version_pin' | 'created_at' | 'updated_at'>;

/** A no-code module as the audit record has it. */
export const auditedNoCode = (row: Audited) => ({ ...noCodeModules.audited(row), module: row.module_id });
