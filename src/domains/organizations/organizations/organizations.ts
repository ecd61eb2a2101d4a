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
import { folded } from '../../../lib/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { costEstimationSettings } from '../../instance/groups/cost-estimation.ts';
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

/** The organizations that the actor is of, by name; `q` or `search[name]` narrows them. */
export const listOrganizations = async (
  { database }: Context,
  { identity }: Actor,
  { page, value }: ListQuery,
): Promise<Page<OrganizationRow>> => {
  const word = value('q') ?? value('search[name]') ?? '';
  if (!canMatch(word)) return emptyPage(page);
  const pattern = containsPattern(folded(word));
  const request = page;
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
      return emptyPage(page);
  }
};

export const findOrganizationsByNames = async (
  context: Context,
  names: readonly string[],
): Promise<readonly ShownOrganization[]> => {
  const rows = await context.database.rows(organizationsByKeys, { keys: JSON.stringify(names.map(folded)) });
  return rows.map((row) => shownOrganization(context, row));
};

/** Holds an organization until the transaction ends; 404 when it has gone meanwhile. */
export const lockOrganization = async (tx: Transaction, id: string): Promise<OrganizationRow> => {
  const organization = await tx.first(organizationForUpdate, { id });
  if (organization === undefined) throw notFound();
  return organization;
};

/** What may change of an organization; a timeout of null is the instance's. */
export interface OrganizationUpdate {
  readonly name?: string;
  readonly email?: string;
  readonly 'plan-timeout'?: string | null;
  readonly 'apply-timeout'?: string | null;
  readonly 'cost-estimation-enabled'?: boolean;
  /** Whether groups at the identity provider decide who is in its teams. */
  readonly 'saml-enabled'?: boolean;
  /** Whether archives of deprecated module versions are served with a notice. */
  readonly 'module-deprecation-notices-enabled'?: boolean;
}

const changedRow = (before: OrganizationRow, input: OrganizationUpdate): OrganizationRow => {
  const { 'cost-estimation-enabled': wantsCosts = before.wants_cost_estimation === 1 } = input;
  const { 'plan-timeout': plan_timeout = before.plan_timeout } = input;
  const { 'apply-timeout': apply_timeout = before.apply_timeout } = input;
  const { 'saml-enabled': usesSaml = before.uses_saml === 1 } = input;
  const { 'module-deprecation-notices-enabled': addsNotices = before.adds_deprecation_notices === 1 } = input;
  const { name = before.name, email = before.email } = input;
  const flags = {
    wants_cost_estimation: wantsCosts ? 1 : 0,
    uses_saml: usesSaml ? 1 : 0,
    adds_deprecation_notices: addsNotices ? 1 : 0,
  };
  return { ...before, name, email, plan_timeout, apply_timeout, ...flags };
};

/** The part of a row that can change, as the audit record tells it. */
const changeable = (row: OrganizationRow) => ({
  name: row.name,
  email: row.email,
  'plan-timeout': row.plan_timeout,
  'apply-timeout': row.apply_timeout,
  'cost-estimation-enabled': row.wants_cost_estimation === 1,
  'saml-enabled': row.uses_saml === 1,
  'module-deprecation-notices-enabled': row.adds_deprecation_notices === 1,
});

const requireCostEstimation = (context: Context, input: OrganizationUpdate): void => {
  if (input['cost-estimation-enabled'] !== true || costEstimationSettings(context).enabled) return;
  const detail = 'Cost estimation enabled must be false while cost estimation is off for the whole instance';
  throw invalid(attributeProblem('cost-estimation-enabled', detail));
};

/** Changes an organization. 422 when the name is taken, and for cost estimation where the instance has it off. */
export const updateOrganization = (
  context: Context,
  actor: Actor,
  { id }: OrganizationRow,
  input: OrganizationUpdate,
): Promise<OrganizationRow> =>
  translating(
    violations,
    auditedTransaction(context, actor, async (tx) => {
      const before = await lockOrganization(tx, id);
      requireCostEstimation(context, input);
      const result = changedRow(before, input);
      const changes = { before: changeable(before), after: changeable(result) };
      if (isDeepStrictEqual(changes.before, changes.after)) return { result, audit: [] };
      await updateOrganizationRow(tx, result);
      const entry = { action: 'organization.update', type: 'organizations', id, organizationId: id };
      return { result, audit: [{ ...entry, ...changes }] };
    }),
  );

/** Deletes an organization with everything that belongs to it. */
export const deleteOrganization = (context: Context, actor: Actor, { id }: OrganizationRow): Promise<void> =>
  auditedTransaction(context, actor, async (tx) => {
    const { name, email } = await lockOrganization(tx, id);
    await deleteOrganizationRow(tx, id);
    const entry = { action: 'organization.delete', type: 'organizations', id, organizationId: id };
    return { result: undefined, audit: [{ ...entry, before: { name, email } }] };
  });
