import { isDeepStrictEqual } from 'node:util';
import type { Static, Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import type { RequireCurrent } from '../../../http/etag.ts';
import { attributeProblem, existing, invalid, problemAt } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { emptyPage, type ListRequest, type Page } from '../../../kernel/page.ts';
import { workspaceReaders } from '../../../kernel/permissions.ts';
import { folded } from '../../../lib/text/text.ts';
import { changeListedName } from '../../accounts/index.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { costEstimationSettings } from '../../instance/index.ts';
import { deleteTenantLater } from '../tenants/removal.ts';
import { organizationCompat } from './compat.ts';
import { type ShownOrganization, shownOrganization } from './effective.ts';
import { organizations } from './entity.ts';
import { organizationsOfPlaces } from './places.ts';
import { findRightsIn, may, type OrganizationAccess, type Rights, visitorOf } from './rights.ts';
import {
  allOrganizations,
  deleteOrganizationRow,
  type OrganizationRow,
  organizationAsList,
  organizationForUpdate,
  organizationKeysAmong,
  organizationsByKeys,
  organizationsOfUser,
  organizationsRequiringTwoFactor,
  projectOfOrganization,
  updateOrganizationRow,
} from './store.ts';

export type { OrganizationRow } from './store.ts';

/** Returns a page of the actor's organizations, sorted by name. */
export async function listOrganizations(
  { database }: Context,
  actor: Actor,
  query: ListRequest,
): Promise<Page<OrganizationRow>> {
  const { identity } = actor;
  switch (identity.kind) {
    case 'user':
      return organizationsOfUser.read(database, query, visitorOf(actor, identity));
    case 'team':
      return organizationAsList.read(database, query, { id: identity.organizationId });
    case 'organization':
      return organizationAsList.read(database, query, { id: identity.id });
    case 'system':
      return allOrganizations.read(database, query, {});
    case 'audit-trails':
    case 'anonymous':
      return emptyPage(query.page);
  }
}

/** Returns the actor's first organizations, at most `limit`, sorted by name, with the actor's rights in each of them. */
export async function firstOrganizations(
  context: Context,
  actor: Actor,
  limit: number,
): Promise<readonly OrganizationAccess[]> {
  const { rows } = await listOrganizations(context, actor, { page: { number: 1, size: limit } });
  const rightsIn = await findRightsIn(
    context.database,
    actor,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((organization) => {
    const rights = rightsIn.get(organization.id);
    return rights === undefined ? [] : [{ organization, rights }];
  });
}

/** Returns the organizations with these names, ignoring case. */
export function findOrganizationsByNames(
  { database }: Context,
  names: readonly string[],
): Promise<readonly OrganizationRow[]> {
  return database.rows(organizationsByKeys, { keys: JSON.stringify(names.map(folded)) });
}

/** Returns those of the given names that belong to an organization. Implements the port `organizationNamesAmong`. */
export async function namesAmong(reader: Reader, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await reader.rows(organizationKeysAmong, { keys: JSON.stringify(names) });
  return new Set(rows.map(({ name_key }) => name_key));
}

/** Adds the effective settings to an organization in which the actor has the given rights. */
export async function shownWith(
  context: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
): Promise<ShownOrganization> {
  const withPlaces = await withReadablePlaces(context, actor, new Map([[organization.id, rights]]));
  return shownOrganization(context, organization, rights, withPlaces.has(organization.id));
}

/**
 * Returns the identifiers of the organizations in which the actor's rights do not include reading all workspaces, but a
 * team of the actor has access to a workspace or project. `rightsIn` contains the actor's rights by organization.
 */
const withReadablePlaces = ({ database }: Context, actor: Actor, rightsIn: ReadonlyMap<string, Rights>) =>
  organizationsOfPlaces(
    database,
    actor,
    [...rightsIn].flatMap(([id, rights]) => (may(workspaceReaders)({ rights }) ? [] : [id])),
  );

/** Adds the actor's rights and the effective settings to organizations. */
export async function shownTo(
  context: Context,
  actor: Actor,
  rows: readonly OrganizationRow[],
): Promise<readonly ShownOrganization[]> {
  const ids = rows.map(({ id }) => id);
  const rightsIn = await findRightsIn(context.database, actor, ids);
  const withPlaces = await withReadablePlaces(context, actor, rightsIn);
  return rows.map((row) => shownOrganization(context, row, rightsIn.get(row.id), withPlaces.has(row.id)));
}

/**
 * Returns the names of the user's organizations that require two-factor authentication, at most 100. Implements the
 * port `organizationsRequiringTwoFactor`.
 */
export async function namesOfRequiringTwoFactor(reader: Reader, user: string): Promise<readonly string[]> {
  return (await reader.rows(organizationsRequiringTwoFactor, { user })).map(({ name }) => name);
}

/** Locks an organization until the transaction ends. Returns undefined if it has been deleted. */
export function lockedOrganization(tx: Transaction, id: string): Promise<OrganizationRow | undefined> {
  tx.queueFor(id);
  return tx.first(organizationForUpdate, { id });
}

/** Locks an organization until the transaction ends. Throws 404 if it has been deleted. */
export async function lockOrganization(tx: Transaction, id: string): Promise<OrganizationRow> {
  return existing(await lockedOrganization(tx, id));
}

/**
 * Updates an organization. Throws 412 if the organization has changed since the actor read it. Throws 422 if the name
 * is taken, or if cost estimation is turned on while the instance has turned it off.
 */
export function updateOrganization(
  context: Context,
  actor: Actor,
  { id }: OrganizationRow,
  input: OrganizationUpdate,
): Promise<OrganizationRow> {
  const { attributes, defaultProjectId, requireCurrent } = input;
  requireCostEstimation(context, attributes);
  requireOwnTwoFactor(actor, attributes);
  return auditedTransaction(context, actor, async (tx) => {
    const row = await lockOrganization(tx, id);
    requireCurrent(auditedOrganization(row));
    const default_project_id = defaultProjectId ?? row.default_project_id;
    if (default_project_id !== row.default_project_id) await requireProject(tx, id, default_project_id);
    const compat = organizationCompat.changed(context.vocabulary, row.compat, attributes);
    const changed = { ...row, ...organizations.changed(attributes), compat, default_project_id };
    const [before, after] = [auditedOrganization(row), auditedOrganization(changed)];
    if (isDeepStrictEqual(before, after)) return { result: row, audit: [] };
    const changes = {
      ...organizations.changed(attributes),
      compat,
      default_project_id,
      name_key: folded(changed.name),
    };
    await updateOrganizationRow(tx, id, changes);
    if (changed.policy_input_days !== row.policy_input_days) {
      await context.ports.retainPolicyInputs(tx, id, changed.policy_input_days);
    }
    if (changed.keeps_change_values === 0 && row.keeps_change_values === 1)
      await context.ports.deleteChangeValues(tx, id);
    const entry = { action: 'organization.update', type: 'organizations', id, organizationId: id };
    const lists = changed.name === row.name ? [] : await changeListedName(tx, context, row.name, changed.name);
    return { result: { ...row, ...changes }, audit: [{ ...entry, before, after }, ...lists] };
  });
}

/** Deletes an organization. Afterwards, a job removes the rows that belong to it. */
export function deleteOrganization(context: Context, actor: Actor, { id }: OrganizationRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const { name, email } = await lockOrganization(tx, id);
    await deleteOrganizationRow(tx, id);
    await deleteTenantLater(tx, context, { id, name, by: actor.identity });
    const entry = { action: 'organization.delete', type: 'organizations', id, organizationId: id };
    const lists = await changeListedName(tx, context, name);
    return { result: undefined, audit: [{ ...entry, before: { name, email } }, ...lists] };
  });
}

/** Contents of a request that updates an organization. */
export interface OrganizationUpdate {
  readonly attributes: Attributes;
  readonly defaultProjectId?: string | undefined;
  readonly requireCurrent: RequireCurrent;
}

type Attributes = Static<Type.TObject<typeof organizations.update>>;

/** Returns an organization in the form that audit records contain. */
export const auditedOrganization = (row: OrganizationRow) => ({
  ...organizations.audited(row),
  'default-project': row.default_project_id,
  ...organizationCompat.audited(row),
});

async function requireProject(tx: Transaction, organization: string, id: string): Promise<void> {
  const project = await tx.first(projectOfOrganization, { organization, id });
  if (project !== undefined) return;
  const detail = 'Default project does not exist in this organization';
  throw invalid(problemAt('/data/relationships/default-project/data/id', 'no-such-record', detail));
}

/**
 * Throws 422 if a person makes two-factor authentication mandatory for members without using it. This person would lose
 * access to the organization.
 */
export function requireOwnTwoFactor({ identity }: Actor, input: Pick<Attributes, 'collaborator-auth-policy'>): void {
  if (input['collaborator-auth-policy'] !== 'two_factor_mandatory') return;
  if (identity.kind !== 'user' || identity.lacksTwoFactor === undefined) return;
  const detail = 'Collaborator auth policy requires that two-factor authentication is on for your own account';
  throw invalid(attributeProblem('collaborator-auth-policy', 'two-factor-required', detail));
}

export function requireCostEstimation(context: Context, input: Attributes): void {
  if (input['cost-estimation-enabled'] !== true || costEstimationSettings(context).enabled) return;
  const detail = 'Cost estimation enabled must be false while cost estimation is off for the whole instance';
  throw invalid(attributeProblem('cost-estimation-enabled', 'not-supported', detail));
}
