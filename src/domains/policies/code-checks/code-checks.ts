import type { Context } from '../../../context.ts';
import type { Lines, PolicyProblem, PolicyTest } from '../../../effects/policy-engine/answers.ts';
import { joined } from '../../../effects/policy-engine/lines.ts';
import type { Draft } from './input.ts';

/** What is wrong with code, and what it consists of. */
export interface CodeCheck {
  readonly organizationId: string;
  readonly draft: Draft;
  /** `unreachable` where nothing here knows the kind of policy. */
  readonly status: 'passed' | 'failed' | 'unreachable';
  readonly regoVersion: 'v0' | 'v1' | null;
  readonly problems: readonly PolicyProblem[];
  /** The code as the formatter writes it; null where it cannot be parsed. */
  readonly formatted: string | null;
  readonly packages: readonly string[];
  readonly rules: readonly string[];
  readonly tests: readonly PolicyTest[];
  /** How much of the code the tests reach; null without tests. */
  readonly coverage: { readonly percent: number; readonly missed: readonly Lines[] } | null;
}

const codeFile = 'policy.rego';
const testFile = 'policy_test.rego';

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
      : await context.codeCheckLimiter(organization.id, () => checkRego(context, draft));
  return { organizationId: organization.id, draft, ...result };
}

async function checkRego({ policyEngine }: Context, { query, code, tests }: Draft): Promise<CheckResult> {
  const modules = { [codeFile]: code };
  const checked = await policyEngine.check({ query: query ?? '', modules });
  const formatted = (await policyEngine.format(modules)).files[codeFile] ?? null;
  const tested =
    tests === null ? undefined : await policyEngine.test({ ...modules, [testFile]: tests }, { coverage: true });
  const problems = distinct([...checked.problems, ...(tested?.problems ?? [])]);
  const isFailed =
    problems.some(({ severity }) => severity === 'error') ||
    tested?.tests.some(({ status }) => status === 'failed' || status === 'errored');
  const coverage = tested?.coverage;
  return {
    status: isFailed === true ? 'failed' : 'passed',
    regoVersion: checked['rego-version'] ?? null,
    problems,
    formatted,
    packages: checked.packages,
    rules: checked.rules,
    tests: withinLimits(tested?.tests ?? []),
    coverage:
      coverage === undefined ? null : { percent: coverage.percent, missed: joined(coverage.files[codeFile] ?? []) },
  };
}

/** The tests find the problems of the code again. */
const distinct = (problems: readonly PolicyProblem[]): readonly PolicyProblem[] => {
  const byText = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...byText.values()];
};

const maxTests = 1_000;
/** Of all lines that the tests print, in characters. */
const maxPrinted = 64 * 1_024;

function withinLimits(tests: readonly PolicyTest[]): readonly PolicyTest[] {
  let left = maxPrinted;
  const fits = (line: string): boolean => {
    left -= line.length;
    return left >= 0;
  };
  return tests.slice(0, maxTests).map((test) => ({ ...test, prints: test.prints.filter(fits) }));
}
