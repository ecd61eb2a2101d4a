// The code check of a policy in the form that API responses contain.
import { Type } from 'typebox';
import { type Shown, shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, NullableString, Timestamp } from '../../../jsonapi/schema.ts';
import { problemShown } from './resource.ts';
import {
  type CheckedPolicy,
  currentCheck,
  type FailedTest,
  isCheckable,
  type StoredCheck,
  type StoredTests,
} from './stored-check.ts';

export interface ShownCheck extends Omit<StoredCheck, 'status' | 'checkedAt' | 'tests'> {
  readonly status: StoredCheck['status'] | 'unreachable';
  readonly checkedAt: string | null;
}

export const checkShown = shownObject<ShownCheck>({
  status: shown(Type.Enum(['passed', 'failed', 'not-checked', 'unreachable']), ({ status }) => status),
  reason: shown(NullableString(), ({ reason }) => reason),
  problems: shownList(problemShown, ({ problems }) => problems),
  'problem-count': shown(Type.Integer(), ({ problemCount }) => problemCount),
  'checked-at': shown(Nullable(Timestamp()), ({ checkedAt }) => checkedAt),
  'engine-version': shown(NullableString(), ({ engine }) => (engine === null ? null : `opa ${engine}`)),
});

export const shownCheck: Shown<CheckedPolicy> = {
  schema: Nullable(checkShown.schema),
  read: (row) => {
    const value = checkFor(row);
    return value === null ? null : checkShown.read(value);
  },
};

/** Returns the code check of a policy; null if the policy has no code. */
function checkFor(row: CheckedPolicy): ShownCheck | null {
  if (row.kind === 'native') return unreachable;
  if (!isCheckable(row)) return null;
  return currentCheck(row) ?? without('not-checked', waitingFor(row));
}

const failureShown = shownObject<FailedTest>({
  name: shown(Type.String(), ({ name }) => name),
  file: shown(Type.String(), ({ file }) => file),
  row: shown(Type.Integer(), ({ row }) => row),
  reason: shown(Type.String(), ({ reason }) => reason),
});

const uncoveredLines = Exactly({ file: Type.String(), first: Type.Integer(), last: Type.Integer() });

export const testsShown = shownObject<StoredTests>({
  status: shown(Type.Enum(['passed', 'failed', 'not-run']), ({ status }) => status),
  passed: shown(Type.Integer(), ({ counts }) => counts.passed),
  failed: shown(Type.Integer(), ({ counts }) => counts.failed),
  errored: shown(Type.Integer(), ({ counts }) => counts.errored),
  skipped: shown(Type.Integer(), ({ counts }) => counts.skipped),
  broken: shown(Type.Array(Type.String()), ({ broken }) => broken),
  failures: shownList(failureShown, ({ failures = [] }) => failures),
  problems: shownList(problemShown, ({ problems }) => problems),
  coverage: shown(Nullable(Type.Number()), ({ coverage }) => coverage),
  missed: shown(Type.Array(uncoveredLines), ({ missed = [] }) =>
    missed.map(({ file, first, last }) => ({ file, first, last })),
  ),
});

/** Results of a policy's Rego tests; null if the policy has none. */
export const shownTests: Shown<CheckedPolicy> = {
  schema: Nullable(testsShown.schema),
  read: (row) => (row.tests_sha256 === null ? null : testsShown.read(currentCheck(row)?.tests ?? notRun)),
};

const notRun: StoredTests = {
  status: 'not-run',
  counts: { passed: 0, failed: 0, errored: 0, skipped: 0 },
  broken: [],
  problems: [],
  coverage: null,
};

export const waitingFor = ({ check_after }: Pick<CheckedPolicy, 'check_after'>): string =>
  check_after === null
    ? 'The check is waiting for the policy engine. Repeat the request later.'
    : `The policy engine failed during the check. The next attempt is at ${check_after}.`;

export const without = (status: ShownCheck['status'], reason: string): ShownCheck => ({
  status,
  reason,
  regoVersion: null,
  problems: [],
  problemCount: 0,
  checkedAt: null,
  engine: null,
});

export const unreachable = without('unreachable', 'This service does not evaluate policies of this kind.');
