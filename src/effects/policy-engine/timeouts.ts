/**
 * Time limits for the policy engine in ms. They limit the CPU time, or the elapsed time if the CPU time cannot be read.
 */
export interface EngineTimeouts {
  /** Limit at which the engine itself ends the evaluation of a policy or a test. */
  readonly soft: number;
  /** Limit at which the process is killed if the engine did not end the evaluation of a policy. */
  readonly hard: number;
  /** Limit at which the process is killed while it checks or formats code. Defaults to `hard`. */
  readonly check?: number;
  /** Limit at which the process is killed while it runs the tests of a policy. */
  readonly tests: number;
  /** Limit at which the process is killed if it has not finished starting. */
  readonly start: number;
  /** Limit at which the process is killed while it reads an input or code. Defaults to `start`. */
  readonly load?: number;
  /**
   * Limit for a whole evaluation, unless the evaluation sets its own limit. When it is reached, no further policy is
   * evaluated.
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

/** Lower time limits for a service, where other users wait while code is checked or tested. */
export const serviceTimeouts = { check: 10_000, tests: 20_000 } as const;

/**
 * Time limits for the short lane. An evaluation that exceeds them is repeated in the long lane with the usual limits.
 */
export const shortTimeouts = { soft: 250, hard: 1_500, load: 1_500 } as const;
