import type { Context } from '../../../context.ts';
import { type CheckedSource, checkSource, codeFile } from './check-source.ts';
import type { Draft } from './input.ts';

/** What is wrong with code, and what it consists of. */
export interface CodeCheck extends Omit<CheckedSource, 'isSound' | 'engine'> {
  readonly organizationId: string;
  readonly draft: Pick<Draft, 'kind' | 'query'>;
  /** `unreachable` where nothing here knows the kind of policy. */
  readonly status: 'passed' | 'failed' | 'unreachable';
  /** The code as the formatter writes it; null where it cannot be parsed. */
  readonly formatted: string | null;
}

type CheckResult = Omit<CodeCheck, 'organizationId' | 'draft'>;

const unreachable: CheckResult = {
  status: 'unreachable',
  regoVersion: null,
  problems: [],
  formatted: null,
  packages: [],
  rules: [],
  tests: [],
  coverage: null,
};

/** Checks, formats and tests code; throws `Busy` where the organization has others checked already. */
export async function checkCode(
  context: Context,
  organization: { readonly id: string },
  draft: Draft,
): Promise<CodeCheck> {
  const result =
    draft.kind === 'native'
      ? unreachable
      : await context.codeCheckIntake.limited(organization.id, () => checkRego(context, draft));
  return { organizationId: organization.id, draft, ...result };
}

async function checkRego(context: Context, draft: Draft): Promise<CheckResult> {
  const { isSound, ...checked } = await checkSource(context, draft);
  const { files } = await context.policyEngine.format({ [codeFile]: draft.code });
  return { status: isSound ? 'passed' : 'failed', ...checked, formatted: files[codeFile] ?? null };
}
