// Organizations domain: organizations, memberships, teams, their tokens, plans and subscriptions.
import type { Context } from '../../context.ts';
import { teamAccessRoutes } from './access-grants/routes.ts';
import { administrationRoutes } from './administration/routes.ts';
import { auditEventRoutes } from './audit-events/routes.ts';
import { emptyListRoutes } from './compat/empty-lists.ts';
import { runRoutes } from './compat/refused-runs.ts';
import { organizationConditions } from './conditions.ts';
import { creationRoutes } from './creation/routes.ts';
import { delegationRoutes } from './delegations/routes.ts';
import { featureSetRoutes, includableFeatureSets } from './feature-sets/routes.ts';
import { deleteMembershipsOf, findOwnerships, lockOrganizationsOf } from './memberships/ownership.ts';
import { includableMemberships, membershipRoutes } from './memberships/routes.ts';
import { lockTeamsOfGroups } from './memberships/sso-groups.ts';
import { isAwaited, moveMemberships, startMemberships } from './memberships/start.ts';
import { awaitProof } from './memberships/store.ts';
import { findOrganizationsByNames, namesAmong, namesOfRequiringTwoFactor } from './organizations/organizations.ts';
import { includableOrganizations, organizationRoutes } from './organizations/routes.ts';
import { includableProjects, projectRoutes } from './projects/routes.ts';
import { ownRetentionDays } from './retention/horizon.ts';
import { organizationRetentionRoutes } from './retention/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { includableTags } from './tags/routes.ts';
import { includableTeams, teamRoutes } from './teams/routes.ts';
import { removalJob } from './tenants/removal.ts';
import { removalRoutes } from './tenants/routes.ts';
import { organizationTokenRoutes } from './tokens/routes.ts';
import { includableWorkspaces, workspaceRoutes } from './workspaces/routes.ts';
import { tagsInUseRoute } from './workspaces/tags-in-use.ts';

export * as sharedModules from './administration/sharing.ts';
export { changeApprovers } from './approvers/approvers.ts';
export { isDelegate } from './delegations/delegations.ts';
export { archiveIntake } from './links/archive-intake.ts';
export { requireGrantee } from './links/grantee.ts';
export { uploadLinkFor } from './links/upload-link.ts';
export { authorOf } from './memberships/run-author.ts';
export {
  byId,
  findOrganization,
  type GuardCondition,
  guard,
  isIncluded,
  type RecordAccess,
} from './organizations/guard.ts';
export {
  firstOrganizations,
  lockedOrganization,
  lockOrganization,
  type OrganizationRow,
} from './organizations/organizations.ts';
export {
  may,
  type OrganizationAccess,
  requireRight,
  teamsOf,
} from './organizations/rights.ts';
export { countPolicies } from './organizations/store.ts';
export { isWithin } from './retention/horizon.ts';
export { organizationGuard } from './subscriptions/guard.ts';
export { limitProblems } from './subscriptions/limits.ts';
export { hasEntitlement, requireEntitlement } from './subscriptions/plan.ts';
export { tagsFrom } from './tags/input.ts';
export { tagBindingResource } from './tags/resource.ts';
export { readableScope, withAbility } from './team-access/place-access.ts';
export { accessiblePlaces } from './team-access/store.ts';
export { currentAccess } from './teams/current-access.ts';
export { usersOf } from './teams/people.ts';
export { newDiscarded } from './tenants/removal.ts';
export { hasOrganization, idInTenant } from './tenants/store.ts';
export { findWorkspaceId } from './workspaces/lists.ts';
export { type RunPlace, readablePlace, runPlaces } from './workspaces/place.ts';
export { workspacesInScopeRoute } from './workspaces/scope-route.ts';
export { unknownPlaces, unknownReferences } from './workspaces/unknown.ts';

export const organizations = {
  ports: {
    organizationIdByName: async (context: Context, name: string) =>
      (await findOrganizationsByNames(context, [name]))[0]?.id,
    organizationNamesAmong: namesAmong,
    lockOrganizationsOf,
    organizationsRequiringTwoFactor: namesOfRequiringTwoFactor,
    ownershipsOf: findOwnerships,
    deleteMembershipsOf,
    ownRetentionDays,
    lockTeamsOfGroups,
    startMemberships,
    moveMemberships,
    isAwaited,
    awaitProof,
  },
  routes: [
    ...organizationRoutes,
    ...removalRoutes,
    ...creationRoutes,
    ...administrationRoutes,
    ...organizationRetentionRoutes,
    ...membershipRoutes,
    ...teamRoutes,
    ...organizationTokenRoutes,
    ...featureSetRoutes,
    ...subscriptionRoutes,
    ...auditEventRoutes,
    ...projectRoutes,
    ...workspaceRoutes,
    ...delegationRoutes,
    ...teamAccessRoutes,
    ...runRoutes,
    tagsInUseRoute,
    ...emptyListRoutes,
  ],
  jobs: (context: Context) => [removalJob(context)],
  conditions: organizationConditions,
  includable: [
    includableOrganizations,
    includableMemberships,
    includableTeams,
    includableFeatureSets,
    includableProjects,
    includableWorkspaces,
    ...includableTags,
  ],
};
