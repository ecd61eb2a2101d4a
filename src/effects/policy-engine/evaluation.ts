// Input and result of an evaluation.
import type { InputAnswer, Verdict } from './answers.ts';
import type { Document } from './frames.ts';
import type { PolicySource } from './policy-code.ts';

/** A policy, or what reads its sources when it is its turn: those of all policies would be too much at once. */
export type EvaluatedPolicy = PolicySource | (() => Promise<PolicySource>);

export type InputDocument = Document;

/** Input of policies, as JSON. */
export interface EvaluationInput {
  readonly plan: InputDocument;
  readonly run?: InputDocument;
}

/** Seed and time that make an evaluation repeatable, and further output of it. */
export interface EvaluateOptions {
  /** The time that policies see, in milliseconds; by default that of the clock. */
  readonly time?: number;
  /** Seed of the policies' random numbers; random by default. */
  readonly seed?: string;
  /** True if verdicts list the rules of the policy, and which of them matched. */
  readonly showsRules?: boolean;
  readonly trueLines?: TrueLinesOptions;
  /** Maximum processor time in ms of the whole evaluation; by default `evaluation` of the timeouts. */
  readonly maxWork?: number;
  /**
   * True while the verdicts are still wanted: called between policies, once a second at most, with the number of verdicts
   * that are there.
   */
  readonly isWanted?: (verdicts: number) => Promise<boolean>;
  /** Called between two turns at the engine: the next one begins when it resolves. */
  readonly pause?: () => Promise<void>;
}

/** Verdicts that get the lines that were true, each by another run after all verdicts are there; that run changes none of them. */
export interface TrueLinesOptions {
  readonly statuses: readonly Verdict['status'][];
  /** Maximum processor time in ms of these runs together. What takes more, or more memory than there is, has no lines. */
  readonly maxWork: number;
}

/** Result of an evaluation: the form of the input, and, where it can be read, a verdict for each policy. */
export interface Evaluation {
  readonly input: InputAnswer;
  readonly verdicts: readonly Verdict[];
  readonly version: EngineVersion;
}

/** That of OPA, and of the language that it is written in. */
export interface EngineVersion {
  readonly opa: string;
  readonly go: string;
}
