// Answers of the policy engine; policy-engine/engine/protocol.go has the same names.

/** Something that is wrong with a policy, a query or an input, and where. */
export interface PolicyProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly file?: string;
  readonly row?: number;
  readonly column?: number;
  /** The line of the source. */
  readonly text?: string;
  readonly hint?: string;
  /** The reference that nothing defines, such as `data.config.names`. */
  readonly reference?: string;
}

export interface WithProblems {
  readonly problems: readonly PolicyProblem[];
}

/** A policy compiles if there are no errors among the problems. */
export interface CheckAnswer extends WithProblems {
  /** The version of OPA; null where the engine gave no answer. */
  readonly engine: string | null;
  readonly 'rego-version'?: 'v0' | 'v1';
  readonly packages: readonly string[];
  readonly rules: readonly string[];
  /** Of a check with `entries`, sorted by their rules. */
  readonly entries?: readonly RuleEntry[];
}

/** A document that says by the name of its rules whether a plan is accepted, such as `data.main.deny`. */
export interface RuleEntry {
  /** The path of its package below `data`. */
  readonly package: string;
  /** Name after the package, such as `deny` for `data.main.deny.public`. */
  readonly name: string;
  readonly rule: string;
  /** Type of the value where that is no verdict, such as `a boolean`. */
  readonly kind?: string;
  /** Query that gives a verdict with the code as it is; absent where none is known. */
  readonly query?: string;
  /** True if other rules need it. */
  readonly 'is-used'?: boolean;
}

/** Data documents as one, in JSON. */
export interface DataAnswer extends WithProblems {
  readonly text: string;
}

export interface FormatAnswer extends WithProblems {
  /** The formatted sources of the modules that can be parsed. */
  readonly files: Readonly<Record<string, string>>;
}

/** A range of lines. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

export interface PolicyTest {
  readonly name: string;
  readonly file: string;
  readonly row: number;
  readonly status: 'passed' | 'failed' | 'errored' | 'skipped';
  readonly message?: string;
  readonly prints: readonly string[];
  readonly 'duration-ms': number;
  /** The expression that was not true, of a test that failed. */
  readonly failure?: TestFailure;
}

/** A variable or a part of an expression, and its value in the syntax of Rego. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface TestFailure {
  readonly file: string;
  readonly row: number;
  readonly expression: string;
  /** Of the parts of the expression, in the syntax of Rego. */
  readonly values: readonly NamedValue[];
}

export interface TestAnswer extends WithProblems {
  readonly tests: readonly PolicyTest[];
  /** Which lines of the policy no test reached. */
  readonly coverage?: { readonly percent: number; readonly files: Readonly<Record<string, readonly Lines[]>> };
}

export interface InputAnswer extends WithProblems {
  /** That of the plan, where it has one. */
  readonly 'format-version'?: string;
  /** Number that the plan lists; absent where it has no such list. */
  readonly 'resource-changes'?: number;
  /** True if planning ended with an error. */
  readonly errored?: boolean;
  /** True if changes of the plan wait for another one. */
  readonly deferred?: boolean;
}

/** A rule of a policy, and whether its body was true at least once. */
interface RuleMatch {
  readonly name: string;
  readonly file: string;
  readonly row: number;
  readonly matched: boolean;
}

/** Trace of a rule in an evaluation: number of times that it was true, the first of its values, and the expression that kept it from being true. */
export interface RuleTrace {
  readonly name: string;
  readonly file: string;
  readonly row: number;
  readonly count: number;
  readonly values: readonly (readonly NamedValue[])[];
  readonly stops: readonly TraceStop[];
}

/** An expression that was not true, how often, and the values in it of the first time. */
interface TraceStop {
  readonly row: number;
  readonly expression: string;
  readonly count: number;
  readonly values: readonly NamedValue[];
}

/** The annotations of the rules of a policy; texts are empty where they say nothing. */
export interface PolicyMetadata {
  readonly title: string;
  readonly description: string;
  readonly severity: string;
  readonly remediation: string;
  readonly related_resources: readonly { readonly ref: string; readonly description: string }[];
}

/** Lines that were true, by the names of files. */
export type TrueLines = Readonly<Record<string, readonly Lines[]>>;

/** The verdict of a policy: passed with an empty result, failed with its members, or errored. */
export interface Verdict extends WithProblems {
  readonly status: 'passed' | 'failed' | 'errored';
  /** The members of the result, as many of `count` as an answer takes. */
  readonly output: readonly unknown[];
  readonly count: number;
  readonly prints: readonly string[];
  readonly 'rego-version'?: 'v0' | 'v1';
  readonly 'duration-ms': number;
  /** Those of the policy, where the request has `showsRules`; tests are left out. */
  readonly rules?: readonly RuleMatch[];
  /** Those of a policy that is explained. */
  readonly traces?: readonly RuleTrace[];
  /** Absent where the rules are not annotated. */
  readonly metadata?: PolicyMetadata;
  /** Those of rules that were true, by files. Absent where they were not wanted, or took too much time or memory. */
  readonly 'true-lines'?: TrueLines;
}
