import type { RowsOf } from '../../../db/query.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Count, Nullable } from '../../../jsonapi/schema.ts';
import type { FeatureSet } from '../feature-sets/attributes.ts';
import type { OrganizationRow } from '../organizations/organizations.ts';
import type { wholeUsage } from './usage.ts';

export interface UsageOfPlan {
  readonly organization: OrganizationRow;
  readonly plan: FeatureSet;
  readonly used: RowsOf<typeof wholeUsage>;
}

const used = (name: keyof RowsOf<typeof wholeUsage>) =>
  shown(Count(0), ({ used: counts }: UsageOfPlan) => counts[name] ?? 0);

const limit = (
  name:
    | 'policy-limit'
    | 'policy-mandatory-enforcement-limit'
    | 'policy-set-limit'
    | 'versioned-policy-set-limit'
    | 'user-limit',
) => shown(Nullable(Count(0)), ({ plan }: UsageOfPlan) => plan[name]);

/** An organization's usage of each plan limit, and the limit itself. Null means that there is no limit. */
export const usageResource = resource<UsageOfPlan>({
  type: 'organization-usages',
  attributes: {
    'policy-count': used('policies'),
    'policy-limit': limit('policy-limit'),
    'policy-mandatory-enforcement-count': used('mandatory_policies'),
    'policy-mandatory-enforcement-limit': limit('policy-mandatory-enforcement-limit'),
    'policy-set-count': used('policy_sets'),
    'policy-set-limit': limit('policy-set-limit'),
    'versioned-policy-set-count': used('versioned_policy_sets'),
    'versioned-policy-set-limit': limit('versioned-policy-set-limit'),
    'user-count': used('users'),
    'user-limit': limit('user-limit'),
  },
  id: ({ organization }) => organization.id,
  links: { self: ({ organization }) => `/api/v2/organizations/${organization.name}/usage` },
});
