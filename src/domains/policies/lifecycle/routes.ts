import { nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { requirePolicyCreator } from '../access.ts';
import { managedPolicy } from '../policies/access.ts';
import { createPayload, policyFrom } from '../policies/input.ts';
import { createdPolicyResource } from '../policies/resource.ts';
import { ofOrganization, ofPolicy } from '../policies/routes.ts';
import { managedPolicySet } from '../policy-sets/access.ts';
import { ofPolicySet } from '../policy-sets/routes.ts';
import { createPolicy, deletePolicy, deletePolicySet } from './lifecycle.ts';

const create = (words: Vocabulary) =>
  route('POST', ofOrganization, {
    operationId: 'createPolicy',
    summary: 'Create a policy',
    description: 'The policy has no code yet. The code is uploaded with a second request.',
    authorise: (context, actor, { organization_name }) => requirePolicyCreator(context, actor, organization_name),
    payload: createPayload(words),
    creates: true,
    reply: one(createdPolicyResource(words)),
    handle: (context, { actor, subject, input }) =>
      createPolicy(context, actor, subject.organization, policyFrom(words, input)),
  });

const removePolicy = route('DELETE', ofPolicy, {
  operationId: 'deletePolicy',
  summary: 'Delete a policy',
  description: 'Deletes the policy with its code, and removes it from all policy sets.',
  authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
  reply: nothing,
  handle: (context, { actor, subject }) => deletePolicy(context, actor, subject),
});

const removePolicySet = route('DELETE', ofPolicySet, {
  operationId: 'deletePolicySet',
  summary: 'Delete a policy set',
  description: 'The policies in the set stay.',
  authorise: (context, actor, { policy_set_id }) => managedPolicySet(context, actor, policy_set_id),
  reply: nothing,
  handle: (context, { actor, subject }) => deletePolicySet(context, actor, subject),
});

export const policyLifecycleRoutes = [create, removePolicy];
export const policySetLifecycleRoutes = [removePolicySet];
