import { many, nothing, one } from '../../../http/reply.ts';
import { includable, route } from '../../../http/route.ts';
import { identifiersPayload } from '../../../jsonapi/payload.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { sentenceCase } from '../../../lib/text.ts';
import { requirePolicyCreator, requirePolicyManager } from '../access.ts';
import { managedPolicySet } from './access.ts';
import { policySets } from './entity.ts';
import { createPayload, policySetFrom, updatePayload } from './input.ts';
import { addMembers, type MemberType, removeMembers } from './members.ts';
import {
  createPolicySet,
  deletePolicySet,
  findPolicySetsByIds,
  listPolicySets,
  updatePolicySet,
} from './policy-sets.ts';
import { policySetResource } from './resource.ts';

const ofOrganization = '/organizations/:organization_name/policy-sets';
const ofPolicySet = '/policy-sets/:policy_set_id';

const list = (words: Vocabulary) =>
  route('GET', ofOrganization, {
    operationId: 'listPolicySets',
    summary: 'List the policy sets of an organization',
    description: 'Sorted by name. Only people and tokens that may manage policies see them.',
    caller: 'token',
    authorise: (context, actor, { organization_name }) => requirePolicyManager(context, actor, organization_name),
    query: {
      paginated: true,
      search: ['name'],
      filter: policySets.filters,
      choices: { ...policySets.choices, kind: [words.native, words.opa] },
      include: ['policies'],
    },
    reply: many(policySetResource(words)),
    handle: (context, { subject, query }) => listPolicySets(context, subject.organization, query),
  });

const create = (words: Vocabulary) =>
  route('POST', ofOrganization, {
    operationId: 'createPolicySet',
    summary: 'Create a policy set',
    description:
      'A set is global or applies to its workspaces and projects. Its policies can be given at once or added later.',
    caller: 'token',
    authorise: (context, actor, { organization_name }) => requirePolicyCreator(context, actor, organization_name),
    payload: createPayload(words),
    reply: one(policySetResource(words), 201),
    handle: (context, { actor, subject, input }) =>
      createPolicySet(context, actor, subject.organization, policySetFrom(words, input)),
  });

const show = (words: Vocabulary) =>
  route('GET', ofPolicySet, {
    operationId: 'readPolicySet',
    summary: 'Show a policy set',
    description: 'Shows the flags of a policy set and how many policies, workspaces and projects it has.',
    caller: 'token',
    authorise: (context, actor, { policy_set_id }) => managedPolicySet(context, actor, policy_set_id),
    query: { include: ['policies'] },
    reply: one(policySetResource(words)),
    handle: (_context, { subject }) => subject,
  });

const update = (words: Vocabulary) =>
  route('PATCH', ofPolicySet, {
    operationId: 'updatePolicySet',
    summary: 'Change a policy set',
    description: 'Changes the name, the description or the flags. Attributes that are left out stay as they are.',
    caller: 'token',
    authorise: (context, actor, { policy_set_id }) => managedPolicySet(context, actor, policy_set_id),
    payload: updatePayload,
    reply: one(policySetResource(words)),
    handle: (context, { actor, subject, input }) => updatePolicySet(context, actor, subject, input.attributes),
  });

const remove = route('DELETE', ofPolicySet, {
  operationId: 'deletePolicySet',
  summary: 'Delete a policy set',
  description: 'The policies in the set stay.',
  caller: 'token',
  authorise: (context, actor, { policy_set_id }) => managedPolicySet(context, actor, policy_set_id),
  reply: nothing,
  handle: (context, { actor, subject }) => deletePolicySet(context, actor, subject),
});

const add = (type: MemberType) =>
  route('POST', `${ofPolicySet}/relationships/${type}`, {
    operationId: `addPolicySet${sentenceCase(type)}`,
    summary: `Add ${type} to a policy set`,
    description: `Adds the ${type} that the body names, all of them or none. What is in the set already stays.`,
    caller: 'token',
    authorise: (context, actor, { policy_set_id }) => managedPolicySet(context, actor, policy_set_id),
    payload: identifiersPayload(type),
    reply: nothing,
    handle: (context, { actor, subject, input }) => addMembers(context, actor, subject, { type, ids: input }),
  });

const takeOut = (type: MemberType) =>
  route('DELETE', `${ofPolicySet}/relationships/${type}`, {
    operationId: `removePolicySet${sentenceCase(type)}`,
    summary: `Remove ${type} from a policy set`,
    description: `Removes the ${type} that the body names from the set. They are not deleted.`,
    caller: 'token',
    authorise: (context, actor, { policy_set_id }) => managedPolicySet(context, actor, policy_set_id),
    payload: identifiersPayload(type),
    reply: nothing,
    handle: (context, { actor, subject, input }) => removeMembers(context, actor, subject, { type, ids: input }),
  });

const memberTypes: readonly MemberType[] = ['policies', 'workspaces', 'projects'];

export const policySetRoutes = [
  list,
  create,
  show,
  update,
  remove,
  ...memberTypes.flatMap((type) => [add(type), takeOut(type)]),
];

export const includablePolicySets = (words: Vocabulary) => includable(policySetResource(words), findPolicySetsByIds);
