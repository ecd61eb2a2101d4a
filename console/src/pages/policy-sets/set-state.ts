// Reads the state of a policy set that decides which plans the set can block.
import { blocksPlans, type SetState } from '../../../../client/tightening.ts';
import { type PolicySet, policiesOfSetQuery, versionPoliciesQuery } from '../../api/policy-sets.ts';
import { queryClient } from '../../api/query-client.ts';

const idsIn = ({ data }: { readonly data: readonly { readonly id: string }[] }): readonly string[] =>
  data.map(({ id }) => id);

/** State of a policy set. `policies` are the policies of the set that block plans. */
export const stateOf = ({ attributes, relationships }: PolicySet, policies: readonly string[]): SetState => ({
  ...attributes,
  policies,
  workspaces: idsIn(relationships.workspaces),
  projects: idsIn(relationships.projects),
  'workspace-exclusions': idsIn(relationships['workspace-exclusions']),
  'project-exclusions': idsIn(relationships['project-exclusions']),
});

/**
 * Returns the policies of a set that block plans. If the set has more policies than one request can read, all policies
 * that were read are returned.
 */
export async function blockingPolicies(set: PolicySet): Promise<readonly string[]> {
  const version = set.relationships['current-version'].data?.id;
  const { data } = await (version === undefined
    ? queryClient.fetchQuery(policiesOfSetQuery(set.id))
    : queryClient.fetchQuery(versionPoliciesQuery(version)));
  const isPart = set.attributes['policy-count'] > data.length;
  return idsIn({ data: data.filter(({ attributes }) => isPart || blocksPlans(attributes)) });
}
