// Exemptions from a policy: for a reason, and mostly for a time.
import type { QueryClient } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import { includedOf } from './included.ts';
import type { Listed, ListSearch } from './list.ts';
import { organizationExemptionList } from './list-specs.ts';
import { deleting, list, updating } from './query.ts';
import { keyOf, refresh } from './query-key.ts';

/** An exemption, with the name of its workspace where it is of one. */
export interface Exemption {
  readonly id: string;
  readonly attributes: Resource<'policy-exemptions'>['attributes'];
  readonly workspace: string | null;
  /** The identifier of the policy; null for one that comes in versions of a set. */
  readonly policy: string | null;
}

function exemptionsFrom(
  data: readonly Resource<'policy-exemptions'>[],
  included: readonly Resource<'workspaces'>[] | undefined,
): readonly Exemption[] {
  const workspaces = includedOf(included, 'workspaces');
  return data.map(({ id, attributes, relationships }) => {
    const workspace = relationships.workspace.data?.id;
    const name = workspace === undefined ? null : (workspaces.get(workspace)?.attributes.name ?? workspace);
    return { id, attributes, workspace: name, policy: relationships.policy.data?.id ?? null };
  });
}

interface Exempting {
  readonly data: readonly Resource<'policy-exemptions'>[];
  readonly included?: readonly Resource<'workspaces'>[];
  readonly meta: Listed<Exemption>['meta'];
}

const shown = ({ data, included, meta }: Exempting): Listed<Exemption> => ({
  data: exemptionsFrom(data, included),
  meta,
});

export const organizationExemptions = '/api/v2/organizations/{organization_name}/policy-exemptions';
const exemptions = '/api/v2/policies/{policy_id}/exemptions';

/** The exemptions from a policy, the newest first. */
export const exemptionsQuery = list('policy', exemptions, {
  part: 'exemptions',
  query: { include: ['workspace'] },
  shown,
});

/** The exemptions of an organization, the newest first. */
export const organizationExemptionsQuery = list('exemptions', organizationExemptions, {
  spec: organizationExemptionList,
  query: { include: ['workspace'] },
  shown,
});

/** The exemptions in force in a workspace, those that count everywhere too. */
export const exemptionsInForceQuery = (organization: string, workspace: string, search: ListSearch) =>
  organizationExemptionsQuery(organization, { ...search, filter: { workspace, status: 'active' } });

/** Reads the exemptions from a policy again, and the lists; null for a policy that comes in versions of a set. */
export const refreshExemptions = (queryClient: QueryClient, policy: string | null) =>
  refresh(queryClient, keyOf('exemptions'), ...(policy === null ? [] : [keyOf('policy', policy, 'exemptions')]));

export interface ExemptionInput {
  readonly reason: string;
  readonly owner: string;
  /** Null for an exemption without an end. */
  readonly 'expires-at': string | null;
  /** Null for all that the policy says. */
  readonly 'resource-address': string | null;
  /** Null for every workspace. */
  readonly workspace: string | null;
}

const documentOf = ({ workspace, ...attributes }: ExemptionInput) => ({
  type: 'policy-exemptions' as const,
  attributes,
  ...(workspace !== null && {
    relationships: { workspace: { data: { id: workspace, type: 'workspaces' as const } } },
  }),
});

export const createExemption = (policy: string, input: ExemptionInput) =>
  client.post(exemptions, { params: { policy_id: policy }, body: { data: documentOf(input) } });

/** Exempts from a policy that comes in versions of a set, by its name there. */
export function createExemptionInSet(set: string, policyName: string, input: ExemptionInput) {
  const { attributes, ...document } = documentOf(input);
  return client.post('/api/v2/policy-sets/{policy_set_id}/exemptions', {
    params: { policy_set_id: set },
    body: { data: { ...document, attributes: { ...attributes, 'policy-name': policyName } } },
  });
}

const exemption = '/api/v2/policy-exemptions/{policy_exemption_id}';

/** Changes an exemption: its end, which is null for one without an end. */
export const changeExemption = updating(exemption, 'policy-exemptions');

/** Ends an exemption: evaluations that begin from then on know nothing of it. */
export const deleteExemption = deleting(exemption);
