// Makes the sample policy with its set, or what is missing of them.

import type { QueryClient } from '@tanstack/react-query';
import { createPolicy, policiesQuery, refreshPolicies, uploadCode } from '../../api/policies.ts';
import { addMember, createPolicySet, policySetsQuery, refreshPolicySets } from '../../api/policy-sets.ts';
import { sampleCode, samplePolicy, sampleSet } from './sample.ts';

const named =
  (name: string) =>
  ({ attributes }: { readonly attributes: { readonly name: string } }): boolean =>
    attributes.name === name;

const newPolicy = (organization: string) =>
  createPolicy(organization, {
    ...samplePolicy,
    kind: 'opa',
    description: '',
    'enforcement-level': 'mandatory',
    shadow: false,
    input: null,
  });

const newSet = (organization: string) =>
  createPolicySet(organization, {
    name: sampleSet,
    kind: 'opa',
    description: '',
    global: false,
    overridable: true,
    shadow: false,
    input: null,
  });

/** Each part is made only where it is missing, so that a second try goes on where the first one failed. */
export async function makeSample(queryClient: QueryClient, organization: string): Promise<void> {
  const policies = await queryClient.fetchQuery(policiesQuery(organization, { q: samplePolicy.name }));
  const policy = policies.data.find(named(samplePolicy.name)) ?? (await newPolicy(organization)).data;
  await uploadCode(policy.id, sampleCode);
  const sets = await queryClient.fetchQuery(policySetsQuery(organization, { q: sampleSet }));
  const set = sets.data.find(named(sampleSet)) ?? (await newSet(organization)).data;
  await addMember(set.id, 'policies', policy.id);
  await Promise.all([refreshPolicies(queryClient), refreshPolicySets(queryClient)]);
}
