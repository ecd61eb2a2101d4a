import type { EngineTimeouts } from '../../src/effects/policy-engine/timeouts.ts';

const never = 60 * 60_000;

/** Policy engine timeouts that no test reaches, however slow the machine is. */
export const longTimeouts = {
  soft: never,
  hard: never,
  check: never,
  tests: never,
  evaluation: never,
  start: never,
} as const satisfies Partial<EngineTimeouts>;
