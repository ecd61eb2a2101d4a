// Exports for the command line, which must not import any other module of this domain except `index.ts`.

export { organizationRights } from './access.ts';
export { createOrganization } from './creation/creation.ts';
export type { FeatureSet } from './feature-sets/attributes.ts';
export { editCatalogue } from './feature-sets/editing.ts';
export { catalogueOf } from './feature-sets/feature-sets.ts';
export { fileOf, settableAttributes } from './feature-sets/file.ts';
export { organizations as organizationEntity } from './organizations/entity.ts';
export { inOrganization } from './organizations/guard.ts';
export { newOrganization } from './organizations/input.ts';
export { deleteOrganization, listOrganizations, shownTo } from './organizations/organizations.ts';
export { organizationResource } from './organizations/resource.ts';
export { projects as projectEntity } from './projects/entity.ts';
export { subscriptionResource } from './subscriptions/resource.ts';
export { listSubscriptions, type Subscription, subscribe } from './subscriptions/subscriptions.ts';
export { customRuns, projectLevels, workspaceLevels } from './team-access/levels.ts';
export { teams as teamEntity } from './teams/entity.ts';
export { organizationAsTokenOwner, teamAsTokenOwner } from './tokens/access.ts';
export { replaceGroupToken } from './tokens/tokens.ts';
export { workspaces as workspaceEntity } from './workspaces/entity.ts';
