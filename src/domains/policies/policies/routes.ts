import { requireCurrentOf } from '../../../http/etag.ts';
import { relatedRoute } from '../../../http/related.ts';
import { download, guarded, many, one } from '../../../http/reply.ts';
import { includable, route } from '../../../http/route.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { requirePolicyManager } from '../access.ts';
import { onBehalfOfCaller } from '../on-behalf.ts';
import { managedPolicy } from './access.ts';
import { downloadCode, uploadCode } from './code.ts';
import { policies } from './entity.ts';
import { updatePayload } from './input.ts';
import { findPoliciesByIds, listPolicies, updatePolicy } from './policies.ts';
import { policyResource } from './resource.ts';
import { messageIn, messageQuery } from './revision-message.ts';
import { policyList } from './store.ts';

export const ofOrganization = '/organizations/:organization_name/policies';
export const ofPolicy = '/policies/:policy_id';

const list = route('GET', ofOrganization, {
  operationId: 'listPolicies',
  summary: 'List the policies of an organization',
  description:
    'Sorted by name unless `sort` says otherwise. `filter[failing]` is about the last 30 days, shadow mode included, and `filter[evaluated]` about the last 91. Only people and tokens that may manage policies see them.',
  authorise: (context, actor, { organization_name }) => requirePolicyManager(context, actor, organization_name),
  query: { ...policyList.query, include: ['policy-sets'] },
  reply: many(policyResource),
  handle: (context, { subject, query }) => listPolicies(context, subject.organization, query),
});

const show = route('GET', ofPolicy, {
  operationId: 'readPolicy',
  summary: 'Show a policy',
  description: "Shows a policy's kind, enforcement level and description, and the links of its code.",
  authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
  query: { include: ['policy-sets'] },
  reply: guarded(one(policyResource), policies.audited),
  handle: (_context, { subject }) => subject,
});

const update = route('PATCH', ofPolicy, {
  operationId: 'updatePolicy',
  summary: 'Change a policy',
  description: 'Changes the description, the query or the enforcement level. Name and kind cannot be changed.',
  authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
  payload: updatePayload,
  failures: [412],
  reply: guarded(one(policyResource), policies.audited),
  handle: (context, { actor, subject, input, request }) =>
    updatePolicy(context, actor, subject, { ...input, requireCurrent: requireCurrentOf(request) }),
});

const upload = route('PUT', `${ofPolicy}/upload`, {
  operationId: 'uploadPolicy',
  summary: 'Upload the code of a policy',
  description:
    'The body is the code itself, at most 10 MiB. It replaces the former code. `check` says what is wrong with it, and where. Code with errors is refused where the organization sets `policy-upload-check` to `enforce`, and code that does not pass its tests with `enforce-tests`. `message` says what the new revision is about: one line of at most 500 characters.',
  authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
  query: messageQuery,
  isUpload: true,
  failures: [422],
  reply: one(policyResource),
  handle: (context, { actor, subject, query, request }) =>
    uploadCode(onBehalfOfCaller(context, { actor, request }, subject.organization_id), actor, subject, {
      source: request,
      message: messageIn(query),
    }),
});

const code = route('GET', `${ofPolicy}/download`, {
  operationId: 'downloadPolicy',
  summary: 'Download the code of a policy',
  description: 'Answers the bytes that were uploaded. Answers 404 while there is no code.',
  authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
  reply: download,
  handle: (context, { actor, subject }) => downloadCode(context, actor, subject),
});

const policySets = relatedRoute(`${ofPolicy}/policy-sets`, {
  operationId: 'listPolicySetsOfPolicy',
  summary: 'List the policy sets of a policy',
  of: policyResource,
  authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
  read: ({ policy_set_ids }) => linkedIn(policy_set_ids),
});

export const policyRoutes = [list, show, policySets, update, upload, code];

export const includablePolicies = includable(policyResource, findPoliciesByIds);
