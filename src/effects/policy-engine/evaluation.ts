// Types for the input and the result of an evaluation.
import type { InputAnswer, PlanDigests, Verdict } from './answers.ts';
import type { Document } from './frames.ts';
import type { PolicySource } from './policy-code.ts';

/**
 * Policy, or a function that reads its source when the policy is evaluated. With functions, the sources do not need to
 * be in memory at the same time.
 */
export type EvaluatedPolicy = PolicySource | (() => Promise<PolicySource>);

export type InputDocument = Document;

/** Input documents for policies, as JSON. */
export interface EvaluationInput {
  readonly plan: InputDocument;
  readonly run?: InputDocument;
}

/** Options of an evaluation. With the same `time` and `seed`, repeated evaluations have the same result. */
export interface EvaluateOptions {
  /** Current time as policies see it, in milliseconds since 1970. Defaults to the start of the evaluation. */
  readonly time?: number;
  /** Seed of the random numbers that policies use. Random by default. */
  readonly seed?: string;
  /** Whether verdicts list the policy's rules and whether each of them matched. */
  readonly showsRules?: boolean;
  readonly trueLines?: TrueLinesOptions;
  /**
   * Examines the values that are known only after apply. For this, policies are run again, with a total CPU time of at
   * most `maxWork` in ms. It does not count towards the `maxWork` of the verdicts.
   */
  readonly examine?: { readonly maxWork: number };
  /** Examines the masked values of a recorded input, as `examine` does with values known only after apply. */
  readonly examineMasks?: { readonly maxWork: number };
  /** Maximum CPU time of the whole evaluation, in ms. Defaults to `EngineTimeouts.evaluation`. */
  readonly maxWork?: number;
  /**
   * Returns whether the verdicts are still wanted. Called between two policies, at most once a second. `verdicts` is
   * the number of policies that have a verdict already.
   */
  readonly isWanted?: (verdicts: number) => Promise<boolean>;
  /** Key for the digests of the plan. Without a key, no digests are computed. */
  readonly digestKey?: Buffer;
  /** Called before the evaluation waits for the engine again. The evaluation continues when the promise resolves. */
  readonly pause?: () => Promise<void>;
}

/**
 * Value of the option `examine` in evaluations by a service and by the command `check`, and of `examineMasks` in
 * replays.
 */
export const examine = { maxWork: 20_000 };

/**
 * Selects the policies whose verdicts also contain the lines that evaluated to true. After all verdicts are complete,
 * each of these policies is evaluated again. This never changes the status or output of a verdict.
 */
export interface TrueLinesOptions {
  readonly statuses: readonly Verdict['status'][];
  /**
   * Maximum CPU time of all additional runs together, in ms. If a run exceeds this time or the memory limit, its
   * verdict gets no lines.
   */
  readonly maxWork: number;
}

/** Result of an evaluation: facts about the input and, if the input can be read, a verdict for each policy. */
export interface Evaluation {
  readonly input: InputAnswer;
  readonly verdicts: readonly Verdict[];
  readonly version: EngineVersion;
  /** Digests of the plan; absent if they were not requested, or if the engine could not compute them. */
  readonly digests?: PlanDigests;
}

/** Versions of OPA and Go. */
export interface EngineVersion {
  readonly opa: string;
  readonly go: string;
}
