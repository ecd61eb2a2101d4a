import { readPolicyEngineConfig } from '../../config.ts';
import { type EngineChoice, engineOfCommand } from '../../effects/policy-engine/engine-choice.ts';
import { newPolicyEngine, type PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { defaultTimeouts } from '../../effects/policy-engine/timeouts.ts';
import { durationIn } from '../../lib/text/durations.ts';
import { type Terminal, UsageError } from '../terminal/command.ts';

/** Time in milliseconds by which the engine may exceed a policy's time limit before its process is killed. */
const grace = defaultTimeouts.hard - defaultTimeouts.soft;
const maxTimeout = 10 * 60_000;

/** Policy engine that a command uses, and the reason for choosing it. */
export interface CommandEngine extends PolicyEngine {
  readonly choice: EngineChoice;
}

/** Starts a policy engine for one command. Each policy or test has a time limit. */
export async function engineFor(
  { environment, openEngine = newPolicyEngine, warn }: Terminal,
  timeout?: string,
): Promise<CommandEngine> {
  const { policyEngine: named, policyEngineMemory: memory } = readPolicyEngineConfig(environment);
  const soft = timeout === undefined ? defaultTimeouts.soft : durationIn(timeout);
  if (soft === undefined || soft < 1 || soft > maxTimeout) {
    throw new UsageError('--timeout must be a duration from 1ms to 10m, such as 10s.');
  }
  const hard = soft + grace;
  const choice = await engineOfCommand(named);
  if (choice.isUnexpected) warn(choice.reason);
  const timeouts = { soft, hard, tests: Math.max(defaultTimeouts.tests, hard) };
  return { ...openEngine({ ...choice.settings, memory, timeouts }), choice };
}
