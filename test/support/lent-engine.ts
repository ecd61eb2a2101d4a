// Shares one policy engine between the tests of a process, because starting an engine takes longer than most tests. The
// engine is the native program if this machine has it, because WebAssembly needs five times the processor time. Tests
// about the engine itself select WebAssembly with TIPSTAFF_POLICY_ENGINE.

import { afterAllTests } from '../../scripts/test/guard.ts';
import type { OpenContext } from '../../src/context.ts';
import { engineOptions, policyEngine } from '../../src/domains/policies/services.ts';
import { webAssembly } from '../../src/effects/policy-engine/engine-choice.ts';
import { noHistory } from '../../src/effects/policy-engine/engine-history.ts';
import type { EvaluateOptions } from '../../src/effects/policy-engine/evaluation.ts';
import {
  newPolicyEngine,
  type OpenPolicyEngine,
  type PolicyEngine,
  type PolicyEngineOptions,
} from '../../src/effects/policy-engine/policy-engine.ts';
import { defaultTimeouts, type EngineTimeouts } from '../../src/effects/policy-engine/timeouts.ts';
import { processEnvironment } from '../../src/environment.ts';
import { Unavailable } from '../../src/lib/errors/unavailable.ts';
import { longTimeouts } from './engine-timeouts.ts';

/** Path of the native policy engine that tests use; undefined if this machine has none. */
export const engineProgram: string | undefined =
  processEnvironment.TIPSTAFF_POLICY_ENGINE ?? (processEnvironment.TEST_ENGINE_PROGRAM || undefined);

const sharedEngines = new Map<string, PolicyEngine>();

/**
 * Returns the engine's timeouts. Timeouts that a test sets are kept. Default timeouts are replaced, because they would
 * make results depend on the machine's speed.
 */
const timeoutsOf = ({ timeouts }: PolicyEngineOptions): Partial<EngineTimeouts> | undefined =>
  [undefined, defaultTimeouts.soft].includes(timeouts?.soft) ? longTimeouts : timeouts;

const borrow = (wanted: PolicyEngineOptions): PolicyEngine => {
  const options = { ...wanted, timeouts: { ...timeoutsOf(wanted) } };
  const key = JSON.stringify(options);
  const shared = sharedEngines.get(key) ?? newPolicyEngine(options);
  sharedEngines.set(key, shared);
  return shared;
};

const close = async (shared: PolicyEngine): Promise<void> => {
  for (const [key, each] of sharedEngines) if (each === shared) sharedEngines.delete(key);
  await shared[Symbol.asyncDispose]();
};

afterAllTests(() => Promise.all([...sharedEngines.values()].map(close)));

/** Removes the time limit from the options of an evaluation, unless the test has set timeouts. */
const unlimited = (wanted: PolicyEngineOptions, options: EvaluateOptions = {}): EvaluateOptions =>
  timeoutsOf(wanted) === longTimeouts ? { ...options, maxWork: longTimeouts.evaluation } : options;

/** Makes a context use the shared engine, unless its configuration selects another engine. */
export const borrowEngine = (context: OpenContext): void => {
  const isUsual =
    context.config.policyEngine === undefined && engineProgram !== undefined && engineProgram !== webAssembly;
  const usual = isUsual ? { program: engineProgram, isConfined: process.platform === 'linux' } : {};
  policyEngine.provide(context, context.use(lendEngine({ ...usual, ...engineOptions(context) })));
};

/**
 * Opens a handle to the shared engine for one test environment. The engine's process may already be running for another
 * environment.
 */
export const lendEngine: OpenPolicyEngine = (options) => {
  let borrowed: PolicyEngine | undefined;
  let calls = 0;
  let isClosed = false;
  const call = async <T>(work: (engine: PolicyEngine) => Promise<T>): Promise<T> => {
    if (isClosed) throw new Unavailable('the policy engine is stopped');
    borrowed ??= borrow(options);
    calls += 1;
    try {
      return await work(borrowed);
    } finally {
      calls -= 1;
    }
  };
  const lend = (client: Parameters<PolicyEngine['for']>[0]): PolicyEngine => ({
    version: () => call((engine) => engine.for(client).version()),
    check: (...values) => call((engine) => engine.for(client).check(...values)),
    format: (...values) => call((engine) => engine.for(client).format(...values)),
    mergeData: (...values) => call((engine) => engine.for(client).mergeData(...values)),
    test: (...values) => call((engine) => engine.for(client).test(...values)),
    evaluate: (input, policies, accepts, values) =>
      call((engine) => engine.for(client).evaluate(input, policies, accepts, unlimited(options, values))),
    usedBy: (account) => borrowed?.for(client).usedBy(account) ?? 0,
    for: (more) => lend({ ...client, ...more }),
    pid: () => borrowed?.pid(),
    figures: () => borrowed?.figures() ?? { ...noHistory, pids: [], worked: 0 },
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      // Disposing of the handle also ends its pending calls.
      if (borrowed !== undefined && calls > 0) await close(borrowed);
    },
  });
  return lend({});
};
