// Creates, reads and revokes approvals. An approval is an override that also covers the same findings in later
// evaluations of the workspace.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { type Creator, creatorOf } from '../../../jsonapi/creator.ts';
import { existing, type Problem, tooManyProblems } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { newId } from '../../../kernel/ids.ts';
import { auditedTransaction } from '../../audit/index.ts';
import {
  type ApprovalRow,
  approvalsInForce,
  countInForce,
  deleteApprovalRow,
  insertApproval,
  lockedApproval,
} from './store.ts';

/** Maximum number of approvals that are in force in a workspace. */
const maxInForce = 200;

/** Returns a problem if the workspace has the maximum number of approvals. The organization must be locked. */
export async function countProblems(tx: Transaction, workspace: string, now: string): Promise<readonly Problem[]> {
  const known = await tx.first(countInForce, { workspace, now });
  const detail = `A workspace can have at most ${maxInForce} approvals at the same time: revoke approvals that are no longer needed`;
  return tooManyProblems(known, maxInForce, detail);
}

/** The values of a new approval. `keys` contains the keys of the findings that it covers. */
export interface NewApproval {
  readonly organization_id: string;
  readonly workspace_id: string;
  readonly evaluation_id: string;
  readonly comment: string;
  readonly keys: readonly string[];
  readonly created_at: string;
  readonly expires_at: string;
}

/** Adds an approval in a transaction that has checked the input. Returns its identifier and its audit entry. */
export async function addApproval(
  tx: Transaction,
  { identity }: Actor,
  { keys, ...approval }: NewApproval,
): Promise<{ readonly id: string; readonly entry: AuditEntry }> {
  const id = newId('polapp');
  await insertApproval(tx, {
    id,
    ...approval,
    keys: JSON.stringify(keys),
    finding_count: keys.length,
    created_by: JSON.stringify(creatorOf(identity)),
  });
  const after = audited({ ...approval, finding_count: keys.length });
  return { id, entry: { ...entryOf(id, approval.organization_id, 'create'), after } };
}

/** Revokes an approval. It then covers no findings in evaluations that finish afterwards. */
export function revokeApproval(context: Context, actor: Actor, { id }: ApprovalRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const before = existing(await lockedApproval(tx, id));
    await deleteApprovalRow(tx, id);
    const entry = { ...entryOf(id, before.organization_id, 'delete'), before: audited(before) };
    return { result: undefined, audit: [entry] };
  });
}

/** Returns the audit entry for an evaluation that an approval overrides. It contains the comment of the approval. */
export const useEntry = (
  { id, comment }: Pick<ApprovalRow, 'id' | 'comment'>,
  { organization_id, evaluation, findings }: { organization_id: string; evaluation: string; findings: number },
): AuditEntry => ({
  ...entryOf(id, organization_id, 'use'),
  after: { 'policy-evaluation': evaluation, comment, findings },
});

const entryOf = (id: string, organizationId: string, verb: 'create' | 'use' | 'delete') => ({
  action: `policy-approval.${verb}`,
  type: 'policy-approvals',
  id,
  organizationId,
});

const audited = ({
  workspace_id: workspace,
  evaluation_id,
  comment,
  finding_count: findings,
  expires_at,
}: Pick<ApprovalRow, 'workspace_id' | 'evaluation_id' | 'comment' | 'finding_count' | 'expires_at'>) => ({
  workspace,
  'policy-evaluation': evaluation_id,
  comment,
  findings,
  'expires-at': expires_at,
});

/**
 * Returns the approvals in force of a workspace that cover findings with the given keys. Each returned approval
 * contains only those of the given keys that it covers.
 */
export async function approvalsWith(tx: Transaction, workspace: string, now: string, keys: ReadonlySet<string>) {
  const rows = await tx.rows(approvalsInForce, { workspace, now });
  return rows.flatMap(({ created_by, ...row }) => {
    const covered = new Set<string>(JSON.parse(row.keys)).intersection(keys);
    const by: Creator = JSON.parse(created_by);
    return covered.size === 0 ? [] : [{ ...row, by, keys: covered }];
  });
}
