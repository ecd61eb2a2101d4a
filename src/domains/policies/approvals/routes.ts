import { many, nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { inOrganization, policyRights } from '../access.ts';
import { approvalFor } from './access.ts';
import { revokeApproval } from './approvals.ts';
import { approvalResource, shownApproval } from './resource.ts';
import { approvalList } from './store.ts';

const ofApproval = '/policy-approvals/:policy_approval_id';

const list = route('GET', '/organizations/:organization_name/policy-approvals', {
  operationId: 'listPolicyApprovals',
  summary: 'List the approvals of an organization',
  description:
    'Lists the newest approvals first. An approval is created by the override of an evaluation with `applies-to` set to `same-findings`. It is deleted together with this evaluation. `filter[workspace]` is the identifier of a workspace.',
  authorise: inOrganization(policyRights['policy-approvals'].read),
  query: { ...approvalList.query, include: ['workspace'] },
  reply: many(approvalResource),
  handle: async (context, { subject, query }) => {
    const now = timestamp(context.clock.now());
    const page = await approvalList.read(context.database, query, { organization: subject.organization.id, now });
    return { ...page, rows: page.rows.map((row) => shownApproval(context, row)) };
  },
});

const show = route('GET', ofApproval, {
  operationId: 'readPolicyApproval',
  summary: 'Show an approval',
  description:
    'Shows who approved findings of an evaluation, the reason, the number of findings, and when the approval ends. Until then, later plans of the workspace may continue although policies report the same findings again.',
  authorise: approvalFor('read'),
  reply: one(approvalResource),
  handle: (context, { subject: { row } }) => shownApproval(context, row),
});

const revoke = route('DELETE', ofApproval, {
  operationId: 'revokePolicyApproval',
  summary: 'Revoke an approval',
  description:
    'Evaluations that finish afterwards are no longer overridden by this approval. Evaluations that are already overridden stay overridden until the end of the approval.',
  authorise: approvalFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject: { row } }) => revokeApproval(context, actor, row),
});

export const approvalRoutes = [list, show, revoke];
