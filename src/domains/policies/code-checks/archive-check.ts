// Checks each policy of an archive together with all code that is evaluated with the policy, and runs the Rego tests in
// the archive.
import type { PolicyProblem } from '../../../effects/policy-engine/answers.ts';
import type { Modules } from '../../../effects/policy-engine/policy-code.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { inputFormOf } from '../../../kernel/input-form.ts';
import { isTestFile } from '../../../protocols/archives/policy-file-names.ts';
import { modulesFor, sharedCode } from '../../../protocols/archives/policy-modules.ts';
import type { PolicySources } from '../../../protocols/archives/policy-sources.ts';
import type { EngineContext } from '../on-behalf.ts';
import { coverageOf, neverOldIn, usesIn } from './check-source.ts';
import { checkOf, notChecked, type StoredCheck, type StoredTests, shortList, testsOf } from './stored-check.ts';
import { maxCheckedBytes, requireEngine, tooLarge } from './upload-check.ts';

/** Result of an archive's check. It is stored as JSON with the archive. */
export interface ArchiveCheck {
  readonly status: StoredCheck['status'];
  /** Reason why some policies were not checked; null if all policies were checked. */
  readonly reason: string | null;
  readonly counts: Readonly<Record<StoredCheck['status'], number>>;
  readonly checkedAt: string;
  /** OPA version; null if the engine was not used. */
  readonly engine: string | null;
  /** Results of the Rego tests; null if the archive has none. */
  readonly tests: StoredTests | null;
}

export interface CheckedArchive {
  readonly whole: ArchiveCheck;
  /** Check of each policy, keyed by policy name. */
  readonly policies: ReadonlyMap<string, StoredCheck>;
}

/** A policy entry in the archive's policy list. */
export interface ArchivePolicyEntry {
  readonly name: string;
  readonly query: string | null;
  /** Form of the plan document that the policy receives; null means the default form. */
  readonly input: string | null;
  readonly path: string | null;
}

export interface CheckableArchive {
  readonly policies: readonly ArchivePolicyEntry[];
  /** All `.rego` files of the archive, including test files. */
  readonly sources: PolicySources;
}

/** Maximum duration of an archive's check in ms. The limit prevents a check from blocking the engine for other work. */
export const maxCheckTime = 120_000;

const tooLong = 'Checking all policies in the version takes longer than two minutes. Split the policy set.';

/**
 * Checks the policies one after the other. Policies that are left when the maximum duration is reached are reported as
 * not checked. Throws `Busy` if the engine is overloaded, and `Unavailable` if the engine fails for reasons other than
 * the code.
 */
export async function checkArchive(
  context: EngineContext,
  { policies, sources }: CheckableArchive,
  signal?: AbortSignal,
): Promise<CheckedArchive> {
  const startedAt = performance.now();
  const isOver = () => signal?.aborted === true || performance.now() - startedAt > maxCheckTime;
  const at = timestamp(context.clock.now());
  const check = policyChecker(context, policies, sources);
  const checks = new Map<string, StoredCheck>();
  for (const policy of policies) checks.set(policy.name, isOver() ? notChecked(tooLong, at) : await check(policy, at));
  const tests = isOver() ? null : await testsIn(context, sources);
  return { whole: summary([...checks.values()], tests, at), policies: checks };
}

/**
 * Returns the check result of an archive that cannot be read. All its policies are reported as not checked, with the
 * given reason.
 */
export const uncheckedArchive = (
  policies: readonly Pick<ArchivePolicyEntry, 'name'>[],
  reason: string,
  at: string,
): CheckedArchive => {
  const checks = new Map(policies.map(({ name }) => [name, notChecked(reason, at)]));
  return { whole: summary([...checks.values()], null, at), policies: checks };
};

function policyChecker(context: EngineContext, policies: readonly ArchivePolicyEntry[], sources: PolicySources) {
  const named = new Set(policies.flatMap(({ path }) => path ?? []));
  const code = sharedCode(sources, named);
  const common = sizeOf(modulesFor('', named, sources.modules));
  const sizeOfCode = (path: string | null) =>
    path === null ? sizeOf(code.modules) : common + Buffer.byteLength(code.modules[path] ?? '');

  return async ({ query, input, path }: ArchivePolicyEntry, at: string): Promise<StoredCheck> => {
    if (sizeOfCode(path) > maxCheckedBytes) return notChecked(tooLarge, at);
    const source = { query: query ?? '', code, file: path, form: inputFormOf(input) };
    const answer = await context.policyEngine.check(source);
    requireEngine(answer.problems);
    const { engine, problems } = answer;
    const regoVersion = answer['rego-version'] ?? null;
    const known = { parameters: usesIn(answer), neverOld: neverOldIn(answer) };
    return checkOf({ engine, problems, regoVersion, ...known, tested: null }, at);
  };
}

const sizeOf = (modules: Modules): number =>
  Object.values(modules).reduce((size, source) => size + Buffer.byteLength(source), 0);

/** Runs the archive's Rego tests with all code of the archive; null if there are no tests. */
async function testsIn(context: EngineContext, { modules, data }: PolicySources): Promise<StoredTests | null> {
  if (!Object.keys(modules).some(isTestFile)) return null;
  if (sizeOf(modules) > maxCheckedBytes)
    return { ...testsOf({ tests: [], problems: [], coverage: null }), problems: [untested] };
  const { tests, problems, coverage } = await context.policyEngine.test({ modules, data }, { coverage: true });
  requireEngine(problems);
  const stored = testsOf({ tests, problems, coverage: coverageOf(coverage) });
  return tests.length > 0 || problems.length > 0 ? stored : { ...stored, problems: shortList([noTest]) };
}

const untested: PolicyProblem = {
  code: 'too_large',
  severity: 'error',
  message: `The tests were not run. ${tooLarge}`,
};

const noTest: PolicyProblem = {
  code: 'no_test',
  severity: 'error',
  message: 'the files whose names end in _test.rego contain no tests',
  hint: 'The name of each test must begin with test_.',
};

function summary(checks: readonly StoredCheck[], tests: StoredTests | null, checkedAt: string): ArchiveCheck {
  const count = (wanted: StoredCheck['status']) => checks.filter(({ status }) => status === wanted).length;
  const counts = { passed: count('passed'), failed: count('failed'), 'not-checked': count('not-checked') };
  const unchecked = counts['not-checked'] > 0 ? 'not-checked' : 'passed';
  return {
    status: counts.failed > 0 ? 'failed' : unchecked,
    reason: checks.find(({ reason }) => reason !== null)?.reason ?? null,
    counts,
    checkedAt,
    engine: checks.find(({ engine }) => engine !== null)?.engine ?? null,
    tests,
  };
}
