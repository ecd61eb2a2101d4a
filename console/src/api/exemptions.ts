// Exemptions from a policy: for a reason, and mostly for a time.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read, send } from './client.ts';
import { includedOf } from './included.ts';
import { type Listed, type ListSearch, listQuery } from './list.ts';
import { exemptionList, organizationExemptionList } from './list-specs.ts';
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

const exemptionsKey = (policy: string, ...rest: readonly unknown[]) => keyOf('policy', policy, 'exemptions', ...rest);

/** The exemptions from a policy, the newest first. */
export const exemptionsQuery = (policy: string, search: ListSearch) =>
  queryOptions({
    queryKey: exemptionsKey(policy, search),
    queryFn: async ({ signal }): Promise<Listed<Exemption>> => {
      const { data, included, meta } = await read(
        api.GET('/api/v2/policies/{policy_id}/exemptions', {
          signal,
          params: {
            path: { policy_id: policy },
            query: { ...listQuery(exemptionList, search), include: ['workspace'] },
          },
        }),
      );
      return { data: exemptionsFrom(data, included), meta };
    },
    placeholderData: keepPreviousData,
  });

/** The exemptions of an organization, the newest first. */
export const organizationExemptionsQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('exemptions', organization, search),
    queryFn: async ({ signal }): Promise<Listed<Exemption>> => {
      const { data, included, meta } = await read(
        api.GET('/api/v2/organizations/{organization_name}/policy-exemptions', {
          signal,
          params: {
            path: { organization_name: organization },
            query: { ...listQuery(organizationExemptionList, search), include: ['workspace'] },
          },
        }),
      );
      return { data: exemptionsFrom(data, included), meta };
    },
    placeholderData: keepPreviousData,
  });

/** The exemptions in force in a workspace, those that count everywhere too. */
export const exemptionsInForceQuery = (organization: string, workspace: string, search: ListSearch) =>
  organizationExemptionsQuery(organization, { ...search, filter: { workspace, status: 'active' } });

/** Reads the exemptions from a policy again, and the lists; null for a policy that comes in versions of a set. */
export const refreshExemptions = (queryClient: QueryClient, policy: string | null) =>
  refresh(queryClient, keyOf('exemptions'), ...(policy === null ? [] : [exemptionsKey(policy)]));

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
  read(
    api.POST('/api/v2/policies/{policy_id}/exemptions', {
      params: { path: { policy_id: policy } },
      body: { data: documentOf(input) },
    }),
  );

/** Exempts from a policy that comes in versions of a set, by its name there. */
export function createExemptionInSet(set: string, policyName: string, input: ExemptionInput) {
  const { attributes, ...document } = documentOf(input);
  return read(
    api.POST('/api/v2/policy-sets/{policy_set_id}/exemptions', {
      params: { path: { policy_set_id: set } },
      body: { data: { ...document, attributes: { ...attributes, 'policy-name': policyName } } },
    }),
  );
}

/** Changes until when an exemption counts; null for one without an end. */
export const changeExemptionEnd = (id: string, end: string | null) =>
  read(
    api.PATCH('/api/v2/policy-exemptions/{policy_exemption_id}', {
      params: { path: { policy_exemption_id: id } },
      body: { data: { type: 'policy-exemptions', attributes: { 'expires-at': end } } },
    }),
  );

/** Ends an exemption: evaluations that begin from then on know nothing of it. */
export const deleteExemption = (id: string) =>
  send(
    api.DELETE('/api/v2/policy-exemptions/{policy_exemption_id}', { params: { path: { policy_exemption_id: id } } }),
  );
