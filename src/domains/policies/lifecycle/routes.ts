import { requireCurrentOf } from '../../../http/etag.ts';
import { guarded, nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { inOrganization, policyRights } from '../access.ts';
import { policyFor } from '../policies/access.ts';
import { createPayload, policyFrom } from '../policies/input.ts';
import { createdPolicyResource } from '../policies/resource.ts';
import { ofOrganization, ofPolicy } from '../policies/routes.ts';
import { policySetFor } from '../policy-sets/access.ts';
import { policySets } from '../policy-sets/entity.ts';
import { updatePayload } from '../policy-sets/input.ts';
import { policySetResource } from '../policy-sets/resource.ts';
import { ofPolicySet } from '../policy-sets/routes.ts';
import { replayDescription, replayIn, replayQuery } from '../replay-record.ts';
import { createPolicy, deletePolicy, deletePolicySet } from './lifecycle.ts';
import { updatePolicySet } from './set-update.ts';

const create = route('POST', ofOrganization, {
  operationId: 'createPolicy',
  summary: 'Create a policy',
  description: 'The new policy has no code. Upload the code with a second request.',
  authorise: inOrganization(policyRights.policies.create),
  payload: createPayload,
  creates: true,
  reply: one(createdPolicyResource),
  handle: (context, { actor, subject, input }) =>
    createPolicy(context, actor, subject.organization, policyFrom(context.vocabulary, input)),
});

const removePolicy = route('DELETE', ofPolicy, {
  operationId: 'deletePolicy',
  summary: 'Delete a policy',
  description: 'Deletes the policy with its code, and removes it from all policy sets.',
  authorise: policyFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject: { row } }) => deletePolicy(context, actor, row),
});

const removePolicySet = route('DELETE', ofPolicySet, {
  operationId: 'deletePolicySet',
  summary: 'Delete a policy set',
  description: 'The policies in the set are not deleted.',
  authorise: policySetFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject: { row } }) => deletePolicySet(context, actor, row),
});

const updateSet = route('PATCH', ofPolicySet, {
  operationId: 'updatePolicySet',
  summary: 'Change a policy set',
  description: `Changes the name, the description or the flags. Attributes that are left out are not changed. ${replayDescription}`,
  authorise: policySetFor('update'),
  payload: updatePayload,
  failures: [412],
  reply: guarded(one(policySetResource), policySets.audited),
  query: replayQuery,
  handle: (context, { actor, subject: { row }, input, query, request }) =>
    updatePolicySet(context, actor, row, {
      ...input,
      requireCurrent: requireCurrentOf(request),
      replay: replayIn(query),
    }),
});

export const policyLifecycleRoutes = [create, removePolicy];
export const policySetLifecycleRoutes = [updateSet, removePolicySet];
