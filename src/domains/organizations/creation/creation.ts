import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { allPermissions } from '../../../lib/permissions.ts';
import { folded } from '../../../lib/text.ts';
import { lockUser } from '../../accounts/index.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { addMember } from '../memberships/add-member.ts';
import { organizations } from '../organizations/entity.ts';
import { lockOrganization, requireOwnTwoFactor } from '../organizations/organizations.ts';
import { insertOrganization, type OrganizationRow } from '../organizations/store.ts';
import { defaultProject } from '../projects/projects.ts';
import { insertProject } from '../projects/store.ts';
import { userLimitProblems } from '../subscriptions/limits.ts';
import { firstSubscription } from '../subscriptions/plan.ts';
import { insertSubscription } from '../subscriptions/store.ts';
import { insertTeam } from '../teams/store.ts';
import { insertTenant } from '../tenants/store.ts';

export interface OrganizationInput {
  readonly name: string;
  readonly email: string;
  readonly 'collaborator-auth-policy'?: 'password' | 'two_factor_mandatory';
  readonly 'session-timeout'?: number | null;
  readonly 'session-remember'?: number | null;
}

/** The attributes that decide how members sign in. */
const ofMembers = ({
  'collaborator-auth-policy': policy,
  'session-timeout': timeout,
  'session-remember': remember,
}: OrganizationInput) => ({
  ...(policy !== undefined && { 'collaborator-auth-policy': policy }),
  ...(timeout !== undefined && { 'session-timeout': timeout }),
  ...(remember !== undefined && { 'session-remember': remember }),
});

/**
 * Creates an organization with its first subscription, its default project and its owners team. The owner is the person who creates it,
 * unless the operator names another or none. 422 when the name is taken or the plan of new organizations allows no
 * member, 404 when the owner has been deleted.
 */
export function createOrganization(
  context: Context,
  actor: Actor,
  input: OrganizationInput,
  ownerId = actor.identity.kind === 'user' ? actor.identity.id : undefined,
): Promise<OrganizationRow> {
  requireOwnTwoFactor(actor, input);
  const { name, email } = input;
  const at = timestamp(context.clock.now());
  const id = newId('org');
  const project = defaultProject(id, at);
  const row = {
    ...organizations.changed(ofMembers(input)),
    ...{ id, name, name_key: folded(name), email, default_project_id: project.id, created_at: at },
  };
  return auditedTransaction(context, actor, async (tx) => {
    await insertTenant(tx, { id, removed_at: null, removed_name: null, removed_by: null });
    await insertOrganization(tx, row);
    await insertProject(tx, project);
    await insertSubscription(tx, firstSubscription(context, row));
    const owner = await createOwnersTeam(context, tx, row, ownerId);
    const entry = { action: 'organization.create', type: 'organizations', id: row.id, organizationId: row.id };
    return {
      result: await lockOrganization(tx, id),
      audit: [{ ...entry, after: { name, email, ...ofMembers(input) } }, ...owner],
    };
  });
}

/** Creates the owners team and adds the first owner, if there is one. Returns the audit entry of the membership. */
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
