// Exemptions from a policy: for a reason, and mostly for a time.
import type { Resource } from './client.ts';
import { nameIn } from './included.ts';
import type { ListSearch } from './list.ts';
import { organizationExemptionList } from './list-specs.ts';
import { creatingRelated, deleting, list, type RowOf, updating } from './query.ts';

export const organizationExemptions = '/api/v2/organizations/{organization_name}/policy-exemptions';
const exemptions = '/api/v2/policies/{policy_id}/exemptions';

const shown = {
  query: { include: ['workspace'] },
  /** `workspace` is a name, and `policy` an identifier: null for a policy that comes in versions of a set. */
  row: (
    { id, attributes, relationships: { workspace, policy } }: Resource<'policy-exemptions'>,
    included: readonly Resource<'workspaces'>[] | undefined,
  ) => ({ id, attributes, workspace: nameIn(included, workspace), policy: policy.data?.id ?? null }),
} as const;

/** The exemptions from a policy, the newest first. */
export const exemptionsQuery = list('exemptions', exemptions, { part: 'of-policy', ...shown });

/** The exemptions of an organization, the newest first. */
export const organizationExemptionsQuery = list('exemptions', organizationExemptions, {
  spec: organizationExemptionList,
  ...shown,
});

export type Exemption = RowOf<typeof exemptionsQuery>;

/** The exemptions in force in a workspace, those that count everywhere too. */
export const exemptionsInForceQuery = (organization: string, workspace: string, search: ListSearch) =>
  organizationExemptionsQuery(organization, { ...search, filter: { workspace, status: 'active' } });

export const createExemption = creatingRelated(exemptions, 'policy-exemptions');

/** Exempts from a policy that comes in versions of a set, by its name there. */
export const createExemptionInSet = creatingRelated(
  '/api/v2/policy-sets/{policy_set_id}/exemptions',
  'policy-exemptions',
);

const exemption = '/api/v2/policy-exemptions/{policy_exemption_id}';

/** Changes an exemption: its end, which is null for one without an end. */
export const changeExemption = updating(exemption, 'policy-exemptions');

/** Ends an exemption: evaluations that begin from then on know nothing of it. */
export const deleteExemption = deleting(exemption);
