// Evaluates the policies of one input, one after the other, each when it is its turn.

import { Unavailable } from '../../lib/errors/unavailable.ts';
import { writtenNumber } from '../../lib/json/exact-json.ts';
import type { InputAnswer, PolicyProblem, Verdict, WithProblems } from './answers.ts';
import { codeRequest } from './code-request.ts';
import type { HostRequest } from './engine-host.ts';
import type { EngineVersion, EvaluatedPolicy, EvaluateOptions, Evaluation, EvaluationInput } from './evaluation.ts';
import type { Lane } from './lanes.ts';
import { digestOf, type PolicyCode, type PolicySource, referenceTo } from './policy-code.ts';
import type { Timeouts } from './timeouts.ts';
import type { Waiting } from './turns.ts';

/** Nobody wants the verdicts of an evaluation any more. */
export class Unwanted extends Error {}

/** Lanes and tenant of an evaluation. */
export interface Place {
  /** Takes what needs little: a turn there is short. What does not end in time is done again in the other one. */
  readonly short?: Lane | undefined;
  readonly long: Lane;
  readonly waiting: Waiting;
  /** True if the account has used its budget, so that its evaluations wait in the long lane. */
  readonly isOverBudget: () => boolean;
}

/** An evaluation that is under way. */
interface Task {
  readonly place: Place;
  readonly options: EvaluateOptions;
  readonly input: InputRequest;
  readonly policies: readonly EvaluatedPolicy[];
  readonly sourceAt: (index: number) => Promise<PolicySource>;
  readonly accepts: (input: InputAnswer) => readonly PolicyProblem[];
  readonly requireWanted: (verdicts: number) => Promise<void>;
  readonly compiled: CodeCompiler;
  readonly verdicts: Verdict[];
  isLong: boolean;
  /** Processor time in ms that was spent on it. */
  used: number;
  answer?: InputAnswer;
  version?: EngineVersion;
}

/** In bytes: more takes longer to read than a short turn is. */
const maxShortInput = 4 * 1_048_576;
/** In characters: more takes longer to compile. */
const maxShortCode = 262_144;

/** Throws `Unwanted` where `options.isWanted` says so between two policies. */
export async function evaluateAll(
  place: Place,
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

/** The lane of the next turn. An evaluation that needs much stays where all of these are. */
function laneOf(task: Task): Lane {
  const { short, long, isOverBudget } = task.place;
  if (short === undefined) return long;
  task.isLong ||= isOverBudget();
  return task.isLong ? long : short;
}

/** Part of an evaluation that is done policy by policy. */
interface Step {
  readonly isOver: (task: Task) => boolean;
  /** Works at the next policy. */
  readonly next: (task: Task, lane: Lane) => Promise<void>;
}

const verdictStep: Step = { isOver, next: evaluateNext };

/**
 * Works at the next policy; after an input that had to be loaded, as many as take as long as that, so that it is not loaded
 * for each of them where others have their turns between.
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

/** True if the task is still in a lane. */
const isIn = ({ isLong, place }: Task, lane: Lane): boolean => lane === place.long || !isLong;

/** True if a short turn was too short: then all of it is done again in a long one. */
function isCut(task: Task, lane: Lane, { problems }: WithProblems): boolean {
  if (lane === task.place.long || !problems.some(({ code }) => code === 'timeout')) return false;
  task.isLong = true;
  return true;
}

async function loadInput(task: Task, lane: Lane): Promise<void> {
  const { input, accepts } = task;
  if (lane.host.has({ input: input.name })) return;
  const loaded = await lane.host.request(input.in(lane.limits));
  if (isCut(task, lane, loaded)) return;
  // An input that cannot be read lacks everything: no problem says that again.
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
  if (!isCut(task, lane, verdict)) verdicts.push(verdict);
}

/** Adds the lines that were true to verdicts. It ends when its time is over, and at the first run that ends with an error. */
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
      if (run !== undefined && isCut(task, lane, run)) return;
      waiting.shift();
      const verdict = verdicts[index];
      if (run?.status === 'errored') waiting.length = 0;
      else if (run && verdict) verdicts[index] = { ...verdict, 'true-lines': run['true-lines'] ?? {} };
    },
  };
}

/** Time in ms after which a process is killed that does not end a run whose time is over. */
const maxOverrun = 1_000;

/** Evaluates a policy again; undefined where its code is gone. */
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

/** The request that loads an input. */
interface InputRequest {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly in: (limits: Timeouts) => HostRequest<InputAnswer>;
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

/** Reads the source of a policy, and meanwhile that of the next one, which need not wait for it then. */
function sourceReader(policies: readonly EvaluatedPolicy[]): (index: number) => Promise<PolicySource> {
  const kept = new Map<number, Promise<PolicySource>>();
  const read = (index: number): Promise<PolicySource> | undefined => {
    const policy = policies[index];
    if (policy === undefined) return undefined;
    const known = kept.get(index) ?? sourceOf(policy);
    // The caller that awaits it notices the failure.
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
 * Compiles code at its first policy, so that it takes nothing of that policy's time. Where that ended the process, each of
 * its policies has the same problem, and none tries it again in that lane.
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

/** Asks the process for its version, and starts it where there is none. Throws `Unavailable` where it does not answer. */
export const versionRequest = ({ start }: Pick<Timeouts, 'start'>): HostRequest<EngineVersion> => ({
  header: { op: 'version' },
  timeout: start,
  failed: ({ message }) => {
    throw new Unavailable(message);
  },
});

/** More digits than a double has. */
const nanosecondsOf = (milliseconds: number): object => writtenNumber(`${milliseconds}000000`);

function failedVerdict(problem: PolicyProblem): Verdict {
  return { status: 'errored', output: [], count: 0, problems: [problem], prints: [], 'duration-ms': 0 };
}

/** The verdict of a policy that no time is left for. */
const overVerdict = failedVerdict({
  code: 'timeout',
  severity: 'error',
  message: 'it was not evaluated, because the policies before it took too long together',
  hint: 'Evaluate fewer policies at once.',
});

const second = 1_000;

/** Looks at most once a second whether the evaluation is wanted. */
function wantedEachSecond({ isWanted }: EvaluateOptions): Task['requireWanted'] {
  let lookedAt = performance.now();
  return async (verdicts) => {
    if (isWanted === undefined || performance.now() - lookedAt < second) return;
    lookedAt = performance.now();
    if (!(await isWanted(verdicts))) throw new Unwanted();
  };
}
