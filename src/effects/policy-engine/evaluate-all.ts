// Evaluates policies against one input, one after another. Between two policies, other evaluations can use the same
// engine process.
import { randomUUID } from 'node:crypto';
import { Unavailable } from '../../lib/errors/unavailable.ts';
import type { PolicyProblem, Verdict } from './answers.ts';
import { codeRequest } from './code-request.ts';
import type { HostRequest } from './engine-host.ts';
import type { EngineVersion, EvaluatedPolicy, EvaluateOptions, Evaluation, EvaluationInput } from './evaluation.ts';
import {
  type CodeCompiler,
  digestRequest,
  type EvaluationLane,
  failedVerdict,
  inputRequest,
  isTruncated,
  type Step,
  sourceOf,
  type Task,
  verdictRequest,
} from './evaluation-task.ts';
import { examineMasksStep, examineStep, identifyStep, oldStep, trueLinesStep } from './further-runs.ts';
import type { Lane } from './lanes.ts';
import { digestOf, type PolicyCode, type PolicySource } from './policy-code.ts';
import type { EngineTimeouts } from './timeouts.ts';

/** Thrown by an evaluation whose verdicts are no longer wanted. */
export class Unwanted extends Error {}

/** Maximum input size in bytes for the short lane. Reading a larger input takes longer than this lane allows. */
const maxShortInput = 4 * 1_048_576;
/** Maximum code size in characters for the short lane. Compiling more code takes longer than this lane allows. */
const maxShortCode = 262_144;

/** Evaluates all policies. Throws `Unwanted` if the callback `options.isWanted` returns false. */
export async function evaluateAll(
  place: EvaluationLane,
  input: EvaluationInput,
  policies: readonly EvaluatedPolicy[],
  { accepts = () => [], ...options }: EvaluateOptions & Partial<Pick<Task, 'accepts'>>,
): Promise<Evaluation> {
  const request = inputRequest(input);
  const task: Task = {
    place,
    // Further runs of a policy have the same time and seed as its evaluation.
    options: { time: Date.now(), seed: randomUUID(), ...options },
    input: request,
    policies,
    sourceAt: sourceReader(policies),
    accepts,
    requireWanted: wantedEachSecond(options),
    compiled: codeCompiler(),
    verdicts: [],
    isLong: request.size > maxShortInput,
    used: 0,
  };
  try {
    await takeTurn(task, verdictStep);
    while (!isOver(task)) await takeNextTurn(task, verdictStep);
    for (const further of [oldStep, identifyStep, trueLinesStep, examineStep, examineMasksStep]) {
      const step = further(task);
      while (!step.isOver(task)) await takeNextTurn(task, step);
    }
  } finally {
    for (const lane of [place.short, place.long]) lane?.host.forget(request.name);
  }
  const { answer = { problems: [] }, version = unknownVersion, verdicts, digests } = task;
  return { input: answer, verdicts, version, ...(digests && { digests }) };
}

const unknownVersion: EngineVersion = { opa: '', go: '' };

function isOver({ answer, verdicts, policies }: Task): boolean {
  return answer !== undefined && (answer.problems.length > 0 || verdicts.length === policies.length);
}

/** Returns the lane in which the evaluation continues. An evaluation that was moved to the long lane stays there. */
function laneOf(task: Task): Lane {
  const { short, long, isOverBudget } = task.place;
  if (short === undefined) return long;
  task.isLong ||= isOverBudget();
  return task.isLong ? long : short;
}

const verdictStep: Step = { isOver, next: evaluateNext };

/**
 * Waits until the lane is free and processes the next policy. If the input had to be loaded first, further policies
 * follow until they have taken as much time as loading. Otherwise, other evaluations could displace the input after
 * each policy, and it would be loaded again every time.
 */
async function takeTurn(task: Task, step: Step): Promise<void> {
  const lane = laneOf(task);
  await lane.turns(task.place.waiting, async () => {
    const { host } = lane;
    const start = host.worked();
    const usedBefore = task.used;
    const spent = (): number => {
      const milliseconds = host.worked() - start;
      task.used = usedBefore + milliseconds;
      return milliseconds;
    };
    task.version ??= await host.request(versionRequest(lane.limits));
    await loadInput(task, lane);
    const loading = spent();
    while (!step.isOver(task) && isIn(task, lane)) {
      await step.next(task, lane);
      if (spent() - loading >= loading) break;
    }
  });
}

async function takeNextTurn(task: Task, step: Step): Promise<void> {
  await task.options.pause?.();
  await takeTurn(task, step);
}

/**
 * Whether an evaluation may still use a lane. False for the short lane after the evaluation was moved to the long lane.
 */
const isIn = ({ isLong, place }: Task, lane: Lane): boolean => lane === place.long || !isLong;

async function loadInput(task: Task, lane: Lane): Promise<void> {
  const { input, accepts } = task;
  if (lane.host.has({ input: input.name })) return;
  const loaded = await lane.host.request(input.in(lane.limits));
  if (isTruncated(task, lane, loaded)) return;
  // If the input cannot be read, only the reading errors are reported, because `accepts` would report every part of the
  // input as missing.
  task.answer ??= loaded.problems.length > 0 ? loaded : { ...loaded, problems: accepts(loaded) };
  await digestPlan(task, lane);
}

/**
 * Computes the digests of a plan while the plan is loaded. If this fails, the evaluation has verdicts but no digests.
 */
async function digestPlan(task: Task, lane: Lane): Promise<void> {
  const { digestKey } = task.options;
  if (digestKey === undefined || task.digests !== undefined || task.answer?.problems.length !== 0) return;
  const { problems, ...digests } = await lane.host.request(digestRequest(task, lane, digestKey));
  if (isTruncated(task, lane, { problems }) || problems.length > 0) return;
  task.digests = digests;
}

async function evaluateNext(task: Task, lane: Lane): Promise<void> {
  const { verdicts, policies, options } = task;
  await task.requireWanted(verdicts.length);
  if (task.used >= (options.maxWork ?? lane.limits.evaluation)) {
    while (verdicts.length < policies.length) verdicts.push(overVerdict);
    return;
  }
  const source = await task.sourceAt(verdicts.length);
  task.isLong ||= sizeOf(source.code) > maxShortCode;
  if (!isIn(task, lane)) return;
  const fault = await task.compiled(lane, source.code);
  const verdict =
    fault === undefined ? await lane.host.request(verdictRequest(task, lane, source)) : failedVerdict(fault);
  if (isTruncated(task, lane, verdict)) return;
  verdicts.push(withWanted(verdict, source));
}

/**
 * Adds empty lists for the ages and the identities of the findings if the policy failed and its options ask for them.
 * The lists are filled after all verdicts are complete.
 */
const withWanted = (verdict: Verdict, { findsOld = false, identifies = false }: PolicySource): Verdict =>
  verdict.status !== 'failed'
    ? verdict
    : { ...verdict, ...(findsOld && { findings: [] }), ...(identifies && { identities: [] }) };

/** Returns a function that reads the source of a policy and already starts to read the source of the next policy. */
function sourceReader(policies: readonly EvaluatedPolicy[]): (index: number) => Promise<PolicySource> {
  const kept = new Map<number, Promise<PolicySource>>();
  const read = (index: number): Promise<PolicySource> | undefined => {
    const policy = policies[index];
    if (policy === undefined) return undefined;
    const known = kept.get(index) ?? sourceOf(policy);
    // This handler only prevents an unhandled rejection. The caller that awaits the source gets the error.
    known.catch(() => undefined);
    kept.set(index, known);
    return known;
  };
  return async (index) => {
    for (const each of kept.keys()) if (each < index) kept.delete(each);
    const source = await read(index);
    if (source === undefined) throw new RangeError(`There is no policy ${index}.`);
    void read(index + 1);
    return source;
  };
}

const sizes = new WeakMap<PolicyCode, number>();

function sizeOf(code: PolicyCode): number {
  const known = sizes.get(code);
  if (known !== undefined) return known;
  const size = Object.values(code.modules).reduce((sum, { length }) => sum + length, 0);
  sizes.set(code, size);
  return size;
}

/**
 * Compiles code before its first policy is evaluated, so that compilation does not use up the time of that policy. If
 * compilation ended the process, all policies with this code get the same problem, and the code is not compiled in that
 * lane again.
 */
function codeCompiler(): CodeCompiler {
  const problems = new Map<Lane, Map<string, PolicyProblem | undefined>>();
  return async (lane, code) => {
    const known = problems.get(lane) ?? new Map<string, PolicyProblem | undefined>();
    problems.set(lane, known);
    const digest = digestOf(code);
    if (!known.has(digest)) {
      const answer = await lane.host.request<{ readonly fault?: PolicyProblem }>({
        header: { op: 'compile', code: digest },
        timeout: lane.limits.hard,
        failed: (fault) => ({ fault }),
        needs: [codeRequest(code, lane.limits)],
      });
      known.set(digest, answer.fault);
    }
    return known.get(digest);
  };
}

/**
 * Requests the engine's version, which also starts the process. Throws `Unavailable` if the process does not answer.
 */
export const versionRequest = ({ start }: Pick<EngineTimeouts, 'start'>): HostRequest<EngineVersion> => ({
  header: { op: 'version' },
  timeout: start,
  failed: ({ message }) => {
    throw new Unavailable(message);
  },
});

/** Verdict of a policy that was not evaluated, because the time of the evaluation was used up. */
const overVerdict = failedVerdict({
  code: 'timeout',
  severity: 'error',
  message: 'the policy was not evaluated, because the earlier policies used up the time of the evaluation',
  hint: 'Evaluate fewer policies in one evaluation.',
});

const second = 1_000;

/**
 * Returns a function that checks, at most once a second, whether the evaluation is still wanted. The function throws
 * `Unwanted` if it is not.
 */
function wantedEachSecond({ isWanted }: EvaluateOptions): Task['requireWanted'] {
  let lookedAt = performance.now();
  return async (verdicts) => {
    if (isWanted === undefined || performance.now() - lookedAt < second) return;
    lookedAt = performance.now();
    if (!(await isWanted(verdicts))) throw new Unwanted();
  };
}
