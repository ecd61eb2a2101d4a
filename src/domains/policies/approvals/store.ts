// The table `policy_approvals`.
import { equal } from '../../../db/filters.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, total } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter, locker } from '../../../db/writes.ts';
import { allBut } from '../../../kernel/columns.ts';
import { policyApprovals } from './entity.ts';

/** An approval with the name of its organization and without its keys. */
export interface ApprovalRow extends Omit<StoredRow<'policy_approvals'>, 'keys'> {
  readonly organization_name: string;
}

export const insertApproval = inserter('policy_approvals');
export const deleteApprovalRow = deleter('policy_approvals');

const approvalRows = (db: Builder) =>
  db
    .selectFrom('policy_approvals')
    .innerJoin('organizations', 'organizations.id', 'policy_approvals.organization_id')
    .select(allBut(policyApprovals, 'keys'))
    .select('organizations.name as organization_name');

export const approvalById = query<{ id: string }>()((db, { id }) =>
  approvalRows(db).where('policy_approvals.id', '=', id),
);

/** Locks an approval, so that only one transaction deletes it. */
export const lockedApproval = locker('policy_approvals', approvalById);

export const approvalStatuses = ['active', 'expired'] as const;

/** Lists the approvals of an organization, from newest to oldest. */
export const approvalList = list<{ organization: string; now: string }>()(
  (db, { organization }) => approvalRows(db).where('policy_approvals.organization_id', '=', organization),
  (rows) => rows.orderBy('policy_approvals.created_at', 'desc').orderBy('policy_approvals.id', 'desc'),
  {
    filters: {
      'filter[workspace]': equal('policy_approvals.workspace_id'),
      'filter[status]': {
        choices: approvalStatuses,
        isScan: true,
        where: (eb, wanted, { values: { now } }) =>
          eb('policy_approvals.expires_at', wanted === 'active' ? '>' : '<=', now),
      },
    },
  },
);

/** Selects the approvals that are in force in a workspace, with their keys. */
export const approvalsInForce = query<{ workspace: string; now: string }>()((db, { workspace, now }) =>
  db
    .selectFrom('policy_approvals')
    .select(['id', 'comment', 'keys', 'created_by', 'created_at', 'expires_at'])
    .where('workspace_id', '=', workspace)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .orderBy('id'),
);

export const countInForce = query<{ workspace: string; now: string }>()((db, { workspace, now }) =>
  db.selectFrom('policy_approvals').select(total).where('workspace_id', '=', workspace).where('expires_at', '>', now),
);
