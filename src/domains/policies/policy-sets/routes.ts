import { relatedRoute } from '../../../http/related.ts';
import { guarded, many, nothing, one } from '../../../http/reply.ts';
import { includable, route } from '../../../http/route.ts';
import { identifiersPayload } from '../../../jsonapi/payload.ts';
import { sentenceCase } from '../../../lib/text/text.ts';
import { workspacesInScopeRoute } from '../../organizations/index.ts';
import { inOrganization, policyRights } from '../access.ts';
import { replayDescription, replayIn, replayQuery } from '../replay-record.ts';
import { policySetFor } from './access.ts';
import { policySets } from './entity.ts';
import { createPayload, policySetFrom } from './input.ts';
import { addMembers, linkedMembers, type MemberType, memberTypes, removeMembers } from './members.ts';
import { createPolicySet, findPolicySetsByIds } from './policy-sets.ts';
import { policySetResource } from './resource.ts';
import { scopeOf } from './scope.ts';
import { addTagSelectors, removeTagSelectors } from './selecting.ts';
import { policySetList } from './store.ts';
import { tagSelectorsPayload } from './tag-selectors.ts';
import { targets, targetTypes } from './targets.ts';

const ofOrganization = '/organizations/:organization_name/policy-sets';
export const ofPolicySet = '/policy-sets/:policy_set_id';

const include = ['policies', ...targetTypes, 'approvers', 'current-version', 'newest-version'];

const list = route('GET', ofOrganization, {
  operationId: 'listPolicySets',
  summary: 'List the policy sets of an organization',
  description: 'Policy sets are sorted by name. Only users and tokens that may manage policies can list them.',
  authorise: inOrganization(policyRights['policy-sets'].read),
  query: { ...policySetList.query, include },
  reply: many(policySetResource),
  handle: ({ database }, { subject, query }) =>
    policySetList.read(database, query, { organization: subject.organization.id }),
});

const create = route('POST', ofOrganization, {
  operationId: 'createPolicySet',
  summary: 'Create a policy set',
  description:
    'A policy set is either global, or applies to the workspaces and projects in its relationships and to the workspaces that its tag selectors match. Its policies and approver teams can be given in this request or added later.',
  authorise: inOrganization(policyRights['policy-sets'].create),
  payload: createPayload,
  creates: true,
  reply: one(policySetResource, 201),
  handle: (context, { actor, subject, input }) =>
    createPolicySet(context, actor, subject.organization, policySetFrom(input)),
});

const show = route('GET', ofPolicySet, {
  operationId: 'readPolicySet',
  summary: 'Show a policy set',
  description: 'Shows the flags of a policy set and how many policies, workspaces and projects it has.',
  authorise: policySetFor('read'),
  query: { include },
  reply: guarded(one(policySetResource), policySets.audited),
  handle: (_context, { subject: { row } }) => row,
});

/**
 * Converts a member type to the form used in operation names, for example `project-exclusions` to `ProjectExclusions`.
 */
const pascalCase = (type: MemberType): string => type.split('-').map(sentenceCase).join('');
const wordsOf = (type: MemberType): string => type.replaceAll('-', ' ');

/** Resource type of members, the action that changes them, and further sentences about them. */
const kindOf = (type: MemberType) => {
  if (type === 'approvers') {
    const only = 'Only users and tokens that may manage both policies and policy overrides can change the approvers.';
    return {
      to: 'teams',
      action: 'update-approvers',
      adding: ` Approvers are teams. While a set has approvers, only their members can override evaluations that the set blocks, and only exemptions by their members count in the set. Everybody who may read such an evaluation sees the names of the teams. ${only}`,
      removing: ` After the last approver team has been removed, the set no longer requires approvers. ${only}`,
    } as const;
  }
  return { to: type === 'policies' ? type : targets[type].to, action: 'update', adding: '', removing: '' } as const;
};

const add = (type: MemberType) =>
  route('POST', `${ofPolicySet}/relationships/${type}`, {
    operationId: `addPolicySet${pascalCase(type)}`,
    summary: `Add ${wordsOf(type)} to a policy set`,
    description: `Adds the ${wordsOf(type)} that the body names, either all of them or none. Existing members are kept.${kindOf(type).adding} ${replayDescription}`,
    authorise: policySetFor(kindOf(type).action),
    payload: identifiersPayload(kindOf(type).to),
    reply: nothing,
    query: replayQuery,
    handle: (context, { actor, subject: { row }, input, query }) =>
      addMembers(context, actor, row, { type, ids: input, replay: replayIn(query) }),
  });

const takeOut = (type: MemberType) =>
  route('DELETE', `${ofPolicySet}/relationships/${type}`, {
    operationId: `removePolicySet${pascalCase(type)}`,
    summary: `Remove ${wordsOf(type)} from a policy set`,
    description: `Removes the ${wordsOf(type)} that the body names from the set. They are not deleted.${kindOf(type).removing} ${replayDescription}`,
    authorise: policySetFor(kindOf(type).action),
    payload: identifiersPayload(kindOf(type).to),
    reply: nothing,
    query: replayQuery,
    handle: (context, { actor, subject: { row }, input, query }) =>
      removeMembers(context, actor, row, { type, ids: input, replay: replayIn(query) }),
  });

const select = route('POST', `${ofPolicySet}/tag-selectors`, {
  operationId: 'addPolicySetTagSelectors',
  summary: 'Add tag selectors to a policy set',
  description: `The set then also applies to workspaces with these tags. If \`is-exclude\` is true, the set does not apply to workspaces with the tag. ${replayDescription}`,
  authorise: policySetFor('update'),
  payload: tagSelectorsPayload,
  reply: nothing,
  query: replayQuery,
  handle: (context, { actor, subject: { row }, input, query }) =>
    addTagSelectors(context, actor, row, { sent: input, replay: replayIn(query) }),
});

const deselect = route('DELETE', `${ofPolicySet}/tag-selectors`, {
  operationId: 'removePolicySetTagSelectors',
  summary: 'Remove tag selectors from a policy set',
  description: `Removes the selectors that the body names. Other selectors are kept. ${replayDescription}`,
  authorise: policySetFor('update'),
  payload: tagSelectorsPayload,
  reply: nothing,
  query: replayQuery,
  handle: (context, { actor, subject: { row }, input, query }) =>
    removeTagSelectors(context, actor, row, { sent: input, replay: replayIn(query) }),
});

const applicableWorkspaces = workspacesInScopeRoute(
  `${ofPolicySet}/applicable-workspaces`,
  policySetFor('read'),
  ({ row }) => scopeOf(row),
);

const membersOf = (type: MemberType) =>
  relatedRoute(`${ofPolicySet}/${type}`, {
    operationId: `listPolicySet${pascalCase(type)}`,
    summary: `List the ${wordsOf(type)} of a policy set`,
    of: policySetResource,
    authorise: policySetFor('read'),
    read: ({ row }) => linkedMembers(row, type),
  });

export const policySetRoutes = [
  list,
  create,
  show,
  select,
  deselect,
  applicableWorkspaces,
  ...memberTypes.flatMap((type) => [membersOf(type), add(type), takeOut(type)]),
];

export const includablePolicySets = includable(policySetResource, findPolicySetsByIds);
