// What is known of the code of a policy, stored with it.
import type { PolicyProblem } from '../../../effects/policy-engine/answers.ts';
import type { CheckedSource } from '../code-checks/check-source.ts';
import type { PolicyRow } from './store.ts';

/** A check of code with its query. JSON. */
export interface StoredCheck {
  readonly status: 'passed' | 'failed' | 'not-checked';
  /** Why it was not checked. */
  readonly reason: string | null;
  readonly regoVersion: 'v0' | 'v1' | null;
  /** The first of `problemCount`. */
  readonly problems: readonly PolicyProblem[];
  readonly problemCount: number;
  readonly checkedAt: string;
  /** The version of OPA; null where it was not needed. */
  readonly engine: string | null;
}

/** What is kept of the problems, so that a list of policies stays small. */
const [maxProblems, maxLength] = [10, 500];

export const checkOf = (
  checked: Pick<CheckedSource, 'isSound' | 'regoVersion' | 'problems' | 'engine'>,
  checkedAt: string,
): StoredCheck => ({
  status: checked.isSound ? 'passed' : 'failed',
  reason: null,
  regoVersion: checked.regoVersion,
  problems: checked.problems.slice(0, maxProblems).map(shortened),
  problemCount: checked.problems.length,
  checkedAt,
  engine: checked.engine,
});

export const notChecked = (reason: string, checkedAt: string): StoredCheck => ({
  status: 'not-checked',
  reason,
  regoVersion: null,
  problems: [],
  problemCount: 0,
  checkedAt,
  engine: null,
});

/** A problem as it is stored: without the line of the source. */
function shortened({ text: _, message, hint, ...problem }: PolicyProblem): PolicyProblem {
  const shortHint = hint === undefined ? {} : { hint: hint.slice(0, maxLength) };
  return { ...problem, message: message.slice(0, maxLength), ...shortHint };
}

/** What a check is about. The queries of the store have the same text. */
export const checkedSource = ({ revision, query }: Pick<PolicyRow, 'revision' | 'query'>): string =>
  `${revision} ${query ?? ''}`;

/** Whether a policy has code that the engine can check. */
export const isCheckable = ({ kind, revision }: Pick<PolicyRow, 'kind' | 'revision'>): boolean =>
  kind === 'opa' && revision !== null;

/** The check of the code and the query as they are now; undefined where there is none. */
export function currentCheck(row: PolicyRow): StoredCheck | undefined {
  if (row.code_check === null || row.checked_source !== checkedSource(row)) return undefined;
  return JSON.parse(row.code_check);
}

/** Whether a job has to check its code. */
export const awaitsCheck = (row: PolicyRow): boolean => isCheckable(row) && currentCheck(row) === undefined;

/** The columns of a policy whose code was checked. */
export const checkColumns = (row: Pick<PolicyRow, 'revision' | 'query'>, check: StoredCheck) => ({
  checked_source: checkedSource(row),
  code_check: JSON.stringify(check),
  check_after: null,
});
