import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { containsPattern } from '../../../db/expressions.ts';
import { readPageOf } from '../../../db/page.ts';
import { attributeProblem, invalid, notFound } from '../../../jsonapi/errors.ts';
import { canMatch, type ListQuery } from '../../../jsonapi/query.ts';
import { translating } from '../../../jsonapi/violations.ts';
import type { Actor } from '../../../lib/actor.ts';
import { emptyPage, type Page } from '../../../lib/page.ts';
import { recordOf } from '../../../lib/records.ts';
import { folded } from '../../../lib/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { costEstimationSettings } from '../../instance/index.ts';
import { type ShownOrganization, shownOrganization } from './effective.ts';
import {
  allOrganizations,
  deleteOrganizationRow,
  type OrganizationRow,
  organizationAsList,
  organizationForUpdate,
  organizationsByKeys,
  organizationsOfUser,
  updateOrganizationRow,
  violations,
} from './store.ts';

export type { OrganizationRow } from './store.ts';

/** A page of the actor's organizations, by name; `q` or `search[name]` narrows it. */
export async function listOrganizations(
  { database }: Context,
  { identity }: Actor,
  { page: request, value }: ListQuery,
): Promise<Page<OrganizationRow>> {
  const word = value('q') ?? value('search[name]') ?? '';
  if (!canMatch(word)) return emptyPage(request);
  const pattern = containsPattern(folded(word));
  switch (identity.kind) {
    case 'user':
      return readPageOf(database, organizationsOfUser, { values: { user: identity.id, pattern }, request });
    case 'team':
      return readPageOf(database, organizationAsList, { values: { id: identity.organizationId, pattern }, request });
    case 'organization':
      return readPageOf(database, organizationAsList, { values: { id: identity.id, pattern }, request });
    case 'system':
      return readPageOf(database, allOrganizations, { values: { pattern }, request, isScan: true });
    case 'anonymous':
      return emptyPage(request);
  }
}

export async function findOrganizationsByNames(
  context: Context,
  names: readonly string[],
): Promise<readonly ShownOrganization[]> {
  const rows = await context.database.rows(organizationsByKeys, { keys: JSON.stringify(names.map(folded)) });
  return rows.map((row) => shownOrganization(context, row));
}

/** Locks an organization until the transaction ends; 404 when it has been deleted. */
export async function lockOrganization(tx: Transaction, id: string): Promise<OrganizationRow> {
  const organization = await tx.first(organizationForUpdate, { id });
  if (organization === undefined) throw notFound();
  return organization;
}

/** Changes an organization. 422 when the name is taken, and for cost estimation where the instance has it off. */
export function updateOrganization(
  context: Context,
  actor: Actor,
  { id }: OrganizationRow,
  input: OrganizationUpdate,
): Promise<OrganizationRow> {
  requireCostEstimation(context, input);
  return translating(
    violations,
    auditedTransaction(context, actor, async (tx) => {
      const row = await lockOrganization(tx, id);
      const before = changeable(row);
      const after = merged(before, input);
      if (isDeepStrictEqual(before, after)) return { result: row, audit: [] };
      const changes = columnsOf(after);
      await updateOrganizationRow(tx, id, changes);
      const entry = { action: 'organization.update', type: 'organizations', id, organizationId: id };
      return { result: { ...row, ...changes }, audit: [{ ...entry, before, after }] };
    }),
  );
}

/** Deletes an organization with everything that belongs to it. */
export function deleteOrganization(context: Context, actor: Actor, { id }: OrganizationRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const { name, email } = await lockOrganization(tx, id);
    await deleteOrganizationRow(tx, id);
    const entry = { action: 'organization.delete', type: 'organizations', id, organizationId: id };
    return { result: undefined, audit: [{ ...entry, before: { name, email } }] };
  });
}

/** What owners may change; the audit record has it in this form too. A timeout of null is that of the instance. */
const changeable = (row: OrganizationRow) => ({
  name: row.name,
  email: row.email,
  'plan-timeout': row.plan_timeout,
  'apply-timeout': row.apply_timeout,
  'cost-estimation-enabled': row.wants_cost_estimation === 1,
  'saml-enabled': row.uses_saml === 1,
  'module-deprecation-notices-enabled': row.adds_deprecation_notices === 1,
});

type Changeable = ReturnType<typeof changeable>;
export type OrganizationUpdate = Partial<Changeable>;

/** The values with those of the input; attributes that nobody can change are left out. */
const merged = (before: Changeable, input: OrganizationUpdate): Changeable =>
  recordOf(Object.keys(before), (name) => Reflect.get(Object.hasOwn(input, name) ? input : before, name));

const columnsOf = (values: Changeable) => ({
  name: values.name,
  name_key: folded(values.name),
  email: values.email,
  plan_timeout: values['plan-timeout'],
  apply_timeout: values['apply-timeout'],
  wants_cost_estimation: Number(values['cost-estimation-enabled']),
  uses_saml: Number(values['saml-enabled']),
  adds_deprecation_notices: Number(values['module-deprecation-notices-enabled']),
});

function requireCostEstimation(context: Context, input: OrganizationUpdate): void {
  if (input['cost-estimation-enabled'] !== true || costEstimationSettings(context).enabled) return;
  const detail = 'Cost estimation enabled must be false while cost estimation is off for the whole instance';
  throw invalid(attributeProblem('cost-estimation-enabled', detail));
}
