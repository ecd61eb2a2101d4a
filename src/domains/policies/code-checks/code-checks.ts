import type { PolicyProblem, PolicyTest } from '../../../effects/policy-engine/answers.ts';
import type { EngineContext } from '../on-behalf.ts';
import { codeCheckIntake } from '../services.ts';
import { type CheckedSource, checkSource, codeFile, isSound, type TestedSource } from './check-source.ts';
import type { Draft } from './input.ts';

/** Result of a code check: problems, packages, rules and test results. */
export interface CodeCheck extends Pick<CheckedSource, 'regoVersion' | 'problems' | 'packages' | 'rules'> {
  readonly organizationId: string;
  readonly draft: Pick<Draft, 'kind' | 'query'>;
  /** Status of the check; `unreachable` if the service cannot evaluate policies of this kind. */
  readonly status: 'passed' | 'failed' | 'unreachable';
  /** The formatted code; null if the code cannot be parsed. */
  readonly formatted: string | null;
  readonly tests: readonly PolicyTest[];
  /** Coverage of the code by its tests; null if there are no tests. */
  readonly coverage: TestedSource['coverage'];
}

type CheckResult = Omit<CodeCheck, 'organizationId' | 'draft'>;

const nothing: Omit<CheckResult, 'status'> = {
  regoVersion: null,
  problems: [],
  formatted: null,
  packages: [],
  rules: [],
  tests: [],
  coverage: null,
};

/**
 * Checks, formats and tests code. Throws `Busy` if the organization already has the maximum number of checks in
 * progress.
 */
export async function checkCode(
  context: EngineContext,
  organization: { readonly id: string },
  draft: Draft,
): Promise<CodeCheck> {
  const result =
    draft.kind === 'native'
      ? { ...nothing, status: 'unreachable' as const }
      : await codeCheckIntake(context).limited(organization.id, () => checkRego(context, draft));
  return { organizationId: organization.id, draft, ...result };
}

/** Returns a failed check with the given problems. Used for input that is not valid text. */
export const failedCheck = (
  organization: { readonly id: string },
  draft: CodeCheck['draft'],
  problems: readonly PolicyProblem[],
): CodeCheck => ({ ...nothing, organizationId: organization.id, draft, status: 'failed', problems });

async function checkRego(context: EngineContext, draft: Draft): Promise<CheckResult> {
  const checked = await checkSource(context, draft);
  const { files } = await context.policyEngine.format({ [codeFile]: draft.code });
  const { regoVersion, packages, rules, tested } = checked;
  return {
    status: isSound(checked) ? 'passed' : 'failed',
    regoVersion,
    problems: [...checked.problems, ...(tested?.problems ?? [])],
    packages,
    rules,
    tests: tested?.tests ?? [],
    coverage: tested?.coverage ?? null,
    formatted: files[codeFile] ?? null,
  };
}
