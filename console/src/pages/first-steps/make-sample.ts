// Creates the sample policy and a policy set that contains it.

import { createPolicy, policiesQuery, uploadCode } from '../../api/policies.ts';
import { createPolicySet, membersOfSet, policySetsQuery } from '../../api/policy-sets.ts';
import { queryClient } from '../../api/query-client.ts';
import { refresh } from '../../api/refresh.ts';
import { sampleCode, samplePolicy, sampleSet } from './sample.ts';

const named =
  (name: string) =>
  ({ attributes }: { readonly attributes: { readonly name: string } }): boolean =>
    attributes.name === name;

const newPolicy = (organization: string) =>
  createPolicy(organization, { attributes: { ...samplePolicy, kind: 'opa', 'enforcement-level': 'mandatory' } });

const newSet = (organization: string) =>
  createPolicySet(organization, { attributes: { name: sampleSet, kind: 'opa', overridable: true } });

/**
 * Creates the policy and the policy set if they do not exist yet, and uploads the policy's code. It can be repeated after
 * a failure.
 */
export async function makeSample(organization: string): Promise<void> {
  const policies = await queryClient.fetchQuery(policiesQuery(organization, { q: samplePolicy.name }));
  const policy = policies.data.find(named(samplePolicy.name)) ?? (await newPolicy(organization)).data;
  await uploadCode(policy.id, { content: sampleCode });
  const sets = await queryClient.fetchQuery(policySetsQuery(organization, { q: sampleSet }));
  const set = sets.data.find(named(sampleSet)) ?? (await newSet(organization)).data;
  await membersOfSet('policies').add(set.id, [policy.id]);
  await Promise.all([refresh('policies'), refresh('policy-sets')]);
}
