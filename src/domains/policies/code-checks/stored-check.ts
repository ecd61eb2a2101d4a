// Result of the check of the code and tests of a policy, stored with the policy.
import type { PolicyProblem, PolicyTest } from '../../../effects/policy-engine/answers.ts';
import type { FileLines } from '../../../effects/policy-engine/lines.ts';
import type { Kind } from '../kind.ts';
import { type CheckedSource, isBroken, isError, passes, type TestedSource } from './check-source.ts';

/** A policy as far as its code is checked. */
export interface CheckedPolicy {
  readonly kind: Kind;
  readonly revision: number | null;
  readonly query: string | null;
  /** The form in which it gets a plan; null for the usual one. */
  readonly input: string | null;
  readonly tests_sha256: string | null;
  readonly checked_source: string | null;
  readonly code_check: string | null;
  /** Earliest time of the next attempt; null where there was none. */
  readonly check_after: string | null;
}

/** A check of code with its query and its tests. JSON. */
export interface StoredCheck {
  readonly status: 'passed' | 'failed' | 'not-checked';
  /** Reason why it was not checked. */
  readonly reason: string | null;
  readonly regoVersion: 'v0' | 'v1' | null;
  /** The first of `problemCount`. */
  readonly problems: readonly PolicyProblem[];
  readonly problemCount: number;
  readonly checkedAt: string;
  /** The version of OPA; null where it was not needed. */
  readonly engine: string | null;
  /** Null without tests, and where the code was not checked. */
  readonly tests: StoredTests | null;
}

/** Results of tests. They are not run where they do not compile with the code. */
export interface StoredTests {
  readonly status: 'passed' | 'failed' | 'not-run';
  readonly counts: Readonly<Record<PolicyTest['status'], number>>;
  /** The names of the first that failed or errored. */
  readonly broken: readonly string[];
  /** The first of them with the reasons; absent in what was stored before these were kept. */
  readonly failures?: readonly FailedTest[];
  readonly problems: readonly PolicyProblem[];
  /** In percent of the lines of the code. */
  readonly coverage: number | null;
  /** The first lines that no test reaches; absent in what was stored before they were kept. */
  readonly missed?: readonly FileLines[];
}

/** A test that failed or errored, and why. */
export interface FailedTest {
  readonly name: string;
  readonly file: string;
  readonly row: number;
  readonly reason: string;
}

/** Limits of the parts of a check that are kept, so that a list of policies stays small; lengths are in characters. */
const [maxProblems, maxBroken, maxFailures, maxMissed, maxLength] = [10, 20, 10, 20, 500];

export const checkOf = (checked: Omit<CheckedSource, 'packages' | 'rules'>, checkedAt: string): StoredCheck => ({
  status: checked.problems.some(isError) ? 'failed' : 'passed',
  reason: null,
  regoVersion: checked.regoVersion,
  problems: shortList(checked.problems),
  problemCount: checked.problems.length,
  checkedAt,
  engine: checked.engine,
  tests: checked.tested && testsOf(checked.tested),
});

export function testsOf(tested: TestedSource): StoredTests {
  const { tests, problems, coverage } = tested;
  const count = (status: PolicyTest['status']) => tests.filter((each) => each.status === status).length;
  const ran = passes(tested) ? 'passed' : 'failed';
  return {
    status: tests.length === 0 ? 'not-run' : ran,
    counts: {
      passed: count('passed'),
      failed: count('failed'),
      errored: count('errored'),
      skipped: count('skipped'),
    },
    broken: tests
      .filter(isBroken)
      .slice(0, maxBroken)
      .map(({ name }) => name.slice(0, maxLength)),
    failures: tests.filter(isBroken).slice(0, maxFailures).map(failedTest),
    problems: shortList(problems),
    coverage: coverage?.percent ?? null,
    missed: (coverage?.missed ?? []).slice(0, maxMissed),
  };
}

/** An error, or the expression that was not true with the values in it. */
function failedTest({ name, file, row, message = '', failure }: PolicyTest): FailedTest {
  const values = failure?.values.map((each) => `${each.name}: ${each.value}`).join(', ') ?? '';
  const expression = failure && `${failure.file}:${failure.row}: ${failure.expression} is not true`;
  const reason = [message, expression ?? '', values].filter((part) => part !== '').join('; ');
  return { name: name.slice(0, maxLength), file, row, reason: reason.slice(0, maxLength) };
}

export const notChecked = (reason: string, checkedAt: string): StoredCheck => ({
  status: 'not-checked',
  reason,
  regoVersion: null,
  problems: [],
  problemCount: 0,
  checkedAt,
  engine: null,
  tests: null,
});

export const shortList = (problems: readonly PolicyProblem[]): readonly PolicyProblem[] =>
  problems.slice(0, maxProblems).map(shortened);

/** A problem as it is stored: without the line of the source. */
function shortened({ text: _, message, hint, ...problem }: PolicyProblem): PolicyProblem {
  const shortHint = hint === undefined ? {} : { hint: hint.slice(0, maxLength) };
  return { ...problem, message: message.slice(0, maxLength), ...shortHint };
}

/** Subject of a check: the revision of the code, the query, and the digest of the tests. */
export type CheckedParts = Pick<CheckedPolicy, 'revision' | 'query' | 'tests_sha256'>;

/** The subject of a check as one text. The queries of the store write it, too. */
export const checkedSource = ({ revision, query, tests_sha256 }: CheckedParts): string =>
  `${revision} ${tests_sha256 ?? '-'} ${query ?? ''}`;

type Question = Pick<CheckedPolicy, 'query' | 'input'>;

/**
 * True if a check of the same code and tests is one of the policy as it is now. `checkedSource` has no place for the form of the
 * input: an update that changes it takes away what is stored there.
 */
export const hasSameQuestion = (now: Question, then: Question): boolean =>
  now.query === then.query && now.input === then.input;

/** True if a policy has code that the engine can check. */
export const isCheckable = ({ kind, revision }: Pick<CheckedPolicy, 'kind' | 'revision'>): boolean =>
  kind === 'opa' && revision !== null;

/** The check of code, query and tests as they are now; undefined where there is none. */
export function currentCheck(row: CheckedPolicy): StoredCheck | undefined {
  if (row.code_check === null || row.checked_source !== checkedSource(row)) return undefined;
  return JSON.parse(row.code_check);
}

/** True if a job has to check the policy's code. */
export const awaitsCheck = (row: CheckedPolicy): boolean => isCheckable(row) && currentCheck(row) === undefined;

/** The columns of a policy whose code was checked. */
export const checkColumns = (parts: CheckedParts, check: StoredCheck) => ({
  checked_source: checkedSource(parts),
  code_check: JSON.stringify(check),
  check_after: null,
});
