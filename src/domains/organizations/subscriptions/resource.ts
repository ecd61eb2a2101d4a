import { Type } from 'typebox';
import { resource } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import type { Subscription } from './subscriptions.ts';

export const subscriptionResource = resource<Subscription>()({
  type: 'subscriptions',
  attributes: Exactly({
    'is-active': Type.Boolean(),
    'start-at': Timestamp(),
    'end-at': Nullable(Timestamp()),
    'agents-ceiling': Type.Integer(),
    'runs-ceiling': Type.Integer(),
    'is-public-free-tier': Type.Boolean(),
    'is-self-serve-trial': Type.Boolean(),
  }),
  id: ({ id }) => id,
  present: ({ started_at, ended_at, featureSet }) => ({
    'is-active': ended_at === null,
    'start-at': started_at,
    'end-at': ended_at,
    'agents-ceiling': featureSet['default-agents-ceiling'],
    'runs-ceiling': featureSet['default-runs-ceiling'],
    'is-public-free-tier': featureSet['is-free-tier'],
    'is-self-serve-trial': featureSet['is-trial'],
  }),
  relationships: {
    organization: { to: 'organizations', one: ({ organizationName }) => organizationName },
    'feature-set': { to: 'feature-sets', one: ({ feature_set_id }) => feature_set_id },
  },
  links: { self: ({ organizationName }) => `/api/v2/organizations/${organizationName}/subscription` },
});
