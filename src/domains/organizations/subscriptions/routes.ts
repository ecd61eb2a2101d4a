import { many, manyOrAll, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { organizationRights } from '../access.ts';
import { administered } from '../administration/administration.ts';
import { pageOrAll } from '../feature-sets/feature-sets.ts';
import { featureSetResource } from '../feature-sets/resource.ts';
import { inOrganization } from '../organizations/guard.ts';
import { subscriptionFor } from './access.ts';
import { entitlementResource } from './entitlements.ts';
import { subscriptionPayload } from './input.ts';
import { planOf } from './plan.ts';
import { subscriptionResource } from './resource.ts';
import { subscriptionPages } from './store.ts';
import {
  chosenSet,
  featureSetsFor,
  getSubscription,
  pageOfSubscriptions,
  subscribe,
  usageOf,
  withPlan,
} from './subscriptions.ts';
import { usageResource } from './usage-resource.ts';

const always = ['feature-set'];

const show = route('GET', '/organizations/:organization_name/subscription', {
  operationId: 'readSubscription',
  summary: 'Show the subscription of an organization',
  description: 'Shows which feature set the organization has, and since when.',
  authorise: inOrganization(organizationRights.subscriptions.read),
  query: { include: always },
  reply: one(subscriptionResource, 200, always),
  handle: (context, { subject }) => getSubscription(context, subject.organization),
});

const showById = route('GET', '/subscriptions/:subscription_id', {
  operationId: 'readSubscriptionById',
  summary: 'Show a subscription by its identifier',
  description: 'Shows a current or past subscription with its feature set.',
  authorise: subscriptionFor('read'),
  query: { include: always },
  reply: one(subscriptionResource, 200, always),
  handle: (context, { subject: { row } }) => withPlan(context, context.database, row.organization, row.subscription),
});

const history = route('GET', '/organizations/:organization_name/subscriptions', {
  operationId: 'listSubscriptions',
  summary: 'List the subscriptions of an organization',
  description: 'Lists the current and past subscriptions of the organization, newest first.',
  authorise: inOrganization(organizationRights.subscriptions.read),
  query: { ...subscriptionPages.query, include: always },
  reply: many(subscriptionResource),
  handle: (context, { subject, query }) => pageOfSubscriptions(context, subject.organization, query),
});

const usage = route('GET', '/organizations/:organization_name/usage', {
  operationId: 'readOrganizationUsage',
  summary: 'Show the usage of an organization',
  description:
    'Shows the usage and the limit of everything that the feature set limits: policies, mandatory policies, policy sets, versioned policy sets, and users. Invited people are counted, service accounts are not. A limit of null means no limit. The usage may exceed a limit after a change of the plan.',
  authorise: inOrganization(organizationRights.usage.read),
  reply: one(usageResource),
  handle: (context, { subject }) => usageOf(context, subject.organization),
});

const create = route('POST', '/admin/organizations/:organization_name/subscription', {
  operationId: 'createSubscription',
  summary: 'Change the subscription of an organization',
  description:
    'Starts a subscription to another feature set. Existing records are kept, even if they exceed the new limits.',
  ...administered,
  edition: 'all',
  query: { include: always },
  payload: subscriptionPayload,
  creates: true,
  reply: one(subscriptionResource, 201, always),
  handle: (context, { actor, subject, input }) => subscribe(context, actor, subject, chosenSet(context, input)),
});

const choices = route('GET', '/organizations/:organization_name/feature-sets', {
  operationId: 'listOrganizationFeatureSets',
  summary: 'List the feature sets for an organization',
  description:
    'Lists the feature sets that this organization can subscribe to. Without page parameters, the response contains the complete list.',
  edition: 'hosted',
  authorise: inOrganization(organizationRights.subscriptions.read),
  query: { paginated: true, isOfReference: true },
  reply: manyOrAll(featureSetResource),
  handle: async (context, { subject, query }) => pageOrAll(await featureSetsFor(context, subject.organization), query),
});

const entitlements = route('GET', '/organizations/:organization_name/entitlement-set', {
  operationId: 'readEntitlementSet',
  summary: 'Show the entitlements of an organization',
  description: 'Lists the features and limits of the feature set of the organization.',
  authorise: inOrganization(organizationRights.subscriptions.read),
  reply: one(entitlementResource),
  handle: async (context, { subject: { organization } }) => ({
    organization,
    plan: await planOf(context, context.database, organization.id),
  }),
});

export const subscriptionRoutes = [show, showById, history, usage, create, choices, entitlements];
