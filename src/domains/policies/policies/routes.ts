import { requireCurrentOf } from '../../../http/etag.ts';
import { relatedRoute } from '../../../http/related.ts';
import { download, guarded, many, one } from '../../../http/reply.ts';
import { includable, route } from '../../../http/route.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { inOrganization, policyRights } from '../access.ts';
import { onBehalfOfCaller } from '../on-behalf.ts';
import { replayDescription, replayIn, replayQuery } from '../replay-record.ts';
import { policyFor } from './access.ts';
import { downloadCode, uploadCode } from './code.ts';
import { policies } from './entity.ts';
import { updatePayload } from './input.ts';
import { findPoliciesByIds, listPolicies, updatePolicy } from './policies.ts';
import { policyResource } from './resource.ts';
import { messageIn, revisionQuery } from './revision-message.ts';
import { policyList } from './store.ts';

export const ofOrganization = '/organizations/:organization_name/policies';
export const ofPolicy = '/policies/:policy_id';

const list = route('GET', ofOrganization, {
  operationId: 'listPolicies',
  summary: 'List the policies of an organization',
  description:
    'Policies are sorted by name unless `sort` is given. `filter[failing]` selects policies by whether they failed in the last 30 days, including failures in shadow mode; `filter[evaluated]` selects policies by whether they were evaluated in the last 91 days. Only users and tokens that may manage policies can list them.',
  authorise: inOrganization(policyRights.policies.read),
  query: { ...policyList.query, include: ['policy-sets'] },
  reply: many(policyResource),
  handle: (context, { subject, query }) => listPolicies(context, subject.organization, query),
});

const show = route('GET', ofPolicy, {
  operationId: 'readPolicy',
  summary: 'Show a policy',
  description:
    'Shows the policy with its enforcement level, the result of its code check, and a link to download its code.',
  authorise: policyFor('read'),
  query: { include: ['policy-sets'] },
  reply: guarded(one(policyResource), policies.audited),
  handle: (_context, { subject: { row } }) => row,
});

const update = route('PATCH', ofPolicy, {
  operationId: 'updatePolicy',
  summary: 'Change a policy',
  description: `Changes the description, the query or the enforcement level. Name and kind cannot be changed. ${replayDescription}`,
  authorise: policyFor('update'),
  query: replayQuery,
  payload: updatePayload,
  failures: [412],
  reply: guarded(one(policyResource), policies.audited),
  handle: (context, { actor, subject: { row }, input, query, request }) =>
    updatePolicy(context, actor, row, {
      ...input,
      requireCurrent: requireCurrentOf(request),
      replay: replayIn(query),
    }),
});

const upload = route('PUT', `${ofPolicy}/upload`, {
  operationId: 'uploadPolicy',
  summary: 'Upload the code of a policy',
  description: `The body is the code itself, at most 10 MiB. It replaces the current code. \`check\` lists the errors in the code with their positions. If the setting \`policy-upload-check\` of the organization is \`enforce\`, code with errors is rejected; if it is \`enforce-tests\`, code that fails its tests is rejected, too. \`message\` describes the new revision in one line of at most 500 characters. ${replayDescription}`,
  authorise: policyFor('update'),
  query: revisionQuery,
  isUpload: true,
  failures: [422],
  reply: one(policyResource),
  handle: (context, { actor, subject: { row }, query, request }) =>
    uploadCode(onBehalfOfCaller(context, { actor, request }, row.organization_id), actor, row, {
      source: request,
      message: messageIn(query),
      replay: replayIn(query),
    }),
});

const code = route('GET', `${ofPolicy}/download`, {
  operationId: 'downloadPolicy',
  summary: 'Download the code of a policy',
  description: 'Returns the bytes as they were uploaded. Responds with 404 if there is no code.',
  authorise: policyFor('read'),
  reply: download,
  handle: (context, { actor, subject: { row } }) => downloadCode(context, actor, row),
});

const policySets = relatedRoute(`${ofPolicy}/policy-sets`, {
  operationId: 'listPolicySetsOfPolicy',
  summary: 'List the policy sets of a policy',
  of: policyResource,
  authorise: policyFor('read'),
  read: ({ row }) => linkedIn(row.policy_set_ids),
});

export const policyRoutes = [list, show, policySets, update, upload, code];

export const includablePolicies = includable(policyResource, findPoliciesByIds);
