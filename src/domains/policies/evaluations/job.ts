// The job that evaluates plans, one after the other: of several instances on one database, one at a time.
//
// A plan that was accepted is evaluated, even when the process dies meanwhile: then from the beginning, and the outcome is
// stored once, by the instance that has the job.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { storableJson, storableText } from '../../../lib/text.ts';
import { Unavailable } from '../../../lib/unavailable.ts';
import type { Job, Turn } from '../../../runtime/jobs.ts';
import { renewing } from '../../../runtime/renewing.ts';
import { lockedOrganization } from '../../organizations/index.ts';
import { storeInput } from '../inputs/remember.ts';
import { evaluate } from './evaluate.ts';
import { retentionTime, statusChange, withoutRun } from './evaluations.ts';
import { boundedNotices, scarceLimit, shortened, usualLimit, withinLimit } from './outcome-bounds.ts';
import { countOutcomeBytes, fullReason, storedBytes } from './outcome-storage.ts';
import { isOverridable, resultCounts, type SetOutcome, statusOf } from './outcomes.ts';
import { storedPlan } from './plan.ts';
import { type Remembered, remembered } from './remembered.ts';
import {
  deleteChunks,
  type EvaluationRow,
  evaluationById,
  insertOutcome,
  lockedEvaluation,
  nextEvaluation,
  updateEvaluation,
} from './store.ts';

const interval = 1_000;

/** Of the sentence why an evaluation errored, in characters. */
const maxProblem = 4_000;

/** How often an evaluation begins that does not come to its end. */
const maxAttempts = 3;

export function evaluationJob(context: Context): Job {
  const served: Served = { organization: '' };
  return {
    name: 'policy-evaluation',
    intervalMilliseconds: interval,
    wakeUp: context.planIntake.signal,
    isDue: async () => (await nextInTurn(context, served)) !== undefined,
    run: async (turn) => {
      while (!turn.signal.aborted && (await evaluateNext(context, turn, served)));
    },
  };
}

/** The organization whose turn it was last. */
interface Served {
  organization: string;
}

/**
 * The next evaluation: organizations take turns, so that one with very many plans delays another one by a single
 * evaluation. Within an organization it is the plan that has waited longest.
 */
async function nextInTurn({ database }: Context, { organization }: Served) {
  return (
    (await database.first(nextEvaluation, { after: organization })) ?? database.first(nextEvaluation, { after: '' })
  );
}

/** Evaluates the next plan; false when none waits. */
async function evaluateNext(context: Context, turn: Turn, served: Served): Promise<boolean> {
  const next = await nextInTurn(context, served);
  if (next === undefined) return false;
  served.organization = next.organization_id;
  const begun = await turn.transaction((tx) => begin(tx, context, next.id));
  if (begun === undefined) return true;
  const startedAt = performance.now();
  const evaluated = await renewing(turn, () => attempt(context, turn, begun));
  const durationMs = Math.round(performance.now() - startedAt);
  await turn.transaction((tx) => finish(tx, context, begun.id, { ...evaluated, durationMs }));
  return true;
}

/** Marks an evaluation as running; undefined when it is over or gone, or has begun too often. */
async function begin(tx: Transaction, context: Context, id: string): Promise<EvaluationRow | undefined> {
  const evaluation = await lockedEvaluation(tx, id);
  if (evaluation?.status !== 'pending' && evaluation?.status !== 'running') return undefined;
  if (evaluation.attempts >= maxAttempts) {
    const problem = `The evaluation was interrupted ${maxAttempts} times. Evaluate the plan again.`;
    await store(tx, context, evaluation, { sets: [], notices: [], problem, durationMs: 0 });
    return undefined;
  }
  const running = statusChange(evaluation, 'running', context.clock.now());
  await updateEvaluation(tx, id, { ...running, attempts: evaluation.attempts + 1 });
  return { ...evaluation, ...running };
}

/** Evaluates; an attempt that only failed because something is busy or away does not count. */
async function attempt(context: Context, turn: Turn, evaluation: EvaluationRow): Promise<Remembered> {
  try {
    const plan = storedPlan(context, evaluation);
    return await remembered(context, { evaluation, plan, evaluated: await evaluate(context, evaluation, plan) });
  } catch (error) {
    const { id, attempts } = evaluation;
    const now = await context.database.first(evaluationById, { id });
    // Canceled or gone meanwhile, which takes the plan away. Nothing of this is stored.
    if (now?.status !== 'running') return { sets: [], notices: [] };
    if (error instanceof Unavailable) await turn.transaction((tx) => updateEvaluation(tx, id, { attempts }));
    throw error;
  }
}

interface Finished extends Remembered {
  readonly durationMs: number;
}

/** Stores what came of an evaluation, unless it was canceled meanwhile or is gone. */
async function finish(tx: Transaction, context: Context, id: string, finished: Finished): Promise<void> {
  const { input } = finished;
  // First, as everywhere, since its deletion deletes the evaluation too.
  if (input !== undefined) await lockedOrganization(tx, input.evaluation.organization_id);
  const evaluation = await lockedEvaluation(tx, id);
  if (evaluation?.status !== 'running') return;
  await store(tx, context, evaluation, finished);
  if (input !== undefined) await storeInput(tx, context, input);
}

async function store(tx: Transaction, context: Context, evaluation: EvaluationRow, finished: Finished): Promise<void> {
  const { id } = evaluation;
  const { sets, notices, problem, engineVersion, durationMs } = finished;
  const now = context.clock.now();
  const expires_at = timestamp(now + retentionTime);
  const full = await fullReason(tx, context, evaluation.organization_id);
  const texts = {
    ...(full === undefined ? { run: evaluation.run, tags: evaluation.tags } : withoutRun),
    notices: JSON.stringify(boundedNotices(notices)),
    problem: problem === undefined ? null : storableText(shortened(problem, maxProblem)),
  };
  const bytes = await storeOutcomes(tx, id, withinLimit(sets, full === undefined ? usualLimit : scarceLimit, full));
  await countOutcomeBytes(tx, { ...evaluation, expires_at }, bytes + storedBytes(texts));
  await updateEvaluation(tx, id, {
    ...statusChange(evaluation, problem === undefined ? statusOf(sets) : 'errored', now),
    ...resultCounts(sets.flatMap(({ outcomes }) => outcomes)),
    is_overridable: problem === undefined && isOverridable(sets) ? 1 : 0,
    engine_version: engineVersion ?? null,
    duration_ms: durationMs,
    ...texts,
    expires_at,
  });
  await deleteChunks(tx, id);
}

/** How many rows one statement inserts. */
const maxRows = 100;

/** Stores the outcomes of an evaluation; answers how many bytes they take. */
async function storeOutcomes(tx: Transaction, evaluation_id: string, sets: readonly SetOutcome[]): Promise<number> {
  let bytes = 0;
  for (let at = 0; at < sets.length; at += maxRows) {
    const rows = sets.slice(at, at + maxRows).map(({ outcomes, ...set }) => {
      const stored = { outcomes: storableJson(outcomes), ...resultCounts(outcomes) };
      return { id: newId('psout'), evaluation_id, ...set, ...stored };
    });
    await insertOutcome(tx, rows);
    for (const row of rows) bytes += storedBytes(row);
  }
  return bytes;
}
