// Processes a run task call in single steps: fetches the plan, waits for its evaluation, and reports the result.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { RowChanges } from '../../../db/tables.ts';
import { ApiError } from '../../../jsonapi/errors.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { tracedBy } from '../../../kernel/trace.ts';
import { Unavailable } from '../../../lib/errors/unavailable.ts';
import type { Turn } from '../../../runtime/jobs/jobs.ts';
import { LeaseLost } from '../../../runtime/jobs/leases.ts';
import { tracer } from '../../../services.ts';
import { findWorkspaceId } from '../../organizations/index.ts';
import { addEvaluation } from '../evaluations/evaluations.ts';
import { acceptPlan, type PackedPlan } from '../evaluations/plan.ts';
import { evaluationById } from '../evaluations/store.ts';
import { planIntake } from '../services.ts';
import { hostsOf } from './calls.ts';
import { type RunCall, runOf } from './payload.ts';
import { announce, fetchPlan, type OpenCall, type PlatformTimeouts, sendResult } from './platform.ts';
import { PlatformProblem } from './platform-problem.ts';
import { isOver, readReported } from './reported.ts';
import { finalDocument, resultDocument, resultOf } from './result.ts';
import type { SlowHosts } from './slow-hosts.ts';
import { type CallRow, callById, callPlace, lockedCall, runTaskById, updateCall } from './store.ts';
import { waitingFor } from './waiting.ts';

type Changes = RowChanges<'policy_run_task_calls'>;

/** Maximum number of attempts at a step, and maximum time in ms between two attempts. */
const maxAttempts = 10;
const maxPause = 60_000;

/** Turn of the job, with the timeouts for requests to platforms and the known slow hosts. */
export interface StepTurn extends Turn {
  readonly timeouts: PlatformTimeouts;
  readonly slowHosts: SlowHosts;
}

/**
 * Takes the next step of a call and stores the result of the step. If the service stops during the step, nothing is
 * stored. An unexpected failure is logged and only postpones this call. Throws only errors that affect all calls.
 */
export async function takeStep(context: Context, turn: StepTurn, id: string): Promise<void> {
  const call = await context.database.first(callById, { id });
  if (call === undefined) return;
  const store = (changes: Changes) => turn.transaction((tx) => change(tx, context, id, changes));
  try {
    const open = await openCall(context, turn, call);
    const changes = open && (await tracedStep(context, open, () => changesOf(context, turn, open)));
    if (changes !== undefined) await store(changes);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (!turn.signal.aborted) await store(afterProblem(context, call, error));
  }
}

/** Runs a step as part of the trace that the platform started for its run. */
const tracedStep = <Result>(context: Context, { call, sent }: OpenCall, step: () => Promise<Result>): Promise<Result> =>
  tracedBy(
    tracer(context),
    `run task ${call.status}`,
    { traceparent: sent.traceparent, attributes: { 'tipstaff.call.id': call.id } },
    step,
  );

async function openCall(
  context: Context,
  { signal, timeouts, slowHosts }: StepTurn,
  call: CallRow,
): Promise<OpenCall | undefined> {
  const runTask = await context.database.first(runTaskById, { id: call.run_task_id });
  if (runTask === undefined || call.sealed === null) return undefined;
  const sent: RunCall = JSON.parse(context.vault.open(callPlace(call.id), call.sealed));
  return {
    call,
    sent,
    runTask,
    platform: {
      organization: call.organization_id,
      hosts: hostsOf(context, runTask),
      accessToken: sent.access_token,
      proxy: context.config,
      signal,
      timeouts,
      slowHosts,
    },
  };
}

/** Updates a call. Does nothing if the call was deleted with its run task. */
async function change(tx: Transaction, { clock }: Context, id: string, changes: Changes): Promise<void> {
  await updateCall(tx, id, { ...changes, updated_at: timestamp(clock.now()) });
}

/** Takes the next step of a call and returns the changes to store; undefined if the step has already stored them. */
function changesOf(context: Context, turn: Turn, open: OpenCall): Promise<Changes | undefined> {
  switch (open.call.status) {
    case 'accepted':
      return isLate(context, open) ? Promise.resolve(giveUp(context, open)) : begin(context, turn, open);
    case 'evaluating':
      return reportOutcome(context, open);
    default:
      return reportProblem(open);
  }
}

const isLate = ({ clock }: Context, { call }: OpenCall): boolean => timestamp(clock.now()) >= call.deadline_at;

const giveUp = (context: Context, { call }: OpenCall): Changes =>
  answering(context, `The plan was not fetched in time. ${call.problem ?? ''}`.trim());

/** Returns the changes to a call whose plan is not evaluated. The next step reports `problem` to the platform. */
const answering = ({ clock }: Context, problem: string): Changes => ({
  status: 'answering',
  problem,
  attempts: 0,
  next_attempt_at: timestamp(clock.now()),
});

/** Reports progress to the platform, fetches the plan and starts its evaluation. */
async function begin(context: Context, turn: Turn, open: OpenCall): Promise<Changes | undefined> {
  const { call, sent, platform } = open;
  if (call.announced_at === null) {
    const running = resultDocument('running', 'Tipstaff is evaluating the plan.');
    if (await announce(open, running))
      await turn.transaction((tx) => change(tx, context, call.id, { announced_at: timestamp(context.clock.now()) }));
  }
  const address = sent.plan_json_api_url ?? '';
  if (address === '') {
    const problem = `The platform sent no plan at the stage ${sent.stage}. Configure the platform to call the run task after the plan.`;
    return answering(context, problem);
  }
  const plan = await fetchPlan(context, platform, address);
  await turn.transaction((tx) => evaluatePlan(tx, context, open, plan));
  planIntake(context).signal.notify();
  return undefined;
}

/** Creates the evaluation of a plan, unless the run task call already has an evaluation. */
async function evaluatePlan(tx: Transaction, context: Context, { call, sent, runTask }: OpenCall, plan: PackedPlan) {
  if ((await lockedCall(tx, call.id))?.status !== 'accepted') return;
  const { organization_id: organizationId, name } = runTask;
  const workspace = (await findWorkspaceId(tx, organizationId, sent.workspace_name ?? '')) ?? null;
  const creator = { kind: 'system', name: `run task ${name}` } as const;
  const input = { run: runOf(sent), tags: [], workspace, project: null, source: 'plan' as const, creator };
  const evaluation = await addEvaluation(
    tx,
    context,
    { organizationId, policySetId: null, countsForWorkspace: true },
    input,
  );
  await acceptPlan(tx, context, evaluation, plan);
  const at = timestamp(context.clock.now());
  const next = { evaluation_id: evaluation.id, problem: null, attempts: 0, next_attempt_at: at, updated_at: at };
  await updateCall(tx, call.id, { status: 'evaluating', ...next });
}

/** Reports the result of the evaluation to the platform. */
async function reportOutcome(context: Context, open: OpenCall): Promise<Changes> {
  const { call, runTask } = open;
  const evaluation = await context.database.first(evaluationById, { id: call.evaluation_id ?? '' });
  if (evaluation === undefined) return answering(context, 'The evaluation was deleted before it finished.');
  if (!isOver(evaluation)) return answering(context, `The evaluation ${evaluation.id} did not finish in time.`);
  const waiting = await waitingFor(context, open, evaluation);
  if (waiting !== undefined) return waiting;
  const reported = await readReported(context, { call, runTask }, evaluation);
  await sendResult(open, finalDocument(reported));
  return { ...answered, result: resultOf(reported), problem: null };
}

/** Reports to the platform why the plan was not evaluated. The task is reported as failed. */
async function reportProblem(open: OpenCall): Promise<Changes> {
  await sendResult(open, resultDocument('failed', open.call.problem ?? 'The plan was not evaluated.'));
  return { ...answered, result: 'failed' };
}

/**
 * Changes to a call that has been answered. The payload is deleted, because it contains the platform's token and is no
 * longer needed.
 */
const answered = { status: 'answered', sealed: null } as const;

/**
 * Returns the changes to a call after a failed step. The step is repeated if that may succeed. Otherwise, the problem
 * is reported to the platform, or the call ends if the report itself failed.
 */
function afterProblem(context: Context, call: CallRow, error: unknown): Changes {
  const { message, isTemporary } = problemOf(context, call, error);
  const attempts = call.attempts + 1;
  if (isTemporary && attempts < maxAttempts) {
    const pause = Math.min(maxPause, 1_000 * 2 ** call.attempts);
    return { attempts, problem: keptProblem(call, message), next_attempt_at: timestamp(context.clock.now() + pause) };
  }
  if (call.status === 'accepted') return answering(context, message);
  context.log.warn(
    { call: call.id, runTask: call.run_task_id, problem: message },
    'a run platform did not accept a result',
  );
  return { ...answered, problem: message };
}

/**
 * Returns the problem to store. If a problem has not been reported to the platform yet, it is kept; otherwise, the
 * problem of the last attempt is stored.
 */
const keptProblem = ({ status, problem }: CallRow, message: string): string =>
  status === 'answering' ? (problem ?? message) : message;

/** Converts the error of a failed step to a message for users. Unexpected errors are logged. */
function problemOf({ log }: Context, { id, run_task_id }: CallRow, error: unknown) {
  if (error instanceof PlatformProblem) return error;
  if (error instanceof Unavailable) return { message: 'Tipstaff was overloaded.', isTemporary: true };
  if (error instanceof ApiError)
    return { message: error.problems.map(({ detail }) => detail).join(' '), isTemporary: false };
  log.error({ call: id, runTask: run_task_id, error }, 'a step of a run task call failed');
  return { message: 'Tipstaff failed unexpectedly. The log of Tipstaff contains the reason.', isTemporary: true };
}
