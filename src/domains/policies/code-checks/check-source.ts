// Checks code with the engine: drafts, and the code that policies are stored with.
import type { Context } from '../../../context.ts';
import type { Lines, PolicyProblem, PolicyTest } from '../../../effects/policy-engine/answers.ts';
import { joined } from '../../../effects/policy-engine/lines.ts';

/** Code in Rego, the query that asks for its verdict, and code with its tests. */
export interface Source {
  readonly query: string | null;
  readonly code: string;
  readonly tests: string | null;
}

export interface CheckedSource {
  /** Whether there is no error, and no test that fails. */
  readonly isSound: boolean;
  /** The version of OPA; null where it gave no answer. */
  readonly engine: string | null;
  readonly regoVersion: 'v0' | 'v1' | null;
  readonly problems: readonly PolicyProblem[];
  readonly packages: readonly string[];
  readonly rules: readonly string[];
  readonly tests: readonly PolicyTest[];
  /** How much of the code the tests reach; null without tests. */
  readonly coverage: { readonly percent: number; readonly missed: readonly Lines[] } | null;
}

export const codeFile = 'policy.rego';
const testFile = 'policy_test.rego';

/** Compiles code, compares its query with its rules, and runs its tests; throws `Busy` where the engine has too much to do. */
export async function checkSource(
  { policyEngine }: Pick<Context, 'policyEngine'>,
  { query, code, tests }: Source,
): Promise<CheckedSource> {
  const modules = { [codeFile]: code };
  const checked = await policyEngine.check({ query: query ?? '', modules });
  const tested =
    tests === null ? undefined : await policyEngine.test({ ...modules, [testFile]: tests }, { coverage: true });
  const problems = distinct([...checked.problems, ...(tested?.problems ?? [])]);
  const coverage = tested?.coverage;
  return {
    isSound: !problems.some(isError) && !(tested?.tests ?? []).some(isBroken),
    engine: checked.engine,
    regoVersion: checked['rego-version'] ?? null,
    problems,
    packages: checked.packages,
    rules: checked.rules,
    tests: withinLimits(tested?.tests ?? []),
    coverage:
      coverage === undefined ? null : { percent: coverage.percent, missed: joined(coverage.files[codeFile] ?? []) },
  };
}

export const isError = ({ severity }: PolicyProblem): boolean => severity === 'error';

export const isBroken = ({ status }: PolicyTest): boolean => status === 'failed' || status === 'errored';

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
