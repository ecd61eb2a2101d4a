// The organizations domain: organizations, memberships, teams, their tokens, plans and subscriptions.
import type { Context } from '../../context.ts';
import { administrationRoutes } from './administration/routes.ts';
import { auditEventRoutes } from './audit-events/routes.ts';
import { emptyListRoutes } from './compat/empty-lists.ts';
import { runRoutes } from './compat/refused-runs.ts';
import { creationRoutes } from './creation/routes.ts';
import { featureSetRoutes, includableFeatureSets } from './feature-sets/routes.ts';
import { includableMemberships, membershipRoutes } from './memberships/routes.ts';
import { includableOrganizations, organizationRoutes } from './organizations/routes.ts';
import { includableProjects, projectRoutes } from './projects/routes.ts';
import { organizationRetentionRoutes } from './retention/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { includableTags } from './tags/routes.ts';
import { includableTeams, teamRoutes } from './teams/routes.ts';
import { removalJob } from './tenants/removal.ts';
import { removalRoutes } from './tenants/routes.ts';
import { removal } from './tenants/store.ts';
import { organizationTokenRoutes } from './tokens/routes.ts';
import { includableWorkspaces, workspaceRoutes } from './workspaces/routes.ts';
import { tagsInUseRoute } from './workspaces/tags-in-use.ts';

export { requireModuleUser, requireModuleUserRights } from './administration/sharing.ts';
export { createOrganization } from './creation/creation.ts';
export type { FeatureSet } from './feature-sets/attributes.ts';
export { editCatalogue } from './feature-sets/editing.ts';
export { catalogueOf } from './feature-sets/feature-sets.ts';
export { fileOf, settableAttributes } from './feature-sets/file.ts';
export { archiveIntake } from './links/archive-intake.ts';
export { type GrantedLink, requireGrantee } from './links/grantee.ts';
export { type UploadLink, uploadLinkFor } from './links/upload-link.ts';
export { deleteMembershipsOf, findOwnerships, lockOrganizationsOf } from './memberships/ownership.ts';
export { lockTeamsOfGroups } from './memberships/sso-groups.ts';
export {
  hasOrganizationPermission,
  hasSomePermission,
  type OrganizationAccess,
  type RecordAccess,
  readableRows,
  requireAccessTo,
  requireMember,
  requireOwner,
  requirePermission,
  requirePermissionOn,
  requireRights,
  teamsWithPermission,
} from './organizations/access.ts';
export { newOrganization } from './organizations/input.ts';
export {
  deleteOrganization,
  findOrganizationsByNames,
  listOrganizations,
  lockedOrganization,
  lockOrganization,
  namesOfRequiringTwoFactor,
  type OrganizationRow,
  shownTo,
} from './organizations/organizations.ts';
export { organizationResource } from './organizations/resource.ts';
export { countPolicies } from './organizations/store.ts';
export { isWithin, ownRetentionDays } from './retention/horizon.ts';
export { nothingRuns } from './runs/runner-only.ts';
export { exceededProblems, limitProblems } from './subscriptions/limits.ts';
export { hasEntitlement, requireEntitlement, requireInPlan } from './subscriptions/plan.ts';
export { subscriptionResource } from './subscriptions/resource.ts';
export { listSubscriptions, type Subscription, subscribe } from './subscriptions/subscriptions.ts';
export { type Tags, tagsFrom } from './tags/input.ts';
export { tagBindingResource } from './tags/resource.ts';
export { TagBindings, TagKey, TagValue } from './tags/schema.ts';
export { peopleBehind } from './teams/people.ts';
export { isTeamOf } from './teams/teams.ts';
export { newDiscarded } from './tenants/removal.ts';
export { hasOrganization, idInTenant } from './tenants/store.ts';
export { organizationAsTokenOwner, teamAsTokenOwner } from './tokens/access.ts';
export { replaceGroupToken } from './tokens/tokens.ts';
export { findWorkspaceId, listWorkspacesInScope, type WorkspaceScope } from './workspaces/lists.ts';
export { type RunPlace, runPlace } from './workspaces/place.ts';
export { workspaceResource } from './workspaces/resource.ts';
export { unknownPlaces, unknownReferences } from './workspaces/unknown.ts';

export const organizations = {
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
    ...runRoutes,
    tagsInUseRoute,
    ...emptyListRoutes,
  ],
  jobs: (context: Context) => [removalJob(context)],
  looks: { removal },
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
