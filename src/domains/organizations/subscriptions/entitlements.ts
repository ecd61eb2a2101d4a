import { Type } from 'typebox';
import { type Resource, resource, shown } from '../../../jsonapi/resource.ts';
import { Count, Nullable } from '../../../jsonapi/schema.ts';
import { mapValues } from '../../../lib/functions/records.ts';
import { type FeatureSet, features, limits } from '../feature-sets/attributes.ts';
import type { OrganizationRow } from '../organizations/organizations.ts';

/** Entitlements that are the same in every plan. This service stores modules, but does not manage runs or state. */
const always = {
  agents: false,
  operations: false,
  'private-module-registry': true,
  'state-storage': false,
  'vcs-integrations': false,
};

export interface Entitled {
  readonly organization: OrganizationRow;
  readonly plan: FeatureSet;
}

/** Features and limits in an organization's plan. Null means that there is no limit. */
export const entitlementResource: Resource<Entitled> = resource<Entitled>({
  type: 'entitlement-sets',
  attributes: {
    ...mapValues(always, (isIncluded) => shown(Type.Boolean(), () => isIncluded)),
    ...Object.fromEntries(features.map((name) => [name, shown(Type.Boolean(), ({ plan }: Entitled) => plan[name])])),
    ...Object.fromEntries(limits.map((name) => [name, shown(Nullable(Count(0)), ({ plan }: Entitled) => plan[name])])),
  },
  id: ({ organization }) => organization.id,
  links: { self: ({ organization }) => `/api/v2/organizations/${organization.name}/entitlement-set` },
});
