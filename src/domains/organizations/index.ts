// The organizations domain: organizations, memberships, teams, their tokens, plans and subscriptions.
import type { Vocabulary } from '../../jsonapi/vocabulary.ts';
import { creationRoutes } from './creation/routes.ts';
import { featureSetRoutes, includableFeatureSets } from './feature-sets/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { includableMemberships, membershipRoutes } from './memberships/routes.ts';
import { includableOrganizations, organizationRoutes } from './organizations/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { includableTeams, teamRoutes } from './teams/routes.ts';
import { organizationTokenRoutes } from './tokens/routes.ts';

export { findOwnerships, lockOrganizationsOf } from './memberships/ownership.ts';
export { lockTeamsOfGroups } from './memberships/sso-groups.ts';
export { findOrganizationsByNames } from './organizations/organizations.ts';
export { organizationAsTokenOwner, teamAsTokenOwner } from './tokens/access.ts';
export { replaceGroupToken } from './tokens/tokens.ts';

export const organizations = {
  routes: [
    ...organizationRoutes,
    ...creationRoutes,
    ...membershipRoutes,
    ...teamRoutes,
    ...organizationTokenRoutes,
    ...homeRoutes,
    ...featureSetRoutes,
    ...subscriptionRoutes,
  ],
  includable: (words: Vocabulary) => [
    includableOrganizations,
    includableMemberships,
    includableTeams,
    includableFeatureSets(words),
  ],
};
