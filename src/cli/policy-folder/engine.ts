import { readPolicyEngineConfig } from '../../config.ts';
import { newPolicyEngine, type PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { defaultTimeouts } from '../../effects/policy-engine/timeouts.ts';
import { durationIn } from '../../lib/durations.ts';
import { type Terminal, UsageError } from '../command.ts';

/** Between the deadline of a policy and the end of an engine that does not notice it, in milliseconds. */
const grace = defaultTimeouts.hard - defaultTimeouts.soft;
const maxTimeout = 10 * 60_000;

/** An engine for one command; a policy, or a test, has a time to finish. */
export function engineFor({ environment, openEngine = newPolicyEngine }: Terminal, timeout?: string): PolicyEngine {
  const { policyEngine: program, policyEngineMemory: memory } = readPolicyEngineConfig(environment);
  const soft = timeout === undefined ? defaultTimeouts.soft : durationIn(timeout);
  if (soft === undefined || soft < 1 || soft > maxTimeout) {
    throw new UsageError('--timeout must be a duration from 1ms to 10m, such as 10s.');
  }
  const hard = soft + grace;
  return openEngine({ program, memory, timeouts: { soft, hard, tests: Math.max(defaultTimeouts.tests, hard) } });
}
