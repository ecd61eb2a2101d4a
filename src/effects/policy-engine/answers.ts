// Answers of the policy engine. The field names must match policy-engine/engine/protocol.go.

/** Problem in a policy, a query or an input, with its location. */
export interface PolicyProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly file?: string;
  readonly row?: number;
  readonly column?: number;
  /** Source code line that contains the problem. */
  readonly text?: string;
  readonly hint?: string;
  /** Undefined reference that caused the problem, such as `data.config.names`. */
  readonly reference?: string;
}

export interface WithProblems {
  readonly problems: readonly PolicyProblem[];
}

/** Result of a code check. The policy compiles unless a problem has the severity `error`. */
export interface CheckAnswer extends WithProblems {
  /** Version of OPA. Null if the engine gave no answer. */
  readonly engine: string | null;
  readonly 'rego-version'?: 'v0' | 'v1';
  readonly packages: readonly string[];
  readonly rules: readonly string[];
  /** Entry points, sorted by rule. Present if the check was requested with the option `entries`. */
  readonly entries?: readonly RuleEntry[];
  /** Parameters that the policy reads or declares, sorted by key. Absent if there are none. */
  readonly parameters?: readonly ParameterUse[];
  /**
   * Members of the plan or of the run that the policy reads and that make all its findings new, such as
   * `configuration`. An empty string means that the policy reads the whole plan with `walk`. Absent if findings of the
   * policy can be old.
   */
  readonly 'never-old'?: readonly string[];
}

/** Entry point of the code: a rule such as `data.main.deny`, whose name indicates that it accepts or rejects plans. */
export interface RuleEntry {
  /** Path of the Rego package below `data`. */
  readonly package: string;
  /** First part of the rule's name, such as `deny` for `data.main.deny.public`. */
  readonly name: string;
  readonly rule: string;
  /** Type of the rule's value, such as `a boolean`. Absent if the value can be used as a verdict. */
  readonly kind?: string;
  /** Query that produces a verdict from the code without changing the code. Absent if no such query exists. */
  readonly query?: string;
  /** Whether other rules refer to this rule. */
  readonly 'is-used'?: boolean;
}

/** Result of merging data documents. `text` is one JSON document. */
export interface DataAnswer extends WithProblems {
  readonly text: string;
}

export interface FormatAnswer extends WithProblems {
  /** Formatted source code by file name. Files that cannot be parsed are absent. */
  readonly files: Readonly<Record<string, string>>;
}

/** Range of line numbers, both inclusive. The first line of a file has number 1. */
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
  /** Expression that was not true in a failed test. */
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
  /** Values of the variables and subexpressions, in Rego syntax. */
  readonly values: readonly NamedValue[];
}

export interface TestAnswer extends WithProblems {
  readonly tests: readonly PolicyTest[];
  /** Coverage of the policy by its tests, in percent. `files` contains the lines that no test reached. */
  readonly coverage?: { readonly percent: number; readonly files: Readonly<Record<string, readonly Lines[]>> };
}

export interface InputAnswer extends WithProblems {
  /** Value of `format_version` in the plan. Absent if the plan has none. */
  readonly 'format-version'?: string;
  /** Number of entries in the plan's `resource_changes`. Absent if the plan has no such list. */
  readonly 'resource-changes'?: number;
  /** Whether planning ended with an error. */
  readonly errored?: boolean;
  /** Whether some changes were deferred to a later plan. */
  readonly deferred?: boolean;
}

/**
 * Keyed digests in base64, with which a plan can be compared with another plan. `plan` has 16 bytes. `resources` has 16
 * bytes for each resource change: eight for the address and eight for the change, sorted. It is null if the plan has
 * more than 10,000 resource changes.
 */
export interface PlanDigests {
  readonly plan: string;
  readonly resources: string | null;
}

/** Rule of a policy. `matched` says whether its body was true at least once. */
interface RuleMatch {
  readonly name: string;
  readonly file: string;
  readonly row: number;
  readonly matched: boolean;
}

/**
 * Trace of a rule during an evaluation: how many times the rule was true, its first values, and the expression at which
 * it stopped.
 */
export interface RuleTrace {
  readonly name: string;
  readonly file: string;
  readonly row: number;
  readonly count: number;
  readonly values: readonly (readonly NamedValue[])[];
  readonly stops: readonly TraceStop[];
}

/**
 * Expression at which a rule stopped, because the expression was not true. Contains the number of evaluations in which
 * it was not true, and the values of its subexpressions in the first of them.
 */
interface TraceStop {
  readonly row: number;
  readonly expression: string;
  readonly count: number;
  readonly values: readonly NamedValue[];
}

/** Metadata annotations of a policy. A text that the annotations do not contain is an empty string. */
export interface PolicyMetadata {
  readonly title: string;
  readonly description: string;
  readonly severity: string;
  readonly remediation: string;
  readonly related_resources: readonly { readonly ref: string; readonly description: string }[];
}

/** Ranges of lines that evaluated to true. The keys are file names. */
export type TrueLines = Readonly<Record<string, readonly Lines[]>>;

/**
 * Verdict of a policy. `passed` means that the result is empty, `failed` that it has members, and `errored` that the
 * evaluation failed.
 */
export interface Verdict extends WithProblems {
  readonly status: 'passed' | 'failed' | 'errored';
  /** First members of the result, limited by the maximum size of an answer. `count` is the number of all members. */
  readonly output: readonly unknown[];
  readonly count: number;
  readonly prints: readonly string[];
  readonly 'rego-version'?: 'v0' | 'v1';
  readonly 'duration-ms': number;
  /** Rules of the policy, without the rules of its tests. Present if the option `showsRules` was set. */
  readonly rules?: readonly RuleMatch[];
  /** Rule traces. Present if the option `explain` was set. */
  readonly traces?: readonly RuleTrace[];
  /** Metadata annotations. Absent if the rules have no annotations. */
  readonly metadata?: PolicyMetadata;
  /**
   * Lines that evaluated to true. Absent if the lines were not requested, or if finding them needed too much time or
   * memory.
   */
  readonly 'true-lines'?: TrueLines;
  /**
   * Identifier of the evaluation result. It is needed to request the examination of values known only after apply.
   * Present until then, if the result may depend on such values.
   */
  readonly result?: string;
  /**
   * Unknown values on which the verdict depends. Absent if the policy cannot read any unknown value of the plan, or if
   * the option `examine` was not set.
   */
  readonly unknown?: UnknownValues;
  /**
   * Identifier of the evaluation result. It is needed to request the examination of the masked values of a
   * recorded input. Present until then, if the result may depend on masked values.
   */
  readonly 'masked-result'?: string;
  /**
   * Masked values of a recorded input on which the verdict depends. Absent if the policy reads no member of the input
   * that contains masked values, or if the option `examineMasks` was not set.
   */
  readonly masked?: UnknownValues;
  /**
   * Whether each finding is old or new: `findings[i]` belongs to the finding `output[i]`. A finding without an entry is
   * new. Present if the policy failed and its option `findsOld` was set.
   */
  readonly findings?: readonly FindingAge[];
  /**
   * Identity of each finding: `identities[i]` belongs to the finding `output[i]`. Present if the policy failed and its
   * option `identifies` was set.
   */
  readonly identities?: readonly FindingIdentity[];
}

/**
 * Whether a finding of a failed policy is old or new. An old finding already existed before the plan and is not caused
 * by the plan. Every other finding is new.
 */
export type FindingAge = { readonly old: true } | ({ readonly old: false } & NewFinding);

export interface NewFinding {
  /** Reason why the finding does not count as old. */
  readonly reason: NewReason;
  /**
   * Names that belong to the reason. For example, the reason `changed` has the attributes that the plan changes and the
   * policy reads, and the reason `reads` has the other members of the plan that the policy reads.
   */
  readonly names: readonly string[];
  /** Whether the policy would report the same finding for a plan that changes nothing. */
  readonly 'same-before': boolean;
}

export const newReasons = [
  'changed',
  'created',
  'deleted',
  'depends-on-change',
  'deposed',
  'forgotten',
  'imported',
  'no-address',
  'no-prior-state',
  'not-before',
  'not-evaluated',
  'not-managed',
  'not-moved',
  'reads',
  'replaced',
  'several-addresses',
] as const;

export type NewReason = (typeof newReasons)[number];

/**
 * Digest that identifies a finding in later plans, or the reason why the finding has none. Findings with the same digest
 * have the same content and are about the same resource, for which the plan has the same actions and the same values of
 * all attributes that the policy may read. The digest is written in hexadecimal digits.
 */
export type FindingIdentity = { readonly digest: string } | { readonly reason: UnidentifiedReason };

/**
 * Reason why a finding has no identity:
 *
 * - `no-address`: it contains no address of a resource in the plan.
 * - `several-addresses`: it contains more than one address, or an address that can also mean another resource.
 * - `deposed`: the plan deletes a deposed object of the resource.
 * - `not-managed`: it is about a data source.
 * - `not-evaluated`: the engine did not determine the identity, for example because the time was used up.
 */
export type UnidentifiedReason = 'no-address' | 'several-addresses' | 'deposed' | 'not-managed' | 'not-evaluated';

/** Attribute on which a verdict depends and whose value is known only after apply or masked in a recorded input. */
export interface UnknownAttribute {
  /**
   * Address of a resource, or `output.` and the name of an output. For a masked value outside resources, its path in the
   * plan, such as `variables.token.value`.
   */
  readonly address: string;
  /** Path such as `ingress[0].cidr_blocks`. Empty if the whole value is unknown. */
  readonly attribute: string;
  /**
   * `decides` if the result differs once the attribute has a value, `one-of` if one of several such attributes decides,
   * and `looks-at` if an expression that was not true read the attribute.
   */
  readonly how: 'decides' | 'one-of' | 'looks-at';
  /**
   * Whether an expression in the configuration sets the attribute. False if the provider or a dynamic block sets it.
   */
  readonly written: boolean;
  /** First reference in the attribute's expression, such as `aws_kms_key.k.key_id`. */
  readonly from?: string;
}

/** Values known only after apply, or masked values, on which a verdict depends. */
export interface UnknownValues {
  /** First attributes, up to the maximum number in an answer. `count` is the number of all attributes. */
  readonly 'depends-on': readonly UnknownAttribute[];
  readonly count: number;
  /** Whether all unknown values that the policy may read were examined. */
  readonly 'is-complete': boolean;
}

export interface ExamineAnswer extends UnknownValues, WithProblems {
  /** Number of attributes that were examined. */
  readonly examined: number;
}

/** Parameter that a policy reads or declares. The key is empty if the policy uses the parameters as a whole. */
export interface ParameterUse {
  readonly key: string;
  /** Type that an annotation of the policy declares. */
  readonly type?: ParameterType;
  readonly 'is-read'?: boolean;
  /** Whether the policy has no verdict if the parameter is not set. */
  readonly 'is-needed'?: boolean;
}

export type ParameterType = 'string' | 'number' | 'boolean' | 'array' | 'object';
