import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { creatorOf, creatorSchema } from '../../../jsonapi/creator.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { policyApprovals } from './entity.ts';
import { type ApprovalRow, approvalStatuses } from './store.ts';

/** An approval in its current state. */
export interface ShownApproval extends ApprovalRow {
  readonly isExpired: boolean;
}

export const shownApproval = ({ clock }: Context, row: ApprovalRow): ShownApproval => ({
  ...row,
  isExpired: row.expires_at <= timestamp(clock.now()),
});

export const approvalResource = resource<ShownApproval>({
  type: 'policy-approvals',
  attributes: {
    ...policyApprovals.shown,
    status: shown(Type.Enum([...approvalStatuses]), ({ isExpired }) => (isExpired ? 'expired' : 'active')),
    by: shown(creatorSchema, ({ created_by }) => creatorOf(JSON.parse(created_by))),
  },
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    workspace: { to: 'workspaces', one: ({ workspace_id }) => workspace_id },
    'policy-evaluation': { to: 'policy-evaluations', one: ({ evaluation_id }) => evaluation_id },
  },
  links: { self: ({ id }) => `/api/v2/policy-approvals/${id}` },
});
