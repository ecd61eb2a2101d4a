// To start the policy engine takes longer than most of what tests ask it, so the worlds and commands of a process share
// one.
import {
  newPolicyEngine,
  type OpenPolicyEngine,
  type PolicyEngine,
  type PolicyEngineOptions,
} from '../../src/effects/policy-engine/policy-engine.ts';
import { Unavailable } from '../../src/lib/unavailable.ts';

/** An engine, and how many have it now. */
interface Shared {
  readonly engine: PolicyEngine;
  borrowers: number;
}

const sharedEngines = new Map<string, Shared>();

/** The next test of the process mostly borrows it at once. */
const lingers = 500;

const borrow = (options: PolicyEngineOptions): Shared => {
  const key = JSON.stringify(options);
  const shared = sharedEngines.get(key) ?? { engine: newPolicyEngine(options), borrowers: 0 };
  sharedEngines.set(key, shared);
  shared.borrowers += 1;
  return shared;
};

const close = async (shared: Shared): Promise<void> => {
  for (const [key, each] of sharedEngines) if (each === shared) sharedEngines.delete(key);
  await shared.engine[Symbol.asyncDispose]();
};

const closeUnlessBorrowed = (shared: Shared): void => {
  if (shared.borrowers === 0) void close(shared);
};

/** As if the engine were the borrower's own; but somebody else may have started its process. */
export const lendEngine: OpenPolicyEngine = (options) => {
  let borrowed: Shared | undefined;
  let calls = 0;
  let isClosed = false;
  const call = async <T>(work: (engine: PolicyEngine) => Promise<T>): Promise<T> => {
    if (isClosed) throw new Unavailable('the policy engine is stopped');
    borrowed ??= borrow(options);
    calls += 1;
    try {
      return await work(borrowed.engine);
    } finally {
      calls -= 1;
    }
  };
  return {
    version: () => call((engine) => engine.version()),
    check: (...values) => call((engine) => engine.check(...values)),
    format: (...values) => call((engine) => engine.format(...values)),
    test: (...values) => call((engine) => engine.test(...values)),
    evaluate: (...values) => call((engine) => engine.evaluate(...values)),
    pid: () => borrowed?.engine.pid(),
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      if (borrowed === undefined) return;
      borrowed.borrowers -= 1;
      // What is under way ends with its borrower.
      if (calls > 0) await close(borrowed);
      else setTimeout(closeUnlessBorrowed, lingers, borrowed);
    },
  };
};
