// The list of features: the one file that knows them all.
import type { Includable, Route, RouteFactory } from '../http/route.ts';
import type { Vocabulary } from '../jsonapi/vocabulary.ts';
import { auditRoutes } from './audit/routes.ts';
import { deprecationRoutes } from './deprecations/routes.ts';
import { descriptionRoute, discoveryRoutes } from './discovery/routes.ts';
import { featureSetRoutes, includableFeatureSets } from './feature-sets/routes.ts';
import { includableMemberships, membershipRoutes } from './memberships/routes.ts';
import { modulePageRoutes } from './module-pages/routes.ts';
import { includableOrganizations, organizationRoutes } from './organizations/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { includablePolicies, policyRoutes } from './policies/routes.ts';
import { includablePolicySets, policySetRoutes } from './policy-sets/routes.ts';
import { serviceDiscovery } from './registry/discovery.ts';
import { objectRoutes } from './registry/object-routes.ts';
import { protocolRoutes } from './registry/protocol-routes.ts';
import { registryRoutes } from './registry/routes.ts';
import { samlRoutes } from './saml/routes.ts';
import { impersonationRoutes } from './sessions/impersonation-routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { dataRetentionRoutes } from './settings/data-retention/routes.ts';
import { oidcRoutes } from './settings/oidc/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { smsRoutes } from './sms/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { includableTeams, teamRoutes } from './teams/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { twoFactorRoutes } from './two-factor/routes.ts';
import { accountRoutes } from './users/account-routes.ts';
import { adminUserRoutes } from './users/admin/routes.ts';
import { includableUsers, userRoutes } from './users/routes.ts';

const routes: readonly RouteFactory[] = [
  ...discoveryRoutes,
  ...userRoutes,
  ...adminUserRoutes,
  ...accountRoutes,
  ...organizationRoutes,
  ...membershipRoutes,
  ...teamRoutes,
  ...tokenRoutes,
  ...twoFactorRoutes,
  ...sessionRoutes,
  ...impersonationRoutes,
  ...policyRoutes,
  ...policySetRoutes,
  ...featureSetRoutes,
  ...subscriptionRoutes,
  serviceDiscovery,
  ...registryRoutes,
  ...protocolRoutes,
  ...objectRoutes,
  ...deprecationRoutes,
  ...pageRoutes,
  ...modulePageRoutes,
  ...auditRoutes,
  ...settingsRoutes,
  ...samlRoutes,
  ...smsRoutes,
  ...oidcRoutes,
  ...dataRetentionRoutes,
];

/** Everything that the features serve, made for one vocabulary. */
export interface Served {
  readonly routes: readonly Route[];
  readonly includable: readonly Includable[];
}

/** Makes every route and every includable type of record. */
export const featuresFor = (words: Vocabulary): Served => {
  const includable = [
    includableOrganizations,
    includableMemberships,
    includableTeams,
    includablePolicies(words),
    includablePolicySets(words),
    includableUsers,
    includableFeatureSets(words),
  ];
  const made: Route[] = routes.map((make) => make(words));
  made.push(descriptionRoute(() => made, includable));
  return { routes: made, includable };
};
