/** Limits for the policy engine, in ms of CPU time, or of elapsed time if the CPU time cannot be read. */
export interface EngineTimeouts {
  /** Limit at which the engine itself ends a policy's evaluation or a test. */
  readonly soft: number;
  /** Limit at which the process is killed if the engine did not end the evaluation. */
  readonly hard: number;
  /** Limit at which a process is killed while it checks or formats code. Defaults to `hard`. */
  readonly check?: number;
  /** Limit at which a process is killed while it runs a policy's tests. */
  readonly tests: number;
  /** Limit at which a process is killed if it has not started. */
  readonly start: number;
  /** Limit at which a process is killed while it reads an input or code. Defaults to `start`. */
  readonly load?: number;
  /**
   * Limit after which no further policy is evaluated against the same input, unless the evaluation has its own limit.
   */
  readonly evaluation: number;
  /** Elapsed time after which an idle process is stopped. */
  readonly idle: number;
}

export const defaultTimeouts: EngineTimeouts = {
  soft: 5_000,
  hard: 15_000,
  tests: 60_000,
  start: 60_000,
  evaluation: 120_000,
  idle: 60_000,
};

/** Additional timeouts of a service, where other users wait for checks and tests. */
export const serviceTimeouts = { check: 10_000, tests: 20_000 } as const;

/**
 * Timeouts of turns in the short lane. An evaluation that exceeds them is repeated in the long lane with the usual
 * timeouts.
 */
export const shortTimeouts = { soft: 250, hard: 1_500, load: 1_500 } as const;
