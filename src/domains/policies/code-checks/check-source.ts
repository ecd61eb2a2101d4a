// Checks code with the policy engine. The code is either stored or a draft that a client sent.
import type {
  CheckAnswer,
  ParameterUse,
  PolicyProblem,
  PolicyTest,
  TestAnswer,
} from '../../../effects/policy-engine/answers.ts';
import { type FileLines, uncoveredLines } from '../../../effects/policy-engine/lines.ts';
import { inputFormOf } from '../../../kernel/input-form.ts';
import type { EngineContext } from '../on-behalf.ts';

/** Rego code, the query that selects the verdict, and the Rego tests for the code. */
export interface Source {
  readonly query: string | null;
  /** Form of the plan document that the policy receives; null means the default form. */
  readonly input: string | null;
  readonly code: string;
  readonly tests: string | null;
}

export interface CheckedSource {
  /** OPA version; null if the engine was not used or did not respond. */
  readonly engine: string | null;
  readonly regoVersion: 'v0' | 'v1' | null;
  readonly problems: readonly PolicyProblem[];
  readonly packages: readonly string[];
  readonly rules: readonly string[];
  /** Parameters that the code reads or declares; undefined if these parameters are unknown. */
  readonly parameters?: readonly ParameterUse[] | undefined;
  /** Members of the plan or the run that prevent all findings from being old; undefined if these are unknown. */
  readonly neverOld?: readonly string[] | undefined;
  /** Results of the Rego tests; null if there are no tests. */
  readonly tested: TestedSource | null;
}

export interface TestedSource {
  readonly tests: readonly PolicyTest[];
  /** Problems in the tests. Problems in the tested code are not included. */
  readonly problems: readonly PolicyProblem[];
  /** Percentage of the code's lines that the tests cover, and the lines not covered; null if the tests did not run. */
  readonly coverage: { readonly percent: number; readonly missed: readonly FileLines[] } | null;
}

export const codeFile = 'policy.rego';
export const testFile = 'policy_test.rego';

/**
 * Compiles code, checks that the query matches a rule of the code, and runs the tests. Throws `Busy` if the engine is
 * overloaded.
 */
export async function checkSource(
  { policyEngine }: Pick<EngineContext, 'policyEngine'>,
  { query, input, code, tests }: Source,
): Promise<CheckedSource> {
  const modules = { [codeFile]: code };
  const checked = await policyEngine.check({ query: query ?? '', code: { modules }, form: inputFormOf(input) });
  const ofCode = new Set(checked.problems.map((problem) => JSON.stringify(problem)));
  const answer =
    tests === null
      ? undefined
      : await policyEngine.test({ modules: { ...modules, [testFile]: tests } }, { coverage: true });
  return {
    engine: checked.engine,
    regoVersion: checked['rego-version'] ?? null,
    problems: checked.problems,
    packages: checked.packages,
    rules: checked.rules,
    parameters: usesIn(checked),
    neverOld: neverOldIn(checked),
    tested: answer === undefined ? null : testedSource(answer, ofCode),
  };
}

/** Returns the parameters that checked code reads or declares; undefined if the code has errors. */
export const usesIn = ({ problems, parameters = [] }: CheckAnswer): readonly ParameterUse[] | undefined =>
  problems.some(isError) ? undefined : parameters;

/**
 * Returns the members of the plan or the run that prevent all findings of checked code from being old; undefined if the
 * code has errors.
 */
export const neverOldIn = ({ problems, 'never-old': names = [] }: CheckAnswer): readonly string[] | undefined =>
  problems.some(isError) ? undefined : names;

/**
 * Converts the engine's response to test results. The response also contains the problems in the tested code, which are
 * removed.
 */
function testedSource({ tests, problems, coverage }: TestAnswer, ofCode: ReadonlySet<string>): TestedSource {
  const own = problems.filter((problem) => !ofCode.has(JSON.stringify(problem)));
  const areNone = tests.length === 0 && problems.length === 0;
  return {
    tests: withinLimits(tests),
    problems: areNone ? [noTest] : own,
    coverage: coverageOf(coverage),
  };
}

export const coverageOf = (coverage: TestAnswer['coverage']): TestedSource['coverage'] =>
  coverage === undefined ? null : { percent: coverage.percent, missed: uncoveredLines(coverage) };

const noTest: PolicyProblem = {
  code: 'no_test',
  severity: 'error',
  message: 'the file contains no test',
  file: testFile,
  hint: 'The name of each test must begin with test_.',
};

/** Whether the code has no errors and all its tests, if any, pass. */
export const isSound = ({ problems, tested }: CheckedSource): boolean =>
  !problems.some(isError) && (tested === null || passes(tested));

export const passes = ({ tests, problems }: TestedSource): boolean => !problems.some(isError) && !tests.some(isBroken);

export const isError = ({ severity }: PolicyProblem): boolean => severity === 'error';

export const isBroken = ({ status }: PolicyTest): boolean => status === 'failed' || status === 'errored';

const maxTests = 1_000;
/** Maximum total length in characters of the lines that the tests print. */
const maxPrinted = 64 * 1_024;

function withinLimits(tests: readonly PolicyTest[]): readonly PolicyTest[] {
  let left = maxPrinted;
  const fits = (line: string): boolean => {
    left -= line.length;
    return left >= 0;
  };
  return tests.slice(0, maxTests).map((test) => ({ ...test, prints: test.prints.filter(fits) }));
}
