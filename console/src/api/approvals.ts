// Approvals: overrides that apply to the same findings in later evaluations of a workspace, until they end.
import { nameIn } from './included.ts';
import { approvalList } from './list-specs.ts';
import { deleting, list, type RowOf } from './query.ts';

/** An organization's approvals, newest first. `workspace` is the workspace's name. */
export const approvalsQuery = list('policy-approvals', '/api/v2/organizations/{organization_name}/policy-approvals', {
  spec: approvalList,
  query: { include: ['workspace'] },
  row: ({ id, attributes, relationships }, included) => ({
    id,
    attributes,
    workspace: nameIn(included, relationships.workspace),
    evaluation: relationships['policy-evaluation'].data?.id ?? null,
  }),
});

export type Approval = RowOf<typeof approvalsQuery>;

/** Ends an approval. Evaluations that start afterwards ignore it. */
export const revokeApproval = deleting('/api/v2/policy-approvals/{policy_approval_id}');
