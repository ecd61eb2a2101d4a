// Answers of the policy engine. policy-engine/engine/protocol.go uses the same names.

/** Problem of a policy, a query or an input, and its location. */
export interface PolicyProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly file?: string;
  readonly row?: number;
  readonly column?: number;
  /** Line of source code that the problem is in. */
  readonly text?: string;
  readonly hint?: string;
  /** Reference to something undefined, such as `data.config.names`. */
  readonly reference?: string;
}

export interface WithProblems {
  readonly problems: readonly PolicyProblem[];
}

/** Result of a check. The policy compiles if none of the problems is an error. */
export interface CheckAnswer extends WithProblems {
  /** Version of OPA. Null if the engine gave no answer. */
  readonly engine: string | null;
  readonly 'rego-version'?: 'v0' | 'v1';
  readonly packages: readonly string[];
  readonly rules: readonly string[];
  /** Entry points, sorted by rule. Present if the check was requested with `entries`. */
  readonly entries?: readonly RuleEntry[];
}

/** Document whose rule name says that it accepts or rejects plans, such as `data.main.deny`. */
export interface RuleEntry {
  /** Path of its package below `data`. */
  readonly package: string;
  /** Name without the package, such as `deny` for `data.main.deny.public`. */
  readonly name: string;
  readonly rule: string;
  /** Type of the value if it is not a verdict, such as `a boolean`. */
  readonly kind?: string;
  /** Query that turns the code, unchanged, into a verdict. Absent if there is no such query. */
  readonly query?: string;
  /** Whether other rules refer to it. */
  readonly 'is-used'?: boolean;
}

/** Data documents merged into one, as JSON. */
export interface DataAnswer extends WithProblems {
  readonly text: string;
}

export interface FormatAnswer extends WithProblems {
  /** Formatted source code of the modules that can be parsed. */
  readonly files: Readonly<Record<string, string>>;
}

/** Range of lines. */
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
  /** Expression of a failed test that was not true. */
  readonly failure?: TestFailure;
}

/** Variable or part of an expression, with its value in Rego syntax. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface TestFailure {
  readonly file: string;
  readonly row: number;
  readonly expression: string;
  /** Values of the expression's parts, in Rego syntax. */
  readonly values: readonly NamedValue[];
}

export interface TestAnswer extends WithProblems {
  readonly tests: readonly PolicyTest[];
  /** Lines of the policy that no test reached. */
  readonly coverage?: { readonly percent: number; readonly files: Readonly<Record<string, readonly Lines[]>> };
}

export interface InputAnswer extends WithProblems {
  /** The plan's own `format_version`, if it has one. */
  readonly 'format-version'?: string;
  /** Number of entries in the plan's `resource_changes`. Absent if the plan has no such list. */
  readonly 'resource-changes'?: number;
  /** Whether planning ended with an error. */
  readonly errored?: boolean;
  /** Whether some changes were deferred to a later plan. */
  readonly deferred?: boolean;
}

/** Rule of a policy, and whether its body was true at least once. */
interface RuleMatch {
  readonly name: string;
  readonly file: string;
  readonly row: number;
  readonly matched: boolean;
}

/**
 * Trace of a rule in an evaluation: how many times the rule was true, its first values, and the expression that stopped
 * it.
 */
export interface RuleTrace {
  readonly name: string;
  readonly file: string;
  readonly row: number;
  readonly count: number;
  readonly values: readonly (readonly NamedValue[])[];
  readonly stops: readonly TraceStop[];
}

/** Expression that was not true: how many times, and the values it had the first time. */
interface TraceStop {
  readonly row: number;
  readonly expression: string;
  readonly count: number;
  readonly values: readonly NamedValue[];
}

/** Metadata annotations of a policy. Texts that the annotations do not contain are empty. */
export interface PolicyMetadata {
  readonly title: string;
  readonly description: string;
  readonly severity: string;
  readonly remediation: string;
  readonly related_resources: readonly { readonly ref: string; readonly description: string }[];
}

/** Ranges of lines that evaluated to true, by file name. */
export type TrueLines = Readonly<Record<string, readonly Lines[]>>;

/** Verdict of a policy: passed if the result is empty, failed if it has members, or errored. */
export interface Verdict extends WithProblems {
  readonly status: 'passed' | 'failed' | 'errored';
  /** First members of the result, as many as fit into an answer. `count` is the number of all members. */
  readonly output: readonly unknown[];
  readonly count: number;
  readonly prints: readonly string[];
  readonly 'rego-version'?: 'v0' | 'v1';
  readonly 'duration-ms': number;
  /** Rules of the policy without its tests. Present if requested by `showsRules`. */
  readonly rules?: readonly RuleMatch[];
  /** Rule traces. Present if the policy was evaluated with `explain`. */
  readonly traces?: readonly RuleTrace[];
  /** Absent if the rules have no annotations. */
  readonly metadata?: PolicyMetadata;
  /** Lines that evaluated to true. Absent if they were not requested, or needed too much time or memory. */
  readonly 'true-lines'?: TrueLines;
}
