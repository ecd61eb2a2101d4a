// The list of features: the one file that knows them all.
import type { Includable, Route, RouteFactory } from '../http/route.ts';
import type { Vocabulary } from '../jsonapi/vocabulary.ts';
import { adminUserRoutes } from './accounts/administration/routes.ts';
import { pageRoutes } from './accounts/pages/routes.ts';
import { samlRoutes } from './accounts/saml/routes.ts';
import { impersonationRoutes } from './accounts/sessions/impersonation-routes.ts';
import { sessionRoutes } from './accounts/sessions/routes.ts';
import { tokenRoutes } from './accounts/tokens/routes.ts';
import { twoFactorRoutes } from './accounts/two-factor/routes.ts';
import { accountRoutes } from './accounts/users/account-routes.ts';
import { includableUsers, userRoutes } from './accounts/users/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { descriptionRoute, discoveryRoutes } from './instance/health/routes.ts';
import { dataRetentionRoutes } from './instance/retention/routes.ts';
import { settingsRoutes } from './instance/settings/routes.ts';
import { smsRoutes } from './instance/sms/routes.ts';
import { oidcRoutes } from './instance/workload-identity/routes.ts';
import { deprecationRoutes } from './modules/deprecations/routes.ts';
import { modulePageRoutes } from './modules/pages/routes.ts';
import { serviceDiscovery } from './modules/protocol/discovery.ts';
import { protocolRoutes } from './modules/protocol/protocol-routes.ts';
import { objectRoutes } from './modules/registry/object-routes.ts';
import { registryRoutes } from './modules/registry/routes.ts';
import { featureSetRoutes, includableFeatureSets } from './organizations/feature-sets/routes.ts';
import { includableMemberships, membershipRoutes } from './organizations/memberships/routes.ts';
import { includableOrganizations, organizationRoutes } from './organizations/organizations/routes.ts';
import { subscriptionRoutes } from './organizations/subscriptions/routes.ts';
import { includableTeams, teamRoutes } from './organizations/teams/routes.ts';
import { includablePolicies, policyRoutes } from './policies/policies/routes.ts';
import { includablePolicySets, policySetRoutes } from './policies/policy-sets/routes.ts';

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
