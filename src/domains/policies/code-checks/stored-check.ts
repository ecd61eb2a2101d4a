// Result of checking a policy's code and tests. The result is stored with the policy.
import type { ParameterUse, PolicyProblem, PolicyTest } from '../../../effects/policy-engine/answers.ts';
import type { FileLines } from '../../../effects/policy-engine/lines.ts';
import type { Kind } from '../kind.ts';
import { type CheckedSource, isBroken, isError, passes, type TestedSource } from './check-source.ts';

/** The columns of a policy that are needed to check its code. */
export interface CheckedPolicy {
  readonly kind: Kind;
  readonly revision: number | null;
  readonly query: string | null;
  /** Form of the plan document that the policy receives; null means the default form. */
  readonly input: string | null;
  readonly tests_sha256: string | null;
  readonly checked_source: string | null;
  readonly code_check: string | null;
  /** Earliest time of the next check, if the engine failed during the last one; otherwise null. */
  readonly check_after: string | null;
}

/** Result of checking code with its query and tests. The result is stored as JSON. */
export interface StoredCheck {
  readonly status: 'passed' | 'failed' | 'not-checked';
  /** Reason why the code was not checked; null if the code was checked. */
  readonly reason: string | null;
  readonly regoVersion: 'v0' | 'v1' | null;
  /** The first problems; `problemCount` is the number of all problems. */
  readonly problems: readonly PolicyProblem[];
  readonly problemCount: number;
  readonly checkedAt: string;
  /** OPA version; null if the engine was not used. */
  readonly engine: string | null;
  /**
   * Parameters that the code reads or declares. Absent if these parameters are unknown, as in results that older
   * releases stored.
   */
  readonly parameters?: readonly ParameterUse[] | undefined;
  /**
   * Members of the plan or the run that prevent all findings from being old, see `CheckAnswer`. Empty if findings can
   * be old; absent if these members are unknown, as in results that older releases stored.
   */
  readonly neverOld?: readonly string[] | undefined;
  /** Results of the Rego tests; null if there are no tests or the code was not checked. */
  readonly tests: StoredTests | null;
}

/** Results of Rego tests. If the tests do not compile together with the code, they are not run. */
export interface StoredTests {
  readonly status: 'passed' | 'failed' | 'not-run';
  readonly counts: Readonly<Record<PolicyTest['status'], number>>;
  /** Names of the first tests that failed or errored. */
  readonly broken: readonly string[];
  /**
   * The first tests that failed or errored, with the reasons. Results that older releases stored do not have this
   * property.
   */
  readonly failures?: readonly FailedTest[];
  readonly problems: readonly PolicyProblem[];
  /** Percentage of the code's lines that the tests cover; null if it was not measured. */
  readonly coverage: number | null;
  /** The first lines that no test covers. Results that older releases stored do not have this property. */
  readonly missed?: readonly FileLines[];
}

/** A test that failed or errored, with the reason. */
export interface FailedTest {
  readonly name: string;
  readonly file: string;
  readonly row: number;
  readonly reason: string;
}

/**
 * Limits on the size of a stored check, which keep lists of policies small. `maxLength` is a number of characters; the
 * other limits are numbers of list elements.
 */
const [maxProblems, maxBroken, maxFailures, maxMissed, maxUses, maxLength] = [10, 20, 10, 20, 100, 500];

export const checkOf = (checked: Omit<CheckedSource, 'packages' | 'rules'>, checkedAt: string): StoredCheck => ({
  status: checked.problems.some(isError) ? 'failed' : 'passed',
  reason: null,
  regoVersion: checked.regoVersion,
  problems: shortList(checked.problems),
  problemCount: checked.problems.length,
  checkedAt,
  engine: checked.engine,
  parameters: storedUses(checked.parameters),
  neverOld: checked.neverOld?.slice(0, maxUses).map((name) => name.slice(0, maxLength)),
  tests: checked.tested && testsOf(checked.tested),
});

/**
 * Returns the used parameters to store; undefined if there are too many. A key longer than `maxLength` is left out,
 * because a parameter with such a key cannot exist.
 */
function storedUses(uses: CheckedSource['parameters']): StoredCheck['parameters'] {
  const possible = uses?.filter(({ key }) => key.length <= maxLength);
  return possible === undefined || possible.length > maxUses ? undefined : possible;
}

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

/**
 * Returns the reason why a test did not pass: its error message, or the expression that was not true together with the
 * values in the expression.
 */
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

/** Shortens a problem for storage, and removes its line of source code. */
function shortened({ text: _, message, hint, ...problem }: PolicyProblem): PolicyProblem {
  const shortHint = hint === undefined ? {} : { hint: hint.slice(0, maxLength) };
  return { ...problem, message: message.slice(0, maxLength), ...shortHint };
}

/** The parts of a policy that a check covers: the revision of the code, the query, and the digest of the tests. */
export type CheckedParts = Pick<CheckedPolicy, 'revision' | 'query' | 'tests_sha256'>;

/** Encodes the parts that a check covers as a string. SQL queries in the store must build the same string. */
export const checkedSource = ({ revision, query, tests_sha256 }: CheckedParts): string =>
  `${revision} ${tests_sha256 ?? '-'} ${query ?? ''}`;

type Question = Pick<CheckedPolicy, 'query' | 'input'>;

/**
 * Whether a policy has the same query and input form as when its code was checked, so that the check is still valid.
 * The input form is compared separately, because `checkedSource` does not contain it.
 */
export const hasSameQueryAndInput = (now: Question, then: Question): boolean =>
  now.query === then.query && now.input === then.input;

/** Whether the policy has code and the engine can check code of this kind. */
export const isCheckable = ({ kind, revision }: Pick<CheckedPolicy, 'kind' | 'revision'>): boolean =>
  kind === 'opa' && revision !== null;

/** Returns the stored check if it covers the current code, query and tests; otherwise undefined. */
export function currentCheck(row: CheckedPolicy): StoredCheck | undefined {
  if (row.code_check === null || row.checked_source !== checkedSource(row)) return undefined;
  return JSON.parse(row.code_check);
}

/** Whether a job must still check the policy's code. */
export const awaitsCheck = (row: CheckedPolicy): boolean => isCheckable(row) && currentCheck(row) === undefined;

/** Returns the column values that store the check of a policy. */
export const checkColumns = (parts: CheckedParts, check: StoredCheck) => ({
  checked_source: checkedSource(parts),
  code_check: JSON.stringify(check),
  check_after: null,
});
