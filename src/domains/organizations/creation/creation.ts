import type { Static, Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { requireFewer, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { allPermissions } from '../../../kernel/permissions.ts';
import { folded } from '../../../lib/text/text.ts';
import { lockUser } from '../../accounts/index.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { generalSettings } from '../../instance/index.ts';
import { addMember } from '../memberships/add-member.ts';
import { organizationCompat } from '../organizations/compat.ts';
import { organizations } from '../organizations/entity.ts';
import { lockOrganization, requireCostEstimation, requireOwnTwoFactor } from '../organizations/organizations.ts';
import { insertOrganization, type OrganizationRow, organizationsOfCreator } from '../organizations/store.ts';
import { defaultProject } from '../projects/projects.ts';
import { insertProject } from '../projects/store.ts';
import { userLimitProblems } from '../subscriptions/limits.ts';
import { firstSubscription } from '../subscriptions/plan.ts';
import { insertSubscription } from '../subscriptions/store.ts';
import { insertTeam } from '../teams/store.ts';
import { insertTenant } from '../tenants/store.ts';

/**
 * Attributes of a new organization. Name and e-mail address are required, and all attributes that an update accepts are
 * optional.
 */
export type OrganizationInput = Static<Type.TObject<typeof organizations.create>>;

/**
 * Maximum durations of exemptions and overrides in days in a new organization, unless the request specifies others.
 */
const initialMaximums = { policy_exemption_max_days: 90, policy_override_max_days: 7 };

/**
 * Creates an organization with its first subscription, its default project and its owners team. The person who creates
 * the organization becomes its owner. The operator may name another owner or none.
 *
 * Throws 422 if the name is taken, if the plan of new organizations allows no member, if the account has reached its
 * limit of created organizations, or if cost estimation is requested while the instance has turned it off. Throws 404
 * if the owner has been deleted.
 */
export function createOrganization(
  context: Context,
  actor: Actor,
  input: OrganizationInput,
  ownerId = actor.identity.kind === 'user' ? actor.identity.id : undefined,
): Promise<OrganizationRow> {
  requireCostEstimation(context, input);
  requireOwnTwoFactor(actor, input);
  const { name, email } = input;
  const at = timestamp(context.clock.now());
  const id = newId('org');
  const project = defaultProject(id, at);
  const row = {
    ...initialMaximums,
    ...organizations.created(input),
    ...{ id, name, name_key: folded(name), email, default_project_id: project.id, created_at: at },
    creator_id: creatorIn(actor) ?? null,
    compat: organizationCompat.changed(context.vocabulary, '{}', input),
  };
  return auditedTransaction(context, actor, async (tx) => {
    await requireFewOrganizations(context, tx, row.creator_id);
    await insertTenant(tx, { id, removed_at: null, removed_name: null, removed_by: null });
    await insertOrganization(tx, row);
    await insertProject(tx, project);
    await insertSubscription(tx, firstSubscription(context, row));
    const owner = await createOwnersTeam(context, tx, row, ownerId);
    const entry = { action: 'organization.create', type: 'organizations', id: row.id, organizationId: row.id };
    return {
      result: await lockOrganization(tx, id),
      audit: [{ ...entry, after: knownAttributes(input) }, ...owner],
    };
  });
}

/**
 * Returns the user whose limit on the number of created organizations applies. No limit applies to site administrators,
 * because they create organizations for others.
 */
const creatorIn = ({ identity }: Actor): string | undefined =>
  identity.kind === 'user' && !identity.isAdmin ? identity.id : undefined;

async function requireFewOrganizations(context: Context, tx: Transaction, creator: string | null): Promise<void> {
  if (creator === null) return;
  const max = generalSettings(context)['organizations-per-user-limit'];
  await lockUser(tx, creator);
  const total = await tx.first(organizationsOfCreator, { creator });
  requireFewer(
    total,
    max,
    `You have created ${max} organizations, which is the maximum for one account here (organizations-per-user-limit). Delete one that you own, or ask a site administrator.`,
  );
}

/** Returns the attributes that belong to the organization, without other input such as the owner. */
const knownAttributes = (input: OrganizationInput): object =>
  Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(organizations.create, name)));

/**
 * Creates the owners team and adds the first owner, if there is one. Returns the audit entry of the owner's membership.
 */
async function createOwnersTeam(
  context: Context,
  tx: Transaction,
  { id: organizationId, created_at }: Pick<OrganizationRow, 'id' | 'created_at'>,
  userId: string | undefined,
): Promise<readonly AuditEntry[]> {
  const team = newId('team');
  const flags = { is_owners: 1, visibility: 'secret', permissions: allPermissions } as const;
  await insertTeam(tx, {
    id: team,
    organization_id: organizationId,
    name: 'owners',
    name_key: 'owners',
    ...flags,
    created_at,
  });
  if (userId === undefined) return [];
  const user = await lockUser(tx, userId);
  requireNone(await userLimitProblems(context, tx, organizationId, user));
  return [(await addMember(tx, context, { organizationId, user, teamIds: [team] })).entry];
}
