// Reads from an evaluated plan the data to store: the policies' input if the organization records inputs, the planned
// changes of resources with findings, and the modules that the workspace uses.
import type { Context } from '../../../context.ts';
import { type PlanReader, refusedReading } from '../../../effects/plan-reading/plan-reader.ts';
import type { PlanReading, PlanRefusal, ReadChanges } from '../../../effects/plan-reading/reading-child.ts';
import type { DocumentInPieces } from '../../../effects/policy-engine/frames.ts';
import { newTurns } from '../../../lib/concurrency/turns.ts';
import { Unavailable } from '../../../lib/errors/unavailable.ts';
import { changeLimits } from '../../../protocols/plans/plan-changes.ts';
import { addressOf, isShowable } from '../../../protocols/policy-output/resource-address.ts';
import { keepsValues } from '../changes/store.ts';
import { type MaskedInput, maskedInput, type RecordedOutcome, recordsInputs } from '../inputs/recorded-input.ts';
import { planReader } from '../services.ts';
import type { Evaluated } from './evaluate.ts';
import { type ModuleUses, moduleHostsFor, withModules } from './module-uses.ts';
import { usualLimit } from './outcome-bounds.ts';
import { isBlocking, type Outcome, type SetOutcome } from './outcomes.ts';
import type { EvaluationRow } from './store.ts';

/** Result of an evaluation, with the data that is stored from its plan. */
export interface Recorded extends Evaluated {
  readonly input?: MaskedInput;
  readonly changes?: ReadChanges;
  readonly modules?: ModuleUses | undefined;
}

/** A running evaluation with its plan and its result. */
interface Attempted {
  readonly evaluation: EvaluationRow;
  readonly plan: DocumentInPieces;
  readonly evaluated: Evaluated;
}

/**
 * Adds the input, the resource changes and the used modules to the result, or notices that explain why they are not
 * stored.
 */
export async function readPlan(context: Context, attempted: Attempted): Promise<Recorded> {
  const { evaluation, plan, evaluated } = attempted;
  const { run, sets } = evaluated;
  if (run === undefined) return evaluated;
  const addresses = await addressesIn(sets);
  const isRecorded =
    evaluation.source === 'plan' && (await recordsInputs(context.database, evaluation.organization_id));
  const hasValues = addresses.length > 0 && (await keepsValues(context.database, evaluation.organization_id));
  const moduleHosts = await moduleHostsFor(context, evaluation, plan);
  const task = { plan, run, isRecorded, addresses, hasValues, moduleHosts: moduleHosts ?? [] };
  const reading = await readTask(context, task);
  const recorded = withInput(attempted, reading, withChanges(evaluated, reading));
  return moduleHosts === undefined ? recorded : withModules(context, evaluation, reading.modules ?? [], recorded);
}

type ReadingTask = Parameters<PlanReader>[0];

/**
 * Reads the requested parts of a plan. The plan is not read if none is requested. Throws `Unavailable` if the evaluation
 * must be repeated. It is not repeated only for the modules of the workspace.
 */
async function readTask(context: Context, task: ReadingTask): Promise<PlanReading> {
  if (!task.isRecorded && task.addresses.length === 0 && task.moduleHosts.length === 0) return {};
  return planReader(context)(task).catch((error: unknown) => {
    if (error instanceof Unavailable && (task.isRecorded || task.addresses.length > 0)) throw error;
    // The evaluation keeps its result even if reading the plan failed.
    context.log.error({ error }, 'a plan could not be read');
    return refusedReading(task, { refusal: 'an unexpected error occurred while the plan was read' });
  });
}

/**
 * Returns the addresses of resources that have findings. Findings of policies that block the run come first. The list
 * may exceed the maximum number of stored changes by one, so that callers detect the excess.
 */
async function addressesIn(sets: readonly SetOutcome[]): Promise<readonly string[]> {
  const takeTurns = newTurns();
  const addresses = new Set<string>();
  let read = 0;
  for (const member of membersIn(sets)) {
    read += typeof member === 'string' ? member.length : 1;
    // Outcomes beyond this size are not stored, so their addresses are not needed.
    if (addresses.size > changeLimits.resources || read > usualLimit) break;
    const address = addressOf(member);
    if (address !== undefined && isShowable(address)) addresses.add(address);
    await takeTurns();
  }
  return [...addresses];
}

function* membersIn(sets: readonly SetOutcome[]): Generator<unknown> {
  const outcomes = sets.flatMap((set) => set.outcomes);
  for (const isWanted of [isBlocking, (outcome: Outcome) => !isBlocking(outcome)]) {
    for (const { output, exempted_output, old_output } of outcomes.filter(isWanted)) {
      yield* output;
      yield* exempted_output;
      yield* old_output;
    }
  }
}

function withChanges(evaluated: Evaluated, { changes }: PlanReading): Recorded {
  if (changes === undefined) return evaluated;
  const notices = [...evaluated.notices, ...noticesOf(changes)];
  return { ...evaluated, ...('refusal' in changes ? {} : { changes }), notices };
}

function noticesOf(changes: ReadChanges | PlanRefusal): readonly string[] {
  if ('refusal' in changes)
    return [`The changes of resources with findings were not stored, because ${changes.refusal}.`];
  const { leftOut, values, valuesLeftOut } = changes;
  return [
    ...(leftOut > 0
      ? [`Some changes of resources with findings were left out: at most ${changeLimits.resources} are stored.`]
      : []),
    ...(values !== undefined && 'refusal' in values
      ? [`The values of changes were not stored, because ${values.refusal}.`]
      : []),
    ...(valuesLeftOut > 0
      ? [`The values of ${valuesLeftOut} attributes were left out, because they are too large.`]
      : []),
  ];
}

function withInput({ evaluation, evaluated }: Attempted, { input: result }: PlanReading, recorded: Recorded): Recorded {
  const { workspaceName = null, engineVersion = null, verdicts = [] } = evaluated;
  if (result === undefined) return recorded;
  const outcomes = recordedOutcomes(verdicts);
  const evaluatedAt = Date.parse(evaluation.updated_at);
  const input = maskedInput({ evaluation, workspaceName, engineVersion, outcomes, evaluatedAt }, result);
  return 'notice' in input ? { ...recorded, notices: [...recorded.notices, input.notice] } : { ...recorded, input };
}

const recordedOutcomes = (sets: readonly SetOutcome[]): readonly RecordedOutcome[] =>
  sets.flatMap(({ policy_set_id, outcomes }) =>
    outcomes.map(({ policy_id, status, enforcement_level, introduction, old, output_count }) => ({
      policy: policy_id,
      policySet: policy_set_id,
      status,
      level: enforcement_level,
      introduction,
      old,
      count: output_count,
    })),
  );
