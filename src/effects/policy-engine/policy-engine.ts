// The policy engine as the rest of the service knows it: one process, started at the first need and stopped when idle.
import { writtenNumber } from '../../lib/exact-json.ts';
import { limiter } from '../../lib/limiter.ts';
import { Unavailable } from '../../lib/unavailable.ts';
import type { CheckAnswer, FormatAnswer, InputAnswer, PolicyProblem, TestAnswer, Verdict } from './answers.ts';
import type { Host, HostRequest } from './engine-host.ts';
import type { EngineSettings } from './engine-process.ts';
import type { Document } from './frames.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';

/** Sources in Rego, by the names of their files. */
export type Modules = Readonly<Record<string, string>>;

export interface PolicySource {
  readonly query: string;
  readonly modules: Modules;
  /** Whether its verdict names the members of the input that no plan has. */
  readonly warnings?: boolean;
}

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
}

/** What an evaluation gives: what the input is, and, where it can be read, a verdict for each policy. */
export interface Evaluation {
  readonly input: InputAnswer;
  readonly verdicts: readonly Verdict[];
}

/** Calls wait for each other; one that finds too many waiting throws `Busy`. */
export interface PolicyEngine extends AsyncDisposable {
  readonly version: () => Promise<{ readonly opa: string; readonly go: string }>;
  readonly check: (policy: PolicySource) => Promise<CheckAnswer>;
  readonly format: (modules: Modules) => Promise<FormatAnswer>;
  readonly test: (modules: Modules, options?: TestOptions) => Promise<TestAnswer>;
  /** Evaluates policies with an input that `accepts` finds nothing wrong with. */
  readonly evaluate: (
    parts: readonly InputPart[],
    policies: readonly PolicySource[],
    accepts?: (input: InputAnswer) => readonly PolicyProblem[],
    options?: EvaluateOptions,
  ) => Promise<Evaluation>;
  /** The identifier of the process that runs, if one does. */
  readonly pid: () => number | undefined;
}

export interface PolicyEngineOptions extends EngineSettings {
  readonly timeouts?: Partial<Timeouts>;
  /** How many calls may wait. */
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
  const alone = limiter(1, maxWaiting);
  let started: Host | undefined;
  let isClosed = false;

  // Loaded at the first need: most services evaluate nothing for hours.
  const start = async (): Promise<Host> => {
    const { newHost } = await import('./engine-host.ts');
    if (isClosed) throw new Unavailable('the policy engine is stopped');
    return newHost(settings, limits);
  };
  const exclusively = <T>(work: (host: Host) => Promise<T>): Promise<T> =>
    alone(async () => {
      started ??= await start();
      try {
        return await work(started);
      } finally {
        started.rest();
      }
    });
  const simple = <Answer>(header: object, timeout: number, failed: (problem: PolicyProblem) => Answer) =>
    exclusively((host) => host.request<Answer>({ header, timeout, failed }));

  return {
    version: () =>
      simple({ op: 'version' }, limits.start, ({ message }) => {
        throw new Error(message);
      }),
    check: (policy) => simple({ op: 'check', ...policy }, limits.hard, failedCheck),
    format: (modules) =>
      simple({ op: 'format', modules }, limits.hard, (problem) => ({ files: {}, problems: [problem] })),
    test: (modules, options = {}) =>
      simple({ op: 'test', modules, 'timeout-ms': limits.soft, ...options }, limits.tests, failedTest),
    evaluate: (parts, policies, accepts = () => [], options = {}) =>
      exclusively((host) => evaluateAll({ host, limits, options }, parts, policies, accepts)),
    pid: () => started?.pid(),
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
const failedVerdict = (problem: PolicyProblem): Verdict => ({
  status: 'errored',
  output: [],
  count: 0,
  problems: [problem],
  prints: [],
  'duration-ms': 0,
});

async function evaluateAll(
  { host, limits, options }: { readonly host: Host; readonly limits: Timeouts; readonly options: EvaluateOptions },
  parts: readonly InputPart[],
  policies: readonly PolicySource[],
  accepts: (input: InputAnswer) => readonly PolicyProblem[],
): Promise<Evaluation> {
  const load: HostRequest<InputAnswer> = {
    header: {
      op: 'load-input',
      input: inputName,
      parts: parts.map(({ key, document }) => ({ key, size: document.length })),
    },
    documents: parts.map(({ document }) => document),
    timeout: limits.start,
    failed: (problem) => ({ problems: [problem] }),
  };
  const loaded = await host.request(load);
  const input = { ...loaded, problems: [...loaded.problems, ...accepts(loaded)] };
  if (input.problems.length > 0) return { input, verdicts: [] };
  const verdicts: Verdict[] = [];
  const { time, seed, showsRules: rules } = options;
  const shared = { op: 'evaluate', input: inputName, 'timeout-ms': limits.soft, seed, rules };
  for (const policy of policies) {
    const header = { ...shared, ...policy, ...(time !== undefined && { 'time-ns': nanosecondsOf(time) }) };
    verdicts.push(await host.request({ header, timeout: limits.hard, failed: failedVerdict, input: load }));
  }
  return { input, verdicts };
}

/** More digits than a double has. */
const nanosecondsOf = (milliseconds: number): object => writtenNumber(`${milliseconds}000000`);

/** One input at a time is loaded. */
const inputName = 'input';
