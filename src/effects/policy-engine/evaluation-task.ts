// An evaluation in progress, and its requests to the engine.
import { writtenNumber } from '../../lib/json/exact-json.ts';
import type { InputAnswer, PlanDigests, PolicyProblem, Verdict, WithProblems } from './answers.ts';
import { codeRequest } from './code-request.ts';
import type { HostRequest } from './engine-host.ts';
import type { EngineVersion, EvaluatedPolicy, EvaluateOptions, EvaluationInput } from './evaluation.ts';
import type { Lane } from './lanes.ts';
import { type PolicyCode, type PolicySource, referenceTo } from './policy-code.ts';
import type { EngineTimeouts } from './timeouts.ts';
import type { Waiting } from './turns.ts';

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

/** Evaluation in progress. */
export interface Task {
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
  digests?: PlanDigests;
  version?: EngineVersion;
}

export type CodeCompiler = (lane: Lane, code: PolicyCode) => Promise<PolicyProblem | undefined>;

/** Phase of an evaluation that processes one policy after another. */
export interface Step {
  readonly isOver: (task: Task) => boolean;
  readonly next: (task: Task, lane: Lane) => Promise<void>;
}

/**
 * Whether an evaluation exceeded a time limit of the short lane. If so, it is moved to the long lane, where the work is
 * repeated.
 */
export function isTruncated(task: Task, lane: Lane, { problems }: WithProblems): boolean {
  if (lane === task.place.long || !problems.some(({ code }) => code === 'timeout')) return false;
  task.isLong = true;
  return true;
}

export function verdictRequest({ input, options }: Task, { limits }: Lane, source: PolicySource): HostRequest<Verdict> {
  const { time, seed, showsRules: rules, examine, examineMasks } = options;
  const header = {
    op: 'evaluate',
    input: input.name,
    'timeout-ms': limits.soft,
    seed,
    rules,
    unknown: examine !== undefined,
    masked: examineMasks !== undefined,
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

interface DigestAnswer extends WithProblems, PlanDigests {}

/** Requests the digests of the plan. They are empty if the engine cannot compute them. */
export const digestRequest = ({ input }: Task, { limits }: Lane, digestKey: Buffer): HostRequest<DigestAnswer> => ({
  header: { op: 'digest-plan', input: input.name, 'digest-key': digestKey.toString('base64') },
  timeout: limits.load ?? limits.start,
  failed: (problem) => ({ plan: '', resources: null, problems: [problem] }),
  needs: [input.in(limits)],
});

interface InputRequest {
  readonly name: string;
  /** Size of the input in bytes. */
  readonly size: number;
  readonly in: (limits: EngineTimeouts) => HostRequest<InputAnswer>;
}

let inputs = 0;

export function inputRequest({ plan, run }: EvaluationInput): InputRequest {
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

export async function sourceOf(policy: EvaluatedPolicy | undefined): Promise<PolicySource> {
  if (policy === undefined) throw new RangeError('There is no such policy.');
  return typeof policy === 'function' ? await policy() : policy;
}

/** Returns a time in nanoseconds. A double cannot represent this number exactly, so its digits are written as text. */
const nanosecondsOf = (milliseconds: number): object => writtenNumber(`${milliseconds}000000`);

export function failedVerdict(problem: PolicyProblem): Verdict {
  return { status: 'errored', output: [], count: 0, problems: [problem], prints: [], 'duration-ms': 0 };
}
