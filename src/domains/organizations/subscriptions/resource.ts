import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { subscriptions } from './entity.ts';
import type { Subscription } from './subscriptions.ts';

export const subscriptionResource = resource<Subscription>({
  type: 'subscriptions',
  attributes: {
    'is-active': shown(Type.Boolean(), ({ ended_at }) => ended_at === null),
    ...subscriptions.shown,
    'agents-ceiling': shown(Type.Integer(), ({ featureSet }) => featureSet['default-agents-ceiling']),
    'runs-ceiling': shown(Type.Integer(), ({ featureSet }) => featureSet['default-runs-ceiling']),
    'is-public-free-tier': shown(Type.Boolean(), ({ featureSet }) => featureSet['is-free-tier']),
    'is-self-serve-trial': shown(Type.Boolean(), ({ featureSet }) => featureSet['is-trial']),
  },
  relationships: {
    organization: { to: 'organizations', one: ({ organizationName }) => organizationName },
    'feature-set': { to: 'feature-sets', one: ({ feature_set_id }) => feature_set_id },
  },
  links: { self: ({ organizationName }) => `/api/v2/organizations/${organizationName}/subscription` },
});
