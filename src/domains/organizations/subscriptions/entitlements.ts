import { Type } from 'typebox';
import { type Resource, resource } from '../../../jsonapi/resource.ts';
import { Count, Exactly, Nullable } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { recordOf } from '../../../lib/records.ts';
import { type FeatureSet, features, limits, wireName } from '../feature-sets/attributes.ts';
import type { OrganizationRow } from '../organizations/organizations.ts';

/** What is the same in every plan: modules are stored here, while runs and state are managed elsewhere. */
const always = {
  agents: false,
  operations: false,
  'private-module-registry': true,
  'state-storage': false,
  'vcs-integrations': false,
};

/** An organization and its plan. */
export interface Entitled {
  readonly organization: OrganizationRow;
  readonly plan: FeatureSet;
}

/** The features and limits of a plan. A limit of null is none. */
export function entitlementResource(words: Vocabulary): Resource<Entitled> {
  const flags = [...Object.keys(always), ...features.map((name) => wireName(words, name))];
  return resource<Entitled>()({
    type: 'entitlement-sets',
    attributes: Exactly({
      ...recordOf<Record<string, Type.TBoolean>>(flags, () => Type.Boolean()),
      ...recordOf<Record<string, Type.TUnion<[Type.TInteger, Type.TNull]>>>(limits, () => Nullable(Count(0))),
    }),
    id: ({ organization }) => organization.id,
    present: ({ plan }) => ({
      ...always,
      ...Object.fromEntries(features.map((name) => [wireName(words, name), plan[name]])),
      ...Object.fromEntries(limits.map((name) => [name, plan[name]])),
    }),
    links: { self: ({ organization }) => `/api/v2/organizations/${organization.name}/entitlement-set` },
  });
}
