// Evaluates policies against one input, one after another. Between two policies, other evaluations can use the same
// engine process.

import { Unavailable } from '../../lib/errors/unavailable.ts';
import { writtenNumber } from '../../lib/json/exact-json.ts';
import type { InputAnswer, PolicyProblem, Verdict, WithProblems } from './answers.ts';
import { codeRequest } from './code-request.ts';
import type { HostRequest } from './engine-host.ts';
import type { EngineVersion, EvaluatedPolicy, EvaluateOptions, Evaluation, EvaluationInput } from './evaluation.ts';
import type { Lane } from './lanes.ts';
import { digestOf, type PolicyCode, type PolicySource, referenceTo } from './policy-code.ts';
import type { EngineTimeouts } from './timeouts.ts';
import type { Waiting } from './turns.ts';

/** Thrown by an evaluation whose verdicts are no longer wanted. */
export class Unwanted extends Error {}

/** Lanes that an evaluation can use, and the tenant it belongs to. */
export interface EvaluationLane {
  /**
   * Lane for small evaluations, with low time limits. An evaluation that exceeds them is repeated in the long lane. If
   * this lane is absent, all evaluations use the long lane.
   */
  readonly short?: Lane | undefined;
  readonly long: Lane;
  readonly waiting: Waiting;
  /** Whether the account has used up its CPU time budget. If so, its evaluations use the long lane. */
  readonly isOverBudget: () => boolean;
}

interface Task {
  readonly place: EvaluationLane;
  readonly options: EvaluateOptions;
  readonly input: InputRequest;
  readonly policies: readonly EvaluatedPolicy[];
  readonly sourceAt: (index: number) => Promise<PolicySource>;
  readonly accepts: (input: InputAnswer) => readonly PolicyProblem[];
  readonly requireWanted: (verdicts: number) => Promise<void>;
  readonly compiled: CodeCompiler;
  readonly verdicts: Verdict[];
  isLong: boolean;
  /** CPU time in ms that was spent on the evaluation. */
  used: number;
  answer?: InputAnswer;
  version?: EngineVersion;
}

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
    options,
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
    const lines = trueLinesStep(task);
    while (!lines.isOver(task)) await takeNextTurn(task, lines);
  } finally {
    for (const lane of [place.short, place.long]) lane?.host.forget(request.name);
  }
  const { answer = { problems: [] }, version = unknownVersion, verdicts } = task;
  return { input: answer, verdicts, version };
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

/** Phase of an evaluation that processes one policy after another. */
interface Step {
  readonly isOver: (task: Task) => boolean;
  readonly next: (task: Task, lane: Lane) => Promise<void>;
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

/** Whether the evaluation still belongs in a lane. */
const isIn = ({ isLong, place }: Task, lane: Lane): boolean => lane === place.long || !isLong;

/**
 * Whether an evaluation exceeded a time limit of the short lane. If so, it is moved to the long lane, where the work is
 * repeated.
 */
function isTruncated(task: Task, lane: Lane, { problems }: WithProblems): boolean {
  if (lane === task.place.long || !problems.some(({ code }) => code === 'timeout')) return false;
  task.isLong = true;
  return true;
}

async function loadInput(task: Task, lane: Lane): Promise<void> {
  const { input, accepts } = task;
  if (lane.host.has({ input: input.name })) return;
  const loaded = await lane.host.request(input.in(lane.limits));
  if (isTruncated(task, lane, loaded)) return;
  // If the input cannot be read, only its own problems are reported: `accepts` would just report everything as missing.
  task.answer ??= loaded.problems.length > 0 ? loaded : { ...loaded, problems: accepts(loaded) };
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
  if (!isTruncated(task, lane, verdict)) verdicts.push(verdict);
}

/**
 * Phase that adds the lines that evaluated to true to the verdicts. It ends when its time is used up, or when an
 * additional run ends with an error.
 */
function trueLinesStep({ verdicts, used: usedBefore, options: { trueLines } }: Task): Step {
  const { statuses = [], maxWork = 0 } = trueLines ?? {};
  const waiting = [...verdicts.entries()].flatMap(([index, { status }]) => (statuses.includes(status) ? [index] : []));
  const left = ({ used }: Task): number => maxWork - (used - usedBefore);
  return {
    isOver: (task) => waiting.length === 0 || left(task) <= 0,
    next: async (task, lane) => {
      await task.requireWanted(verdicts.length);
      const [index = 0] = waiting;
      const run = await trueLinesRun(task, lane, { index, left: left(task) });
      if (run !== undefined && isTruncated(task, lane, run)) return;
      waiting.shift();
      const verdict = verdicts[index];
      if (run?.status === 'errored') waiting.length = 0;
      else if (run && verdict) verdicts[index] = { ...verdict, 'true-lines': run['true-lines'] ?? {} };
    },
  };
}

/** Time in ms between the limit at which a run should end itself and the limit at which its process is killed. */
const maxOverrun = 1_000;

/**
 * Evaluates a policy again to find the lines that evaluated to true. Returns undefined if its code has been deleted.
 */
async function trueLinesRun(
  task: Task,
  lane: Lane,
  { index, left }: { readonly index: number; readonly left: number },
): Promise<Verdict | undefined> {
  const source = await sourceOf(task.policies[index]).catch(() => undefined);
  if (source === undefined) return undefined;
  const request = verdictRequest(task, lane, { ...source, warnings: false });
  const soft = Math.max(1, Math.round(Math.min(lane.limits.soft, left)));
  const header = { ...request.header, rules: false, 'true-lines': true, 'timeout-ms': soft };
  return lane.host.request({ ...request, header, timeout: Math.min(lane.limits.hard, soft + maxOverrun) });
}

function verdictRequest({ input, options }: Task, { limits }: Lane, source: PolicySource): HostRequest<Verdict> {
  const { time, seed, showsRules: rules } = options;
  const header = {
    op: 'evaluate',
    input: input.name,
    'timeout-ms': limits.soft,
    seed,
    rules,
    ...referenceTo(source),
    ...(time !== undefined && { 'time-ns': nanosecondsOf(time) }),
  };
  return {
    header,
    timeout: limits.hard,
    failed: failedVerdict,
    needs: [input.in(limits), codeRequest(source.code, limits)],
  };
}

interface InputRequest {
  readonly name: string;
  /** Size of the input in bytes. */
  readonly size: number;
  readonly in: (limits: EngineTimeouts) => HostRequest<InputAnswer>;
}

let inputs = 0;

function inputRequest({ plan, run }: EvaluationInput): InputRequest {
  inputs += 1;
  const name = `input-${inputs}`;
  const parts = [{ key: 'plan', document: plan }, ...(run === undefined ? [] : [{ key: 'run', document: run }])];
  const documents = parts.map(({ document }) => document);
  const sizes = parts.map(({ key, document }) => ({ key, size: document.length }));
  return {
    name,
    size: documents.reduce((sum, { length }) => sum + length, 0),
    in: ({ start, load = start }) => ({
      header: { op: 'load-input', input: name, parts: sizes },
      documents,
      timeout: load,
      failed: (problem) => ({ problems: [problem] }),
      loads: { input: name },
    }),
  };
}

async function sourceOf(policy: EvaluatedPolicy | undefined): Promise<PolicySource> {
  if (policy === undefined) throw new RangeError('There is no such policy.');
  return typeof policy === 'function' ? await policy() : policy;
}

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

type CodeCompiler = (lane: Lane, code: PolicyCode) => Promise<PolicyProblem | undefined>;

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

/** Returns a time in nanoseconds. A double cannot represent this number exactly, so its digits are written as text. */
const nanosecondsOf = (milliseconds: number): object => writtenNumber(`${milliseconds}000000`);

function failedVerdict(problem: PolicyProblem): Verdict {
  return { status: 'errored', output: [], count: 0, problems: [problem], prints: [], 'duration-ms': 0 };
}

/** Verdict of a policy that was not evaluated, because the time of the evaluation was used up. */
const overVerdict = failedVerdict({
  code: 'timeout',
  severity: 'error',
  message: 'the policy was not evaluated, because the earlier policies used up the time of the evaluation',
  hint: 'Evaluate fewer policies in one evaluation.',
});

const second = 1_000;

/** Checks at most once a second whether the evaluation is still wanted. */
function wantedEachSecond({ isWanted }: EvaluateOptions): Task['requireWanted'] {
  let lookedAt = performance.now();
  return async (verdicts) => {
    if (isWanted === undefined || performance.now() - lookedAt < second) return;
    lookedAt = performance.now();
    if (!(await isWanted(verdicts))) throw new Unwanted();
  };
}
