// Checks code before it comes into force.
import type { Context } from '../../../context.ts';
import type { PolicyProblem } from '../../../effects/policy-engine/answers.ts';
import { existing, invalid } from '../../../jsonapi/errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { within } from '../../../lib/time-limit.ts';
import { Busy, Unavailable } from '../../../lib/unavailable.ts';
import { type CheckedSource, checkSource, isError } from '../code-checks/check-source.ts';
import { codeIn } from '../code-checks/code-text.ts';
import { type PolicyRow, uploadCheckOf } from './store.ts';
import { checkOf, notChecked, type StoredCheck } from './stored-check.ts';

/** Code that is to come into force. */
export interface CheckableCode {
  /** In bytes. */
  readonly size: number;
  readonly read: () => Promise<Buffer>;
}

const mebibyte = 1_048_576;

/** As much code as an editor can have checked, too. */
const maxCheckedBytes = mebibyte;

const tooLarge = 'Code over 1 MiB is not checked.';

/** How long an upload waits for its check, in milliseconds: where it is stored without one, and where it is not. */
const [maxWait, maxEnforcedWait] = [10_000, 20_000];

/**
 * The check of code with the policy's query; undefined for policies that nothing here can check, and where the engine has too
 * much to do: then a job checks it. Where the organization enforces the check, 422 for code with errors, and 503 without a
 * check.
 */
export async function checkBeforeUse(
  context: Context,
  policy: PolicyRow,
  code: CheckableCode,
): Promise<StoredCheck | undefined> {
  if (policy.kind === 'native') return undefined;
  const organization = policy.organization_id;
  const { policy_upload_check } = existing(await context.database.first(uploadCheckOf, { organization }));
  const isEnforced = policy_upload_check === 'enforce';
  try {
    const work = context.codeCheckIntake.limited(organization, () => checkCodeOf(context, policy, code));
    const checked = await within(isEnforced ? maxEnforcedWait : maxWait, work);
    if (isEnforced) requireSound(checked);
    return checked?.check;
  } catch (error) {
    if (isEnforced || !(error instanceof Unavailable)) throw error;
    return undefined;
  }
}

/** A check with all problems that the engine names. */
interface Checked {
  readonly check: StoredCheck;
  readonly problems: readonly PolicyProblem[];
}

/** Checks code with the query of a policy; throws `Unavailable` where the engine is busy, or ends for no reason of the code. */
export async function checkCodeOf(context: Context, policy: PolicyRow, code: CheckableCode): Promise<Checked> {
  const at = timestamp(context.clock.now());
  if (code.size > maxCheckedBytes) return { check: notChecked(tooLarge, at), problems: [] };
  const checked = await checkBytes(context, policy, await code.read());
  return { check: checkOf(checked, at), problems: checked.problems };
}

async function checkBytes(
  context: Context,
  { query }: PolicyRow,
  bytes: Buffer,
): Promise<Pick<CheckedSource, 'isSound' | 'regoVersion' | 'problems' | 'engine'>> {
  const read = codeIn(bytes);
  if ('problem' in read) return { isSound: false, regoVersion: null, problems: [read.problem], engine: null };
  const source = { query, code: read.code, tests: null };
  const checked = await checkSource(context, source);
  if (checked.problems.some(({ code }) => engineFaults.has(code))) throw new Unavailable('the policy engine ended');
  return checked;
}

/** The problems that say nothing of the code. */
const engineFaults: ReadonlySet<string> = new Set(['crash', 'engine_failure']);

function requireSound(checked: Checked | undefined): void {
  if (checked === undefined) throw new Busy('the policy engine has too much to do');
  const { check, problems } = checked;
  if (check.status === 'not-checked') throw invalid({ detail: `${check.reason} ${enforced}` });
  if (check.status === 'failed')
    throw invalid(...problems.filter(isError).map((problem) => ({ detail: sentenceOf(problem) })));
}

const enforced = 'The organization takes only code that is checked (policy-upload-check).';

/** Such as `policy.rego:3:8: undefined function sprintff. Did you mean sprintf?` */
function sentenceOf({ file, row, column, message, hint }: PolicyProblem): string {
  const place = [file, row, column].filter((part) => part !== undefined).join(':');
  const sentence = place === '' ? message : `${place}: ${message}`;
  return hint === undefined ? sentence : `${sentence.replace(/\.$/, '')}. ${hint}`;
}
