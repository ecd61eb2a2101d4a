// Input and result of an evaluation.
import type { InputAnswer, Verdict } from './answers.ts';
import type { Document } from './frames.ts';
import type { PolicySource } from './policy-code.ts';

/**
 * Policy, or a function that reads its source when the policy is evaluated. All sources together could need too much
 * memory.
 */
export type EvaluatedPolicy = PolicySource | (() => Promise<PolicySource>);

export type InputDocument = Document;

/** Input of policies, as JSON. */
export interface EvaluationInput {
  readonly plan: InputDocument;
  readonly run?: InputDocument;
}

/** Options of an evaluation: seed and time (which make it repeatable), limits, and additional output. */
export interface EvaluateOptions {
  /** Time that policies see, in milliseconds since 1970. By default the current time. */
  readonly time?: number;
  /** Seed of the policies' random numbers. Random by default. */
  readonly seed?: string;
  /** Whether verdicts list the policy's rules and whether each of them matched. */
  readonly showsRules?: boolean;
  readonly trueLines?: TrueLinesOptions;
  /** Maximum CPU time in ms of the whole evaluation. Defaults to the `evaluation` timeout. */
  readonly maxWork?: number;
  /**
   * Returns whether the verdicts are still wanted. Called between policies, at most once a second, with the number of
   * verdicts so far.
   */
  readonly isWanted?: (verdicts: number) => Promise<boolean>;
  /** Called between two turns. The next turn starts when the promise resolves. */
  readonly pause?: () => Promise<void>;
}

/**
 * Selects the verdicts that get the lines that evaluated to true. Each of these policies is evaluated again after all
 * verdicts are complete, without changing any verdict.
 */
export interface TrueLinesOptions {
  readonly statuses: readonly Verdict['status'][];
  /**
   * Maximum CPU time in ms of all these runs together. A verdict whose run exceeds this time or the memory has no
   * lines.
   */
  readonly maxWork: number;
}

/** Result of an evaluation: facts about the input and, if the input can be read, a verdict for each policy. */
export interface Evaluation {
  readonly input: InputAnswer;
  readonly verdicts: readonly Verdict[];
  readonly version: EngineVersion;
}

/** Version of OPA, and version of Go. */
export interface EngineVersion {
  readonly opa: string;
  readonly go: string;
}
