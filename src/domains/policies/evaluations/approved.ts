// Overrides an evaluation that approvals cover, when its result is stored.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { visibleLine } from '../../../lib/text/text.ts';
import { approvalsWith, useEntry } from '../approvals/approvals.ts';
import { setsToOverride } from '../approvals/standing.ts';
import { lockedApproval } from '../approvals/store.ts';
import { applyApprovals, coveringApprovals } from './apply-approvals.ts';
import { statusChange } from './evaluations.ts';
import { isBlocking, type SetOutcome, statusOf, type UsedApproval } from './outcomes.ts';
import type { EvaluationRow } from './store.ts';

/**
 * Adds to the blocking outcomes of an evaluation the approvals that are in force in its workspace. Approvals count only
 * while their creators may override the evaluation.
 */
export async function withApprovals(
  tx: Transaction,
  context: Context,
  evaluation: EvaluationRow,
  sets: readonly SetOutcome[],
): Promise<readonly SetOutcome[]> {
  const { workspace_id: workspace } = evaluation;
  const keys = new Set(sets.flatMap(({ outcomes }) => outcomes.filter(isBlocking).flatMap(({ keys = [] }) => keys)));
  const wanted = new Set([...keys].filter((key) => typeof key === 'string'));
  if (workspace === null || wanted.size === 0) return sets;
  const known = await approvalsWith(tx, workspace, timestamp(context.clock.now()), wanted);
  const policySets = sets.filter(({ outcomes }) => outcomes.some(isBlocking)).map(({ policy_set_id: id }) => id);
  // Often the same people approve many findings, so their rights are read only once.
  const countingOf = new Map<string, ReadonlySet<string>>();
  for (const { by } of known) {
    const creator = creatorKeyOf(by);
    const counting = countingOf.get(creator) ?? (await setsToOverride(context, tx, by, { ...evaluation, policySets }));
    countingOf.set(creator, counting);
  }
  return applyApprovals(sets, known, ({ by }, policySet) => countingOf.get(creatorKeyOf(by))?.has(policySet) === true);
}

/** Returns the map key of the identity that created an approval. */
const creatorKeyOf = ({ kind, id }: UsedApproval['by']): string => JSON.stringify([kind, id]);

/** Status of an evaluation with its override, and the notices and audit entries about the used approvals. */
interface Approved {
  readonly columns: Partial<EvaluationRow>;
  readonly notices: readonly string[];
  readonly audit: readonly AuditEntry[];
}

/**
 * Returns the columns that override an evaluation if approvals cover everything that blocks it and none of them has been
 * revoked in the meantime; otherwise undefined. `sets` contains the outcomes as they are stored, so an output that was
 * removed before storing is never covered. The evaluation is overridden until the first of the used approvals ends.
 */
export async function approvedBy(
  tx: Transaction,
  { id, organization_id, status_timestamps }: EvaluationRow,
  sets: readonly SetOutcome[],
  now: number,
): Promise<Approved | undefined> {
  const used = coveringApprovals(sets);
  const [first] = used;
  if (first === undefined || !(await areKept(tx, used))) return undefined;
  const { comment, by, expires_at } = first;
  const failed = statusChange({ status_timestamps }, statusOf(sets), now);
  const change = statusChange(failed, 'overridden', now);
  const override = { comment, at: change.updated_at, by, 'expires-at': expires_at, approval: first.id };
  const columns = {
    ...change,
    override: JSON.stringify(override),
    override_expires_at: expires_at,
    overridden_status: 'failed' as const,
  };
  const audit = used.map((each) => useEntry(each, { organization_id, evaluation: id, findings: total(sets, each) }));
  return { columns, notices: used.map(usedNotice), audit };
}

/**
 * Whether none of the approvals has been revoked. Locks them, so that a revocation waits until the result is stored. They
 * are locked in the order of their identifiers, because other evaluations can use the same approvals.
 */
async function areKept(tx: Transaction, approvals: readonly UsedApproval[]): Promise<boolean> {
  for (const id of approvals.map((each) => each.id).toSorted()) {
    if ((await lockedApproval(tx, id)) === undefined) return false;
  }
  return true;
}

const usedNotice = ({ id, by, comment, expires_at }: UsedApproval): string =>
  `${by.username ?? `A token of the ${by.kind}`} approved blocking findings of this plan in an earlier evaluation, until ${expires_at} (approval ${id}): ${visibleLine(comment)}`;

/** Returns the number of findings that an approval covers in an evaluation. */
const total = (sets: readonly SetOutcome[], { id }: UsedApproval): number =>
  sets
    .flatMap(({ outcomes }) => outcomes.flatMap(({ approvals = [] }) => approvals.filter((each) => each.id === id)))
    .reduce((sum, { findings }) => sum + findings.length, 0);
