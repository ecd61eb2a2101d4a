// Public interface of the policy engine. Its processes start with the first request and stop when idle.
import { type SpanAttributes, traced } from '../../kernel/trace.ts';
import { newSemaphore, semaphoreByKey } from '../../lib/concurrency/semaphore.ts';
import type { CheckAnswer, DataAnswer, FormatAnswer, InputAnswer, PolicyProblem, TestAnswer } from './answers.ts';
import { codeRequest } from './code-request.ts';
import { type EngineHistory, summed } from './engine-history.ts';
import type { Host, HostRequest } from './engine-host.ts';
import type { EngineSettings } from './engine-process.ts';
import { evaluateAll, versionRequest } from './evaluate-all.ts';
import type { EngineVersion, EvaluatedPolicy, EvaluateOptions, Evaluation, EvaluationInput } from './evaluation.ts';
import type { EvaluationLane } from './evaluation-task.ts';
import { newLane } from './lanes.ts';
import {
  type EngineDataDocument,
  type Modules,
  type PolicyCode,
  type PolicyParameters,
  type PolicySource,
  referenceTo,
} from './policy-code.ts';
import { defaultTimeouts, type EngineTimeouts } from './timeouts.ts';
import { budget, type Tenant, type Waiting } from './turns.ts';
import { newUsage } from './usage.ts';

export interface TestOptions {
  readonly coverage?: boolean;
  /** Regular expression that selects tests by their full names. */
  readonly filter?: string;
  /** Values of `input.parameters` by key, for tests that do not set them. */
  readonly parameters?: PolicyParameters;
}

/** Caller on whose behalf the engine works. */
export interface Client {
  readonly tenant: Tenant;
  /** Cancels the caller's requests. Waiting requests end immediately. Running requests end before their next step. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether the evaluations are background work, which waits while users wait for other requests. With this option,
   * requests never throw `Busy`.
   */
  readonly canWait?: boolean;
}

/**
 * Policy engine that distributes its time among accounts. A request throws `Busy` if too many other requests are
 * waiting. A service has three processes, each started with its first request. One is for small evaluations, one for
 * larger evaluations, and one with the lowest priority for everything else. So evaluations never wait for code checks,
 * and small evaluations never wait for larger ones.
 */
export interface PolicyEngine extends AsyncDisposable {
  readonly version: () => Promise<EngineVersion>;
  readonly check: (policy: PolicySource) => Promise<CheckAnswer>;
  readonly format: (modules: Modules) => Promise<FormatAnswer>;
  readonly mergeData: (documents: readonly EngineDataDocument[]) => Promise<DataAnswer>;
  readonly test: (code: PolicyCode, options?: TestOptions) => Promise<TestAnswer>;
  /**
   * Evaluates policies against an input. `accepts` returns the problems of the input. If it returns any, no policy is
   * evaluated.
   */
  readonly evaluate: (
    input: EvaluationInput,
    policies: readonly EvaluatedPolicy[],
    accepts?: (input: InputAnswer) => readonly PolicyProblem[],
    options?: EvaluateOptions,
  ) => Promise<Evaluation>;
  /** Returns this engine for use by a certain caller. The caller's signal is added to the engine's own signal. */
  readonly for: (client: Partial<Client>) => PolicyEngine;
  /**
   * CPU time in ms that the account's evaluations used in the last ten minutes. For a client with `canWait`, it is the
   * time that the account's background work used.
   */
  readonly usedBy: (account: string) => number;
  /** Process ID of one running process, or undefined if none is running. */
  readonly pid: () => number | undefined;
  readonly figures: () => EngineFigures;
}

/** Figures about the engine's processes, for metrics. */
export interface EngineFigures extends EngineHistory {
  readonly pids: readonly number[];
  /** CPU time in ms that all processes spent on requests. */
  readonly worked: number;
}

export interface PolicyEngineOptions extends EngineSettings {
  readonly timeouts?: Partial<EngineTimeouts>;
  /**
   * Timeouts of small evaluations. If absent, the engine has a single process for all requests, which suffices for a
   * single user.
   */
  readonly shortTimeouts?: Partial<EngineTimeouts>;
  /** Maximum number of waiting evaluations. The same maximum applies separately to all other waiting requests. */
  readonly maxWaiting?: number;
}

/** Opens an engine. Its processes start with the first request. */
export type OpenPolicyEngine = (options: PolicyEngineOptions) => PolicyEngine;

const defaultMaxWaiting = 50;

/** Number of concurrent requests that are reserved for callers without an account. Evaluations are not counted. */
const reservedCalls = 10;

/**
 * Maximum number of waiting and running requests of one account, not counting evaluations. This is enough for the code
 * editors of a few users.
 */
const maxOfAccount = 5;

const tooManyOfAccount = `You have ${maxOfAccount} code checks in progress, which is the maximum for one account. Try again when one of them is complete.`;

export function newPolicyEngine(options: PolicyEngineOptions): PolicyEngine {
  const { maxWaiting = defaultMaxWaiting } = options;
  const lanes = newLanes(options);
  // Evaluations have a separate limit, so that other requests never cause an evaluation to be refused.
  const calls = { count: 1 + maxWaiting, maxWaiting: 0 };
  const admittedEvaluation = newSemaphore(calls).run;
  // An engine for a single user reserves no requests.
  const reserved = options.shortTimeouts === undefined ? 0 : reservedCalls;
  const admitted = newSemaphore({ ...calls, reserved }).runOfKey;
  const ofAccount = semaphoreByKey({ count: maxOfAccount, maxWaiting: 0, refusal: tooManyOfAccount });
  const all = [...new Set([lanes.short, lanes.long, lanes.background])].filter((lane) => lane !== undefined);

  const engineFor = (client: Client): PolicyEngine => {
    const { tenant, signal, canWait = false } = client;
    const waiting: Waiting = { tenant, signal };
    const isSomebody = tenant !== nobody;
    const simple = <Answer>(wanted: HostRequest<Answer>): Promise<Answer> => {
      const { turns, host } = lanes.background;
      const call = () => turns(waiting, () => host.request(wanted));
      // A background job makes one request at a time, and its requests are not limited. If the engine could refuse them
      // because of other requests by the same account, the account could block the job for everybody.
      if (canWait) return call();
      const admittedCall = () => admitted(tenant.account, call);
      return isSomebody ? ofAccount(tenant.account, admittedCall) : admittedCall();
    };
    const place: EvaluationLane = canWait
      ? { long: lanes.background, waiting, isOverBudget: () => false }
      : { short: lanes.short, long: lanes.long, waiting, isOverBudget: () => lanes.usage.of(tenant.account) >= budget };
    const { limits } = lanes.background;
    return {
      version: () => admitted(tenant.account, () => lanes.version(waiting)),
      check: (policy) => simple(checkRequest(policy, limits)),
      format: (modules) => simple(formatRequest(modules, limits)),
      mergeData: (documents) => simple(dataRequest(documents, limits)),
      test: (code, testOptions = {}) => simple(testRequest(code, testOptions, limits)),
      evaluate: (input, policies, accepts, evaluateOptions = {}) =>
        traced('evaluate policies', { attributes: countsOf(input, policies) }, () =>
          admittedEvaluation(() =>
            evaluateAll(place, input, policies, { ...evaluateOptions, ...(accepts && { accepts }) }),
          ),
        ),
      for: ({ signal: other, ...more }) => engineFor({ ...client, ...more, signal: anyOf(signal, other) }),
      usedBy: (canWait ? lanes.backgroundUsage : lanes.usage).ofTenMinutes,
      pid: () => all.map(({ host }) => host.pid()).find((pid) => pid !== undefined),
      figures: () => figuresOf(all.map(({ host }) => host)),
      [Symbol.asyncDispose]: async () => void (await Promise.all(all.map(({ host }) => host.close()))),
    };
  };
  return engineFor({ tenant: nobody });
}

const countsOf = ({ plan }: EvaluationInput, policies: readonly EvaluatedPolicy[]): SpanAttributes => ({
  'tipstaff.plan.bytes': plan.length,
  'tipstaff.policies': policies.length,
});

const figuresOf = (hosts: readonly Host[]): EngineFigures => ({
  ...summed(hosts.map((host) => host.history())),
  pids: hosts.map((host) => host.pid()).filter((pid) => pid !== undefined),
  worked: hosts.reduce((sum, host) => sum + host.worked(), 0),
});

/** Tenant for requests without an account, which come from a CLI command or from the service itself. */
const nobody: Tenant = { account: '', organization: '' };

const anyOf = (one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined =>
  one === undefined || other === undefined ? (one ?? other) : AbortSignal.any([one, other]);

function newLanes({ timeouts, shortTimeouts, maxWaiting: _none, ...settings }: PolicyEngineOptions) {
  const limits = { ...defaultTimeouts, ...timeouts };
  const usage = newUsage();
  const short = shortTimeouts && newLane(settings, { ...limits, ...shortTimeouts }, usage);
  const long = newLane(short ? { ...settings, priority: 'low' } : settings, limits, usage);
  // Background work does not count as usage of the lanes for evaluations.
  const backgroundUsage = short ? newUsage() : usage;
  const background = short ? newLane({ ...settings, priority: 'lowest' }, limits, backgroundUsage) : long;
  const { turns, host } = short ?? long;
  let version: EngineVersion | undefined;
  return {
    short,
    long,
    background,
    usage,
    backgroundUsage,
    version: async (waiting: Waiting): Promise<EngineVersion> => {
      version ??= await turns(waiting, () => host.request(versionRequest(limits)));
      return version;
    },
  };
}

const checkRequest = (policy: PolicySource, limits: EngineTimeouts): HostRequest<CheckAnswer> => ({
  header: { op: 'check', ...referenceTo(policy) },
  timeout: limits.check ?? limits.hard,
  failed: failedCheck,
  needs: [codeRequest(policy.code, limits)],
});

const formatRequest = (modules: Modules, limits: EngineTimeouts): HostRequest<FormatAnswer> => ({
  header: { op: 'format', modules },
  timeout: limits.check ?? limits.hard,
  failed: (problem) => ({ files: {}, problems: [problem] }),
});

const dataRequest = (data: readonly EngineDataDocument[], limits: EngineTimeouts): HostRequest<DataAnswer> => ({
  header: { op: 'merge-data', data },
  timeout: limits.check ?? limits.hard,
  failed: (problem) => ({ text: '', problems: [problem] }),
});

const testRequest = (
  { modules, data }: PolicyCode,
  options: TestOptions,
  limits: EngineTimeouts,
): HostRequest<TestAnswer> => ({
  header: { op: 'test', modules, data, 'timeout-ms': limits.soft, ...options },
  timeout: limits.tests,
  failed: failedTest,
});

const failedCheck = (problem: PolicyProblem): CheckAnswer => ({
  engine: null,
  problems: [problem],
  packages: [],
  rules: [],
});
const failedTest = (problem: PolicyProblem): TestAnswer => ({ problems: [problem], tests: [] });
