// Generates a Rego test that expects a finding of a failed draft, if possible with a smaller input.
import type { PolicySource } from '../../../effects/policy-engine/policy-code.ts';
import { parseKnown } from '../../../lib/json/exact-json.ts';
import { addressOf } from '../../../protocols/policy-output/resource-address.ts';
import { verdictsOf } from '../evaluations/verdicts.ts';
import type { EngineContext } from '../on-behalf.ts';
import { parametersFor } from '../parameters/uses.ts';
import { jsonOrText } from '../parameters/value-text.ts';
import { storedTests } from '../policies/code.ts';
import type { PolicyRow } from '../policies/store.ts';
import type { TriedInput } from './trial-inputs.ts';

/** A draft that failed, and the finding for which a test is generated. */
interface Failure {
  readonly policy: PolicyRow;
  readonly source: PolicySource;
  readonly tried: TriedInput;
  readonly member: unknown;
}

/** Maximum length of a generated test in characters. */
const maxTest = 200_000;

/**
 * Generates several variants of a test for the failure. Returns the policy's tests followed by the first variant that
 * passes, or null if no variant passes. The tests are not stored.
 */
export async function testsOfFailure(context: EngineContext, failure: Failure): Promise<string | null> {
  const { policy, source } = failure;
  const [[file = '', code = ''] = []] = Object.entries(source.code.modules);
  const stored = (await storedTests(context.database, policy))?.toString('utf8') ?? `package ${packageIn(code)}_test\n`;
  const name = freeName(`test_fails_for_${slugOf(addressOf(failure.member) ?? policy.name)}`, stored);
  for (const input of await reducedInputs(context, failure)) {
    const test = testText(name, { ...failure, input, isOld: isOld(stored) });
    if (test.length > maxTest) break;
    const tests = `${stored.trimEnd()}\n\n${test}`;
    const modules = { [file]: code, [testFile(file)]: tests };
    const { tests: outcomes } = await context.policyEngine.test({ modules }, { filter: String.raw`\.${name}$` });
    if (outcomes.length === 1 && outcomes[0]?.status === 'passed') return tests;
  }
  return null;
}

const testFile = (file: string): string => file.replace(/\.rego$/, '_test.rego');

const packageIn = (code: string): string => /^\s*package\s+([\w.]+)/m.exec(code)?.[1] ?? 'policy';

/** Whether the tests are written in the Rego syntax from before version 1. */
const isOld = (tests: string): boolean => /^test_\w+\s*\{/m.test(tests) && !/^import rego\.v1/m.test(tests);

const maxSlug = 60;

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\W+/g, '_')
    .slice(0, maxSlug)
    .replaceAll(/^_+|_+$/g, '') || 'the_plan';

function freeName(name: string, tests: string): string {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name}_${number}`;
    if (!new RegExp(String.raw`\b${tried}\b`).test(tests)) return tried;
  }
}

interface Test extends Failure {
  readonly input: object;
  readonly isOld: boolean;
}

function testText(name: string, { source, member, input, isOld: hasOldSyntax }: Test): string {
  const assignment = `denied := ${source.query} with input as ${JSON.stringify(input, null, '\t').replaceAll('\n', '\n\t')}`;
  const wanted = JSON.stringify(member);
  return hasOldSyntax
    ? `${name} {\n\t${assignment}\n\tdenied[_] == ${wanted}\n}\n`
    : `${name} if {\n\t${assignment}\n\t${wanted} in denied\n}\n`;
}

/**
 * Code of a policy that outputs three reduced versions of the plan, from smallest to largest. The engine runs this
 * policy because it can parse large plans within its limits.
 */
const reducer = `package reduced

changes := [change |
	some change in input.plan.resource_changes
	change.address == data.address
]

output := [
	object.union(
		object.filter(input.plan, ["format_version", "terraform_version"]),
		{"resource_changes": changes},
	),
	object.union(
		object.remove(input.plan, ["resource_changes", "resource_drift", "prior_state", "relevant_attributes"]),
		{"resource_changes": changes},
	),
	input.plan,
]
`;

/** Returns the inputs with which a generated test is tried, in the input form of the policy. */
async function reducedInputs(context: EngineContext, { source, tried, member }: Failure): Promise<readonly object[]> {
  const { id: _, workspace: __, ...documents } = tried;
  const address = JSON.stringify(addressOf(member) ?? '');
  const code = {
    modules: { 'reduced.rego': reducer },
    data: [{ file: 'address.json', at: ['address'], text: address }],
  };
  const verdicts = await verdictsOf(context, documents, [{ key: '' }], async () => ({
    query: 'data.reduced.output',
    code,
  }));
  const plans = 'problem' in verdicts ? [] : (verdicts.byPolicy.get('')?.output ?? []);
  const run: object = parseKnown(Buffer.from(tried.run).toString('utf8'));
  const parameters = await parametersIn(context, source);
  const others = { ...(Object.keys(run).length > 0 && { run }), ...parameters };
  return plans.map((plan) =>
    source.form === 'raw' ? { ...Object(plan), ...parameters } : { [source.form ?? 'plan']: plan, ...others },
  );
}

/**
 * Returns an object whose member `parameters` has the values of the parameters that the draft reads, converted to the
 * types that the draft declares. Sensitive parameters are left out, because everyone who may read policies can read
 * their tests.
 */
async function parametersIn(context: EngineContext, source: PolicySource): Promise<object> {
  if (source.parameters === undefined) return {};
  const { parameters: uses = [] } = await context.policyEngine.check(source);
  const read = Object.entries(parametersFor(source.parameters, { uses: JSON.stringify(uses) }));
  const values = read.flatMap(([key, parameter]) => {
    if ('value' in parameter) return [[key, parameter.value] as const];
    const { text, sensitive = false, problem } = parameter;
    if (sensitive || problem !== undefined) return [];
    const isString = uses.some((use) => use.key === key && use.type === 'string');
    return [[key, isString ? text : jsonOrText(text)] as const];
  });
  return values.length === 0 ? {} : { parameters: Object.fromEntries(values) };
}
