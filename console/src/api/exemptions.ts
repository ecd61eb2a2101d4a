// Exemptions from a policy. Each has a reason and usually an expiry date.
import type { Resource } from './client.ts';
import { nameIn } from './included.ts';
import type { ListSearch } from './list.ts';
import { organizationExemptionList } from './list-specs.ts';
import { calling, creatingRelated, deleting, list, type RowOf, record, references, updating } from './query.ts';

const organizationExemptions = '/api/v2/organizations/{organization_name}/policy-exemptions';
const exemptions = '/api/v2/policies/{policy_id}/exemptions';

/**
 * Row of a list of exemptions. `workspace` is the workspace's name. `policy` is the policy's identifier, or null if the
 * policy is in a policy set version.
 */
const rowOf = (
  { id, attributes, relationships: { workspace, policy } }: Resource<'policy-exemptions'>,
  included: readonly Resource<'workspaces'>[] | undefined,
) => ({ id, attributes, workspace: nameIn(included, workspace), policy: policy.data?.id ?? null });

const shown = { query: { include: ['workspace'] }, row: rowOf } as const;

/** Exemptions from a policy, newest first. */
export const exemptionsQuery = list('exemptions', exemptions, { part: 'of-policy', ...shown });

/** An organization's exemptions, newest first. */
export const organizationExemptionsQuery = list('exemptions', organizationExemptions, {
  spec: organizationExemptionList,
  ...shown,
});

export type Exemption = RowOf<typeof exemptionsQuery>;

/** Active exemptions that apply to a workspace, including those that apply to all workspaces. */
export const exemptionsInForceQuery = (organization: string, workspace: string, search: ListSearch) =>
  organizationExemptionsQuery(organization, { ...search, filter: { workspace, status: 'active' } });

export const createExemption = creatingRelated(exemptions, 'policy-exemptions');

/** Creates an exemption from a policy in a policy set version. Such a policy is identified by its name. */
export const createExemptionInSet = creatingRelated(
  '/api/v2/policy-sets/{policy_set_id}/exemptions',
  'policy-exemptions',
);

const exemption = '/api/v2/policy-exemptions/{policy_exemption_id}';

/** An exemption with its policy sets. `request` is the identifier of the request for the exemption, or null. */
export const exemptionQuery = record('exemption', exemption, {
  query: { include: ['workspace'] },
  shown: ({ data, included }) => ({
    ...rowOf(data, included),
    request: data.relationships['policy-exemption-request'].data?.id ?? null,
  }),
});

/** Changes the expiry of an exemption. Null removes the expiry. */
export const changeExemption = updating(exemption, 'policy-exemptions');

/** Ends an exemption. Evaluations that start afterwards ignore it. */
export const deleteExemption = deleting(exemption);

const endTogether = calling('post', `${organizationExemptions}/actions/end`);

/** Ends several exemptions of an organization together. If one of them cannot be ended, none is ended. */
export const endExemptions = (organization: string, ids: readonly string[]): Promise<unknown> =>
  endTogether(organization, { body: references('policy-exemptions', ids) });
