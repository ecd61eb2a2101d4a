// Approves the findings of an evaluation, so that an override also covers the same findings in later evaluations.
import type { Transaction } from '../../../db/database.ts';
import type { UnidentifiedReason } from '../../../effects/policy-engine/answers.ts';
import { attributeProblem, invalid, type Problem, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { parseKnown } from '../../../lib/json/exact-json.ts';
import { addApproval, countProblems } from '../approvals/approvals.ts';
import { endWithin } from '../end-within.ts';
import { type FindingKey, isBlocking, type Outcome } from './outcomes.ts';
import { type EvaluationRow, type OutcomeRow, outcomesOf } from './store.ts';
import { storedKeys } from './stored-keys.ts';

/** Maximum duration of an approval in days if the organization has no maximum for overrides. */
const usualDays = 7;

/** Maximum number of findings in an approval. */
const maxFindings = 1_000;

/** Maximum number of problems in one answer. */
const maxProblems = 10;

/**
 * Returns the end of an approval: at most the maximum of the organization for overrides, or 7 days if there is none, and
 * at most the time at which the evaluation is deleted.
 */
export async function endOfApproval(
  tx: Transaction,
  { organization_id: organization, expires_at: last }: Pick<EvaluationRow, 'organization_id' | 'expires_at'>,
  sent: string | null | undefined,
  now: number,
) {
  const { at, problems } = await endWithin(tx, { kind: 'override', organization, fallback: usualDays }, sent, now);
  if (at !== null && at <= last) return { at, problems };
  const detail = `Expires at must be at most ${last}, because the approval is deleted together with this evaluation`;
  return { at: last, problems: sent ? [...problems, attributeProblem('expires-at', 'too-high', detail)] : problems };
}

interface Approving {
  readonly comment: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/**
 * Stores an approval of all findings that block an evaluation. The transaction must have locked the organization and
 * the evaluation. 422 if the evaluation has no workspace, if a blocking policy has no verdict, or if a finding has no
 * key.
 */
export async function approveFindings(
  tx: Transaction,
  actor: Actor,
  { id, organization_id, workspace_id, status }: EvaluationRow,
  approving: Approving,
): Promise<{ readonly id: string; readonly entry: AuditEntry }> {
  if (workspace_id === null) throw invalid(refused(noWorkspace));
  if (status !== 'failed') throw invalid(refused(notFailed(status)));
  const blocking = (await tx.rows(outcomesOf, { evaluation: id })).flatMap(blockingIn);
  const keys = new Set(blocking.flatMap((each) => each.keys ?? []).filter((key) => typeof key === 'string'));
  requireNone([
    ...blocking.flatMap(problemsOf).slice(0, maxProblems),
    ...(keys.size > maxFindings ? [refused(tooManyFindings)] : []),
    ...(await countProblems(tx, workspace_id, approving.created_at)),
  ]);
  const covered = { organization_id, workspace_id, evaluation_id: id, keys: [...keys] };
  return addApproval(tx, actor, { ...covered, ...approving });
}

const refused = (detail: string): Problem => attributeProblem('applies-to', 'wrong-state', detail);

const noWorkspace =
  'The evaluation has no workspace that still exists, so no later evaluation can have the same findings: override only this evaluation (applies-to: evaluation)';
const notFailed = (status: string): string =>
  `The evaluation is ${status}, and only findings of a failed evaluation can be approved: override only this evaluation (applies-to: evaluation)`;
const tooManyFindings = `An approval can cover at most ${maxFindings} findings: override only this evaluation (applies-to: evaluation)`;

/** A policy that blocks an evaluation, with the keys of its findings. */
interface BlockingOutcome {
  readonly name: string;
  readonly outcome: Outcome;
  readonly keys: readonly FindingKey[] | undefined;
}

function blockingIn({ policy_set_name, outcomes, finding_keys }: OutcomeRow): readonly BlockingOutcome[] {
  const keys = storedKeys(finding_keys);
  const all: readonly Outcome[] = parseKnown(outcomes);
  return all.filter(isBlocking).map((outcome) => ({
    name: `${outcome.policy_name} (policy set ${policy_set_name})`,
    outcome,
    keys: keys[outcome.policy_id],
  }));
}

function problemsOf({ name, outcome, keys }: BlockingOutcome): readonly Problem[] {
  const reason = reasonOf(outcome, keys);
  if (reason === undefined) return [];
  const detail = `The findings of the policy ${name} cannot be approved for later evaluations, because ${reason}. Override only this evaluation (applies-to: evaluation), or create an exemption`;
  return [refused(detail)];
}

/** Returns the reason why the findings of a policy cannot be approved; undefined if they can be approved. */
function reasonOf({ status, output, output_count }: Outcome, keys: BlockingOutcome['keys']): string | undefined {
  if (status !== 'failed') return `the policy has the status ${status}`;
  if (output.length !== output_count) return 'the service did not store all of them';
  if (keys === undefined || keys.length !== output_count) return 'the service did not store what identifies them';
  const unidentified = keys.find((key) => typeof key !== 'string');
  return unidentified && reasons[unidentified.reason];
}

const reasons: Readonly<Record<UnidentifiedReason, string>> = {
  'no-address': 'a finding does not contain the address of a resource in the plan',
  'several-addresses': 'a finding contains several addresses, or an address that can mean several resources',
  deposed: 'a finding is about a resource with a deposed object that the plan deletes',
  'not-managed': 'a finding is about a data source',
  'not-evaluated': 'the policy engine did not identify a finding in the available time',
};
