// Checks uploaded code before it becomes the current code of a policy.
import type { Context } from '../../../context.ts';
import type { PolicyProblem, PolicyTest } from '../../../effects/policy-engine/answers.ts';
import { problemSentence } from '../../../effects/policy-engine/problem-sentence.ts';
import { existing, requireNone } from '../../../jsonapi/errors.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { Unavailable } from '../../../lib/errors/unavailable.ts';
import type { EngineContext } from '../on-behalf.ts';
import { type CheckedSource, checkSource, isBroken, isError, testFile } from './check-source.ts';
import { codeIn } from './code-text.ts';
import { uploadCheckOf } from './store.ts';
import { type CheckedPolicy, checkOf, notChecked, type StoredCheck } from './stored-check.ts';
import { checkWithin, requiredCheck } from './timed-check.ts';

/** The policy whose code is checked, and its organization. */
type Subject = Pick<CheckedPolicy, 'kind' | 'query' | 'input'> & { readonly organization_id: string };

/** Policy code that can be checked. */
export interface CheckableCode {
  /** Size of the code in bytes. */
  readonly size: number;
  readonly read: () => Promise<Buffer>;
  /** Reads the policy's Rego tests; null if there are none. */
  readonly tests: () => Promise<Buffer | null>;
}

/** Maximum size in bytes of code that is checked. The editor has the same limit. */
export const maxCheckedBytes = 1_048_576;

export const tooLarge = 'Code over 1 MiB is not checked.';

/** Maximum time in ms that an upload waits for its check if the upload is stored regardless of the result. */
const maxWait = 10_000;

export type EnforcedCheck = 'enforce' | 'enforce-tests';

/**
 * Maximum time in ms that an upload waits for its check if the upload is stored only if the check passes. The time is
 * longer if the check includes tests.
 */
const maxEnforcedWait: Readonly<Record<EnforcedCheck, number>> = { enforce: 20_000, 'enforce-tests': 70_000 };

/**
 * Checks code with the policy's query and tests. Returns undefined for native policies, which the service cannot check.
 * If the engine is overloaded, also returns undefined, and a job checks the code later. If the organization enforces
 * checks: 422 if the code has errors, or if tests are enforced and a test fails; throws `Busy` if the check cannot
 * finish.
 */
export async function checkBeforeUse(
  context: EngineContext,
  policy: Subject,
  code: CheckableCode,
): Promise<StoredCheck | undefined> {
  if (policy.kind === 'native') return undefined;
  const mode = await modeOf(context, policy.organization_id);
  if (mode === 'report') return checkAlongside(context, policy, code);
  const checked = await requiredCheck(context, policy.organization_id, maxEnforcedWait[mode], (timed) =>
    checkCodeOf(timed, policy, code),
  );
  requireNone(faultsIn(checked, mode).map((detail) => ({ code: 'faulty-code', detail })));
  return checked.check;
}

/** Returns the organization's setting for uploads of code with errors. */
export async function modeOf({ database }: Context, organization: string): Promise<'report' | EnforcedCheck> {
  return existing(await database.first(uploadCheckOf, { organization })).policy_upload_check;
}

/** Checks code that is stored regardless of the result; undefined if the engine is overloaded. */
export async function checkAlongside(
  context: EngineContext,
  policy: Subject,
  code: CheckableCode,
): Promise<StoredCheck | undefined> {
  try {
    const check = (timed: EngineContext) => checkCodeOf(timed, policy, code);
    return (await checkWithin(context, policy.organization_id, maxWait, check))?.check;
  } catch (error) {
    if (error instanceof Unavailable) return undefined;
    throw error;
  }
}

type Parts = Omit<CheckedSource, 'packages' | 'rules'>;

/**
 * A check in its stored form, and the engine's full response. The response is null if the code was too large to check.
 */
interface Checked {
  readonly check: StoredCheck;
  readonly parts: Parts | null;
}

/**
 * Checks code with the policy's query and tests. Throws `Unavailable` if the engine is overloaded or fails for reasons
 * other than the code.
 */
export async function checkCodeOf(context: EngineContext, policy: Subject, code: CheckableCode): Promise<Checked> {
  const at = timestamp(context.clock.now());
  if (code.size > maxCheckedBytes) return { check: notChecked(tooLarge, at), parts: null };
  const parts = await checkBytes(context, policy, {
    code: await code.read(),
    tests: await code.tests(),
  });
  return { check: checkOf(parts, at), parts };
}

async function checkBytes(
  context: EngineContext,
  { query, input }: Pick<CheckedPolicy, 'query' | 'input'>,
  bytes: { readonly code: Buffer; readonly tests: Buffer | null },
): Promise<Parts> {
  const code = codeIn(bytes.code);
  const notRun = bytes.tests === null ? null : { tests: [], problems: [], coverage: null };
  if ('problem' in code) return { engine: null, regoVersion: null, problems: [code.problem], tested: notRun };
  const tests = bytes.tests === null ? null : codeIn(bytes.tests, testFile);
  const readable = tests !== null && 'code' in tests ? tests.code : null;
  const checked = await checkSource(context, { query, input, code: code.code, tests: readable });
  requireEngine([...checked.problems, ...(checked.tested?.problems ?? [])]);
  if (tests === null || !('problem' in tests)) return checked;
  return { ...checked, tested: { tests: [], problems: [tests.problem], coverage: null } };
}

/** Throws `Unavailable` if one of the problems was caused by the engine instead of the code. */
export function requireEngine(problems: readonly PolicyProblem[]): void {
  if (problems.some(({ code }) => engineFaults.has(code))) throw new Unavailable('the policy engine failed');
}

/**
 * Time in ms after which code that crashed the engine is checked again. The delay prevents repeated crashes from
 * blocking other work.
 */
export const retryAfter = 600_000;

/** Codes of problems that report a failure of the engine instead of a fault in the code. */
const engineFaults: ReadonlySet<string> = new Set(['crash', 'killed', 'engine_failure']);

/** Returns the reasons why the code must be rejected in the given mode; empty if the code is accepted. */
function faultsIn({ check, parts }: Checked, mode: EnforcedCheck): readonly string[] {
  if (parts === null) return [`${check.reason} ${enforced}`];
  const { problems, tested } = parts;
  const ofCode = problems.filter(isError).map(problemSentence);
  if (ofCode.length > 0 || mode === 'enforce' || tested === null) return ofCode;
  const broken = tested.tests.filter(isBroken);
  const others = broken.length > maxFaults ? [`${broken.length - maxFaults} more tests do not pass.`] : [];
  return [
    ...tested.problems.filter(isError).map(problemSentence),
    ...broken.slice(0, maxFaults).map(testSentence),
    ...others,
  ];
}

const maxFaults = 50;

export const enforced = 'The organization accepts only code that has been checked (policy-upload-check).';

/** Formats a test that did not pass, for example `policy_test.rego:5: data.buckets_test.test_public failed`. */
const testSentence = ({ file, row, name, status, message }: PolicyTest): string =>
  `${file}:${row}: ${name} ${status}${message === undefined ? '' : `: ${message}`}`;
