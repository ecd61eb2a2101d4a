/** When the work of the policy engine ends, in milliseconds of processor time, or of time that passes where that cannot be read. */
export interface Timeouts {
  /** When the engine ends the evaluation of a policy, or a test. */
  readonly soft: number;
  /** When the process is killed, because it did not. */
  readonly hard: number;
  /** When the process is killed that checks or formats code; by default `hard`. */
  readonly check?: number;
  /** When the process is killed that runs a policy's tests. */
  readonly tests: number;
  /** When a process is killed that does not start. */
  readonly start: number;
  /** When a process is killed that does not finish reading an input or code; by default `start`. */
  readonly load?: number;
  /** When no further policy is evaluated with one input, where an evaluation has no limit of its own. */
  readonly evaluation: number;
  /** When a process is stopped that nobody needs (time that passes). */
  readonly idle: number;
}

export const defaultTimeouts: Timeouts = {
  soft: 5_000,
  hard: 15_000,
  tests: 60_000,
  start: 60_000,
  evaluation: 120_000,
  idle: 60_000,
};

/** Those of a service, where others wait for checks and tests. */
export const serviceTimeouts = { check: 10_000, tests: 20_000 } as const;

/** Those of a turn where others wait that need little: what does not end in time is done again where it has the usual ones. */
export const shortTimeouts = { soft: 250, hard: 1_500, load: 1_500 } as const;
