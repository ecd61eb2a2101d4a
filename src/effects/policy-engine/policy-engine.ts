// The policy engine as the rest of the service knows it: one process, started at the first need and stopped when idle.
import { limiter } from '../../lib/limiter.ts';
import { Unavailable } from '../../lib/unavailable.ts';
import type { CheckAnswer, FormatAnswer, InputAnswer, PolicyProblem, TestAnswer, Verdict } from './answers.ts';
import type { Host } from './engine-host.ts';
import type { EngineSettings } from './engine-process.ts';
import { evaluateAll, versionRequest } from './evaluate-all.ts';
import type { Document } from './frames.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';
import { newTurns } from './turns.ts';

/** Sources in Rego, by the names of their files. */
export type Modules = Readonly<Record<string, string>>;

export interface PolicySource {
  readonly query: string;
  readonly modules: Modules;
  /** Whether its verdict names the members of the input that no plan has. */
  readonly warnings?: boolean;
}

/** A policy, or what reads its sources when it is its turn: those of all policies would be too much at once. */
export type EvaluatedPolicy = PolicySource | (() => Promise<PolicySource>);

export type InputDocument = Document;

/** A document of the input, under the key that policies know it by; without one it is the whole input. */
export interface InputPart {
  readonly key?: string;
  readonly document: InputDocument;
}

export interface TestOptions {
  readonly coverage?: boolean;
  /** A regular expression that selects tests by their full names. */
  readonly filter?: string;
}

/** What makes an evaluation give the same again, and what else it shows. */
export interface EvaluateOptions {
  /** The time that policies see, in milliseconds; by default that of the clock. */
  readonly time?: number;
  /** Where policies' random numbers come from; by default from chance. */
  readonly seed?: string;
  /** Whether verdicts list the rules of the policy, and which of them matched. */
  readonly showsRules?: boolean;
  /** How long the process may work at all of it, in milliseconds of processor time; by default `evaluation` of the timeouts. */
  readonly maxWork?: number;
  /** Whether the verdicts are still wanted: called between policies, once a second at most. */
  readonly isWanted?: () => Promise<boolean>;
}

/** What an evaluation gives: what the input is, and, where it can be read, a verdict for each policy. */
export interface Evaluation {
  readonly input: InputAnswer;
  readonly verdicts: readonly Verdict[];
  readonly version: EngineVersion;
}

/** That of OPA, and of the language that it is written in. */
export interface EngineVersion {
  readonly opa: string;
  readonly go: string;
}

/**
 * Calls wait for each other; one that finds too many waiting throws `Busy`. Evaluations wait for those before them and for one
 * other call; how long other calls wait for an evaluation, `Turns` says.
 */
export interface PolicyEngine extends AsyncDisposable {
  readonly version: () => Promise<EngineVersion>;
  readonly check: (policy: PolicySource) => Promise<CheckAnswer>;
  readonly format: (modules: Modules) => Promise<FormatAnswer>;
  readonly test: (modules: Modules, options?: TestOptions) => Promise<TestAnswer>;
  /** Evaluates policies with an input that `accepts` finds nothing wrong with. */
  readonly evaluate: (
    parts: readonly InputPart[],
    policies: readonly EvaluatedPolicy[],
    accepts?: (input: InputAnswer) => readonly PolicyProblem[],
    options?: EvaluateOptions,
  ) => Promise<Evaluation>;
  /** The identifier of the process that runs, if one does. */
  readonly pid: () => number | undefined;
}

export interface PolicyEngineOptions extends EngineSettings {
  readonly timeouts?: Partial<Timeouts>;
  /** How many evaluations may wait, and how many other calls. */
  readonly maxWaiting?: number;
}

/** Opens an engine; its process starts at the first need. */
export type OpenPolicyEngine = (options: PolicyEngineOptions) => PolicyEngine;

const defaultMaxWaiting = 50;

export function newPolicyEngine({
  timeouts,
  maxWaiting = defaultMaxWaiting,
  ...settings
}: PolicyEngineOptions): PolicyEngine {
  const limits = { ...defaultTimeouts, ...timeouts };
  // Each has its own, so that other calls, however many, have no evaluation refused.
  const [admitted, admittedEvaluation] = [limiter(1 + maxWaiting, 0), limiter(1 + maxWaiting, 0)];
  const turns = newTurns();
  let started: Host | undefined;
  let isClosed = false;

  const request: Host['request'] = async (wanted) => {
    // Loaded at the first need: most services evaluate nothing for hours.
    const { newHost } = await import('./engine-host.ts');
    if (isClosed) throw new Unavailable('the policy engine is stopped');
    started ??= newHost(settings, limits);
    try {
      return await started.request(wanted);
    } finally {
      started.rest();
    }
  };
  const pid = () => started?.pid();
  const simple = <Answer>(header: object, timeout: number, failed: (problem: PolicyProblem) => Answer) =>
    admitted(() => turns.other(() => request<Answer>({ header, timeout, failed })));
  const host: Pick<Host, 'request' | 'pid'> = { request: (wanted) => turns.step(() => request(wanted)), pid };
  const checkTimeout = limits.check ?? limits.hard;

  return {
    version: () => admitted(() => turns.other(() => request(versionRequest(limits)))),
    check: (policy) => simple({ op: 'check', ...policy }, checkTimeout, failedCheck),
    format: (modules) =>
      simple({ op: 'format', modules }, checkTimeout, (problem) => ({ files: {}, problems: [problem] })),
    test: (modules, options = {}) =>
      simple({ op: 'test', modules, 'timeout-ms': limits.soft, ...options }, limits.tests, failedTest),
    evaluate: (parts, policies, accepts = () => [], options = {}) =>
      admittedEvaluation(() =>
        turns.evaluation(() => evaluateAll({ host, limits, options }, parts, policies, accepts)),
      ),
    pid,
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      await started?.close();
    },
  };
}

const failedCheck = (problem: PolicyProblem): CheckAnswer => ({
  engine: null,
  problems: [problem],
  packages: [],
  rules: [],
});
const failedTest = (problem: PolicyProblem): TestAnswer => ({ problems: [problem], tests: [] });
