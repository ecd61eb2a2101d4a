// Creates and changes several policy sets in one request. Either all changes are applied or none.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { ApiError, existing, invalid, problemAt, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { lockOrganization, type OrganizationRow } from '../../organizations/index.ts';
import type { SetChange, SetChanges } from '../policy-sets/input.ts';
import { addMembersTo, type ChangeBy, removeMembersFrom } from '../policy-sets/members.ts';
import { addPolicySet } from '../policy-sets/policy-sets.ts';
import { elsewhereProblems } from '../policy-sets/refused-attributes.ts';
import type { AppliedSets } from '../policy-sets/resource.ts';
import { type PolicySetRow, policySetById } from '../policy-sets/store.ts';
import { changePolicySet } from './set-update.ts';

/**
 * Creates and changes policy sets in one transaction. 422 if a set is invalid or belongs to another organization. The
 * error reports only the first such set, with its name and a JSON Pointer to it, and nothing is changed.
 */
export function applySetChanges(
  context: Context,
  actor: Actor,
  organization: OrganizationRow,
  { creations, changes }: SetChanges,
): Promise<AppliedSets> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organization.id);
    const by = { context, actor };
    const audit: AuditEntry[] = [];
    const take = <Result>({ result, audit: entries }: Audited<Result>): Result => {
      audit.push(...entries);
      return result;
    };
    const changed: PolicySetRow[] = [];
    for (const [index, change] of changes.entries()) {
      const before = await setOf(tx, organization, `/data/attributes/changes/${index}/id`, change);
      const at = { name: before.name, pointer: `/data/attributes/changes/${index}` };
      changed.push(await located(at, async () => take(await applyChange(tx, by, before, change))));
    }
    const created: PolicySetRow[] = [];
    for (const [index, input] of creations.entries()) {
      const at = { name: input.name, pointer: `/data/attributes/creations/${index}` };
      created.push(await located(at, async () => take(await addPolicySet(tx, by, organization.id, input))));
    }
    return { result: { organization, created, changed }, audit };
  });
}

async function setOf(
  tx: Transaction,
  { id }: OrganizationRow,
  pointer: string,
  change: SetChange,
): Promise<PolicySetRow> {
  const row = await tx.first(policySetById, { id: change.id });
  if (row?.organization_id === id) return row;
  throw invalid(problemAt(pointer, 'no-such-record', 'Policy set does not exist in this organization'));
}

async function applyChange(
  tx: Transaction,
  by: ChangeBy,
  before: PolicySetRow,
  { attributes, added, removed }: SetChange,
): Promise<Audited<PolicySetRow>> {
  requireNone(elsewhereProblems(before, { attributes }));
  const { audit } = await changePolicySet(tx, by.context, before, attributes);
  const entries = [...audit];
  const current = async () => existing(await tx.first(policySetById, { id: before.id }));
  for (const members of removed) entries.push(...(await removeMembersFrom(tx, by, await current(), members)).audit);
  for (const members of added) entries.push(...(await addMembersTo(tx, by, await current(), members)).audit);
  return { result: await current(), audit: entries };
}

/** Adds the name of the policy set and a JSON Pointer to the set to each problem. */
async function located<Result>(
  { name, pointer }: { readonly name: string; readonly pointer: string },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    throw invalid(...error.problems.map((problem) => ({ ...problem, pointer, detail: `${name}: ${problem.detail}` })));
  }
}
