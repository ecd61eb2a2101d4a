// The job that evaluates plans. Only one instance per database runs the job at a time. It evaluates several plans
// concurrently, and the policies of these plans take turns in the engine.
//
// If the process ends during an evaluation, the evaluation starts again from the beginning, so every accepted plan is
// evaluated. Its result is stored only once.
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { tracedBy } from '../../../kernel/trace.ts';
import { Unavailable } from '../../../lib/errors/unavailable.ts';
import { shortened, storableJson, storableText } from '../../../lib/text/text.ts';
import type { Job, Turn } from '../../../runtime/jobs/jobs.ts';
import { withLeaseRenewal } from '../../../runtime/jobs/lease-renewal.ts';
import { LeaseLost } from '../../../runtime/jobs/leases.ts';
import { tracer } from '../../../services.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { leased, metrics, serviceActor } from '../../instance/index.ts';
import { lockedOrganization } from '../../organizations/index.ts';
import { storeChanges } from '../changes/changes.ts';
import { countEvaluation } from '../counts/count-evaluation.ts';
import { recordMatches } from '../exemptions/matches.ts';
import { storeInput } from '../inputs/recorded-input.ts';
import { onBehalf } from '../on-behalf.ts';
import { planIntake } from '../services.ts';
import { approvedBy, withApprovals } from './approved.ts';
import { evaluate } from './evaluate.ts';
import { retentionTime, statusChange, withoutRun } from './evaluations.ts';
import { areModulesStored, modulesNotStored, storeModules } from './module-uses.ts';
import { boundedNotices, scarceLimit, usualLimit, withinLimit } from './outcome-bounds.ts';
import { countOutcomeBytes, fullReason, storedBytes } from './outcome-storage.ts';
import { computedColumns, isOverridable, resultCounts, type SetOutcome, statusOf, usedExemptions } from './outcomes.ts';
import { storedPlan } from './plan.ts';
import type { CountedPolicies } from './progress.ts';
import { EvaluationQueue, maxAttempts, type Pause, type QueueOptions } from './queue.ts';
import { type Recorded, readPlan } from './read-plan.ts';
import {
  deleteChunks,
  type EvaluationRow,
  evaluationById,
  insertDigests,
  insertOutcome,
  lockedEvaluation,
  updateEvaluation,
} from './store.ts';
import { withoutKeys } from './stored-keys.ts';
import { isAnyWaiting } from './waiting-evaluations.ts';

const interval = 1_000;

/** Maximum length in characters of the reason why an evaluation errored. */
const maxProblem = 4_000;

export function evaluationJob(context: Context, options?: QueueOptions): Job {
  return {
    name: 'policy-evaluation',
    intervalMilliseconds: interval,
    wakeUp: planIntake(context).signal,
    isDue: () => isAnyWaiting(context),
    run: (turn) => withLeaseRenewal(turn, () => evaluateWaiting(context, turn, options)),
  };
}

/**
 * Evaluates waiting plans, including plans that arrive during the run. If an evaluation fails, the others continue and
 * the error is thrown at the end.
 */
async function evaluateWaiting(context: Context, turn: Turn, options?: QueueOptions): Promise<void> {
  const failures: unknown[] = [];
  const noteFailure = ({ id }: { readonly id: string }, error: unknown): void => {
    failures[0] = error;
    if (turn.signal.aborted) return;
    if (!(error instanceof LeaseLost))
      context.log.error({ evaluation: id, error }, 'an evaluation failed and will be retried');
  };
  const queue = new EvaluationQueue(context, noteFailure, options);
  using arrivals = planArrivals(context);
  for (;;) {
    const mayBegin = !turn.signal.aborted && !(failures[0] instanceof LeaseLost);
    // `change()` must be called before `next()`. Otherwise, an evaluation that finishes during `next()` would be
    // missed.
    const change = queue.change();
    const next = mayBegin ? await queue.next() : queue.close();
    if (next !== undefined) {
      queue.begin(next, (pause) => evaluateOne(context, turn, next.id, pause));
      continue;
    }
    if (change === undefined) break;
    await Promise.race([change, arrivals.next()]);
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Returns an object whose `next()` resolves when this instance receives a plan or when an interval has passed. The
 * interval is needed because other instances may receive plans, too.
 */
function planArrivals(context: Context) {
  let came = Promise.withResolvers<void>();
  const unsubscribe = planIntake(context).signal.subscribe(() => came.resolve());
  return {
    next: async () => {
      await Promise.race([came.promise, wait(interval, undefined, { ref: false })]);
      came = Promise.withResolvers();
    },
    [Symbol.dispose]: unsubscribe,
  };
}

async function evaluateOne(context: Context, turn: Turn, id: string, pause: Pause): Promise<void> {
  const begun = await turn.transaction((tx) => begin(tx, context, id));
  if (begun === undefined) return;
  // Each evaluation is traced as part of its plan upload, because one run of the job can evaluate many plans.
  const options = { traceparent: begun.traceparent, attributes: { 'tipstaff.evaluation.id': id } };
  await tracedBy(tracer(context), 'evaluate plan', options, () => evaluateBegun(context, turn, begun, pause));
}

async function evaluateBegun(context: Context, turn: Turn, begun: EvaluationRow, pause: Pause): Promise<void> {
  const startedAt = performance.now();
  const evaluated = await attempt(context, turn, begun, pause);
  const durationMs = Math.round(performance.now() - startedAt);
  await auditedTransaction(leased(context, turn), serviceActor(), async (tx) => ({
    result: undefined,
    audit: await finish(tx, context, begun, { ...evaluated, durationMs }),
  }));
}

/**
 * Marks an evaluation as running. Returns undefined if the evaluation has finished, was deleted, or was started too
 * often.
 */
async function begin(tx: Transaction, context: Context, id: string): Promise<EvaluationRow | undefined> {
  const evaluation = await lockedEvaluation(tx, id);
  if (evaluation?.status !== 'pending' && evaluation?.status !== 'running') return undefined;
  if (evaluation.attempts >= maxAttempts) {
    const problem = `The evaluation was interrupted ${maxAttempts} times. Evaluate the plan again.`;
    await store(tx, context, evaluation, { sets: [], notices: [], problem, durationMs: 0 });
    return undefined;
  }
  const running = statusChange(evaluation, 'running', context.clock.now());
  const uncounted = { policies: null, policies_evaluated: null };
  await updateEvaluation(tx, id, { ...running, ...uncounted, attempts: evaluation.attempts + 1 });
  return { ...evaluation, ...running };
}

/**
 * Evaluates a plan. If the attempt fails only because a resource is busy or unavailable, the attempt is not counted.
 */
async function attempt(context: Context, turn: Turn, evaluation: EvaluationRow, pause: Pause): Promise<Recorded> {
  try {
    const plan = storedPlan(context, evaluation);
    const tenant = { account: evaluation.account, organization: evaluation.organization_id };
    const report = (progress: CountedPolicies) =>
      turn.transaction((tx) => updateEvaluation(tx, evaluation.id, progress));
    const client = onBehalf(context, { tenant, signal: turn.signal });
    const evaluated = await evaluate(client, evaluation, plan, { report, pause });
    return await readPlan(context, { evaluation, plan, evaluated });
  } catch (error) {
    const { id, attempts } = evaluation;
    const now = await context.database.first(evaluationById, { id });
    // The evaluation was canceled or deleted, and its plan was deleted with it. This result is not stored.
    if (now?.status !== 'running') return { sets: [], notices: [] };
    if (error instanceof Unavailable) await turn.transaction((tx) => updateEvaluation(tx, id, { attempts }));
    throw error;
  }
}

interface Finished extends Recorded {
  readonly durationMs: number;
}

type Entries = readonly AuditEntry[];

/**
 * Stores the result of an evaluation, unless the evaluation was canceled or deleted. Returns the audit entries about the
 * approvals that override the evaluation.
 */
async function finish(tx: Transaction, context: Context, begun: EvaluationRow, finished: Finished): Promise<Entries> {
  const { input, changes, modules } = finished;
  // The organization must be locked before the evaluation, in the same order as when an organization is deleted
  // together with its evaluations.
  const hasModules = modules === undefined || (await areModulesStored(context, tx, begun, modules));
  if (input !== undefined || changes?.values !== undefined || !hasModules)
    await lockedOrganization(tx, begun.organization_id);
  const evaluation = await lockedEvaluation(tx, begun.id);
  if (evaluation?.status !== 'running') return [];
  const isComplete = hasModules || (await storeModules(context, tx, evaluation, modules));
  const notices = isComplete ? finished.notices : [...finished.notices, modulesNotStored];
  const audit = await store(tx, context, evaluation, {
    ...finished,
    notices,
    ...(!isComplete && { modules: undefined }),
  });
  if (input !== undefined) await storeInput(tx, context, input);
  await recordMatches(tx, usedExemptions(finished.sets), context.clock.now());
  return audit;
}

async function store(
  tx: Transaction,
  context: Context,
  evaluation: EvaluationRow,
  finished: Finished,
): Promise<Entries> {
  const { id } = evaluation;
  const { sets, notices, problem, hasVerdicts = false, engineVersion, durationMs, modules } = finished;
  const now = context.clock.now();
  const expires_at = timestamp(now + retentionTime);
  const full = await fullReason(tx, context, evaluation.organization_id);
  const approvable = await withApprovals(tx, context, evaluation, sets);
  const kept = withinLimit(approvable, full === undefined ? usualLimit : scarceLimit, full);
  const approved = await approvedBy(tx, evaluation, kept, now);
  const texts = {
    ...(full === undefined ? { run: evaluation.run, tags: evaluation.tags } : withoutRun),
    notices: JSON.stringify(boundedNotices([...notices, ...(approved?.notices ?? [])])),
    problem: problem === undefined ? null : storableText(shortened(problem, maxProblem)),
  };
  const ofOutcomes = await storeOutcomes(tx, id, kept);
  const rows = full === undefined ? await storeDetails(tx, context, { ...evaluation, expires_at }, finished) : [];
  const bytes = [texts, ...rows].reduce((sum, row) => sum + storedBytes(row), ofOutcomes);
  await countOutcomeBytes(tx, { ...evaluation, expires_at }, bytes);
  const result = {
    ...statusChange(evaluation, problem === undefined ? statusOf(sets) : 'errored', now),
    ...resultCounts(sets.flatMap(({ outcomes }) => outcomes)),
    is_empty: hasVerdicts ? 0 : 1,
    is_overridable: problem === undefined && isOverridable(sets) ? 1 : 0,
    engine_version: engineVersion ?? null,
    duration_ms: durationMs,
    ...texts,
    expires_at,
    is_counted: 1,
    has_modules: modules === undefined ? 0 : 1,
    ...approved?.columns,
  };
  await updateEvaluation(tx, id, result);
  tx.afterCommit(() => metrics(context).evaluated({ status: result.status, seconds: durationMs / 1_000 }));
  await countEvaluation(tx, evaluation, { ...evaluation, ...result }, { after: kept });
  await deleteChunks(tx, id);
  return approved?.audit ?? [];
}

/** Stores the planned changes and the digests of an evaluation and returns the stored rows. */
async function storeDetails(
  tx: Transaction,
  context: Context,
  evaluation: EvaluationRow,
  { changes, digests }: Finished,
): Promise<readonly object[]> {
  const rows = changes === undefined ? [] : await storeChanges(tx, context, evaluation, changes);
  if (digests === undefined) return rows;
  const row = { evaluation_id: evaluation.id, ...digests };
  await insertDigests(tx, row);
  return [...rows, row];
}

/** Maximum number of rows that one statement inserts. */
const maxRows = 100;

/** Stores the outcomes of an evaluation and returns their size in bytes. */
async function storeOutcomes(tx: Transaction, evaluation_id: string, sets: readonly SetOutcome[]): Promise<number> {
  let bytes = 0;
  for (let at = 0; at < sets.length; at += maxRows) {
    const rows = sets.slice(at, at + maxRows).map(({ outcomes, ...set }) => {
      const { outcomes: shown, finding_keys } = withoutKeys(outcomes);
      const stored = { outcomes: storableJson(shown), finding_keys, ...computedColumns(outcomes) };
      return { id: newId('psout'), evaluation_id, ...set, ...stored };
    });
    await insertOutcome(tx, rows);
    for (const row of rows) bytes += storedBytes(row);
  }
  return bytes;
}
