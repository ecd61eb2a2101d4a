import { requireCurrentOf } from '../../../http/etag.ts';
import { guarded, nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { requirePolicyCreator } from '../access.ts';
import { managedPolicy } from '../policies/access.ts';
import { createPayload, policyFrom } from '../policies/input.ts';
import { createdPolicyResource } from '../policies/resource.ts';
import { ofOrganization, ofPolicy } from '../policies/routes.ts';
import { managedPolicySet } from '../policy-sets/access.ts';
import { policySets } from '../policy-sets/entity.ts';
import { applyPayload, setChangesFrom, updatePayload } from '../policy-sets/input.ts';
import { appliedSetsResource, policySetResource } from '../policy-sets/resource.ts';
import { ofPolicySet, ofOrganization as setsOfOrganization } from '../policy-sets/routes.ts';
import { createPolicy, deletePolicy, deletePolicySet } from './lifecycle.ts';
import { applySetChanges } from './set-changes.ts';
import { updatePolicySet } from './set-update.ts';

const create = route('POST', ofOrganization, {
  operationId: 'createPolicy',
  summary: 'Create a policy',
  description: 'The policy has no code yet. The code is uploaded with a second request.',
  authorise: (context, actor, { organization_name }) => requirePolicyCreator(context, actor, organization_name),
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

const applySets = route('POST', `${setsOfOrganization}/actions/apply`, {
  operationId: 'applyPolicySetChanges',
  summary: 'Create and change many policy sets at once',
  description:
    'All that the body names is done, or nothing. `changes` take effect before `creations`; members that leave a set before those that come.',
  authorise: (context, actor, { organization_name }) => requirePolicyCreator(context, actor, organization_name),
  payload: applyPayload,
  reply: one(appliedSetsResource),
  handle: (context, { actor, subject, input }) =>
    applySetChanges(context, actor, subject.organization, setChangesFrom(input)),
});

const updateSet = route('PATCH', ofPolicySet, {
  operationId: 'updatePolicySet',
  summary: 'Change a policy set',
  description: 'Changes the name, the description or the flags. Attributes that are left out stay as they are.',
  authorise: (context, actor, { policy_set_id }) => managedPolicySet(context, actor, policy_set_id),
  payload: updatePayload,
  failures: [412],
  reply: guarded(one(policySetResource), policySets.audited),
  handle: (context, { actor, subject, input, request }) =>
    updatePolicySet(context, actor, subject, { ...input, requireCurrent: requireCurrentOf(request) }),
});

export const policyLifecycleRoutes = [create, removePolicy];
export const policySetLifecycleRoutes = [applySets, updateSet, removePolicySet];
