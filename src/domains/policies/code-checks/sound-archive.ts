// Rejects an archive with invalid policies if the organization enforces checks of uploads.
import type { Context } from '../../../context.ts';
import type { PolicyProblem } from '../../../effects/policy-engine/answers.ts';
import { faultSentence, sharedFaults, withoutFaults } from '../../../effects/policy-engine/faults.ts';
import { problemSentence } from '../../../effects/policy-engine/problem-sentence.ts';
import { invalid, requireNone } from '../../../jsonapi/errors.ts';
import type { EngineContext } from '../on-behalf.ts';
import {
  type ArchiveCheck,
  type CheckableArchive,
  type CheckedArchive,
  checkArchive,
  maxCheckTime,
} from './archive-check.ts';
import { isError } from './check-source.ts';
import { requiredCheck } from './timed-check.ts';
import { type EnforcedCheck, enforced, modeOf } from './upload-check.ts';

/**
 * Maximum time in ms that an upload waits for the check of its archive. It is twice the maximum duration of a check,
 * because a check of another archive of the organization may have to finish first.
 */
const maxWait = 2 * maxCheckTime;

/**
 * Checks an archive if the organization enforces checks of uploads. 422 if a policy has errors or was not checked, or
 * if tests are enforced and a test fails. 503 if the check does not finish in time. Returns undefined if the
 * organization does not enforce checks; a job then checks the archive later.
 */
export async function requireSound(
  context: EngineContext,
  organization: string,
  read: () => Promise<CheckableArchive>,
): Promise<CheckedArchive | undefined> {
  const mode = await modeOf(context, organization);
  if (mode === 'report') return undefined;
  const checked = await requiredCheck(context, organization, maxWait, async (timed, signal) =>
    checkArchive(timed, await read(), signal),
  );
  const faults = faultsIn(checked, mode);
  const others = faults.length > maxFaults ? [`There are ${faults.length - maxFaults} more problems.`] : [];
  requireNone([...faults.slice(0, maxFaults), ...others].map((detail) => ({ code: 'faulty-code', detail })));
  return checked;
}

/**
 * Throws 422 if the organization enforces checks of uploads and a stored archive has not passed its check. `stored` is
 * the check as JSON; null if the archive has not been checked.
 */
export async function requirePassed(context: Context, organization: string, stored: string | null): Promise<void> {
  const mode = await modeOf(context, organization);
  if (mode === 'report') return;
  const check: ArchiveCheck | undefined = stored === null ? undefined : JSON.parse(stored);
  const tests = mode === 'enforce-tests' ? (check?.tests?.status ?? 'passed') : 'passed';
  if (check?.status === 'passed' && tests === 'passed') return;
  throw invalid({
    code: 'faulty-code',
    detail: `The policies of the version have not passed their check. Wait for the check, or correct the policies and create a new version. ${enforced}`,
  });
}

const maxFaults = 50;

/** Returns the faults without duplicates. A fault in shared code lists the policies that it affects. */
function faultsIn({ whole, policies }: CheckedArchive, mode: EnforcedCheck): readonly string[] {
  const checked = [...policies].map(([name, check]) => ({ ...check, name, problems: check.problems.filter(isError) }));
  const shared = sharedFaults(checked);
  const unshared = withoutFaults(shared);
  const faults = [
    ...shared.map((fault) => faultSentence(problemSentence(fault.problem), fault)),
    ...checked.flatMap(({ name, status, reason, problems }) =>
      status === 'not-checked'
        ? [`${name}: ${reason} ${enforced}`]
        : unshared(problems).map((problem) => sentenceOf(name, problem)),
    ),
  ];
  const { tests } = whole;
  if (faults.length > 0 || mode === 'enforce' || tests === null) return faults;
  const left = tests.counts.failed + tests.counts.errored - tests.broken.length;
  return [
    ...tests.problems.filter(isError).map(problemSentence),
    ...tests.broken.map((test) => `${test} does not pass`),
    ...(left > 0 ? [`${left} more tests do not pass.`] : []),
  ];
}

/**
 * Describes a problem with the name of its file. If the problem has no file or is in the query, the name of the policy
 * is used instead.
 */
function sentenceOf(policy: string, problem: PolicyProblem): string {
  const sentence = problemSentence(problem);
  return problem.file === undefined || problem.file === 'query' ? `${policy}: ${sentence}` : sentence;
}
