// Implements `npm run bench -- --opa`, which compares the cost of `tipstaff` commands with the cost of `opa` commands
// that do the same work. The cost is the user and system time of all processes of a command. The benchmark also checks
// that the cost grows at most linearly with the number of policies. It requires Go, because `opa` is built from source.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { webAssembly } from '../src/effects/policy-engine/engine-choice.ts';
import type { PolicySource } from '../src/effects/policy-engine/policy-code.ts';
import { buildNative } from '../test/conformance/rego/native.ts';
import { nativeBuild } from '../test/support/engine-builds.ts';
import { otherPolicies, planOf, walk } from './policy-samples.ts';
import { spreadOf } from './result.ts';

const rounds = 3;
const root = fileURLToPath(new URL('..', import.meta.url));
const tipstaff = join(root, 'bin/tipstaff.js');
const examples = join(root, 'examples/policies');

/** Arguments with which `tipstaff` and `opa` do the same work. */
interface Work {
  readonly name: string;
  readonly ours: readonly string[];
  readonly opa: readonly string[];
}

/**
 * Maximum cost in seconds for each build of the policy engine. It is `times` multiplied by the cost of `opa`, plus
 * `base`.
 */
const goals = { native: { base: 0.35, times: 1.3 }, webassembly: { base: 1.6, times: 5 } } as const;
type Build = keyof typeof goals;

const programOf = async (build: Build): Promise<string> =>
  build === 'native' ? (await nativeBuild()).program : webAssembly;

/** Returns the user and system time of a command and its child processes, in seconds. */
async function costOf(words: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<number> {
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>/dev/null';
  const env = { PATH: '/usr/bin:/bin', ...variables };
  // The error is ignored, because the command exits with a non-zero status if a policy fails.
  const { stderr } = await promisify(execFile)('bash', ['--norc', '-c', script, 'bash', ...words], { env }).catch(
    (error: { readonly stderr: string }) => error,
  );
  return stderr
    .trim()
    .split(' ')
    .reduce((sum, seconds) => sum + Number(seconds), 0);
}

const ourCost = async (build: Build, words: readonly string[]): Promise<number> =>
  costOf([process.execPath, tipstaff, ...words], { TIPSTAFF_POLICY_ENGINE: await programOf(build) });

/** Returns `count` policies. Each policy is in a separate package. */
const policiesOf = (count: number): readonly PolicySource[] => {
  const all = [walk, ...otherPolicies];
  return Array.from({ length: count }, (_none, at) => {
    const [[file, text] = ['', '']] = Object.entries(all[at % all.length]?.code.modules ?? {});
    const name = `${file.replace('.rego', '')}_${at}`;
    const module = text.replace(/^package \w+/, `package ${name}`);
    return { query: `data.${name}.deny`, code: { modules: { [`${name}.rego`]: module } } };
  });
};

/**
 * Returns the arguments for evaluating a plan with `count` policies. `opa` reads its input from a file and needs no
 * policy list.
 */
async function evaluation(folder: string, name: string, count: number, plan: Buffer): Promise<Work> {
  const place = join(folder, name.replaceAll(/\W+/g, '-'));
  const [ours, theirs] = [join(place, 'ours'), join(place, 'opa')];
  for (const each of [ours, theirs]) await mkdir(each, { recursive: true });
  const policies = policiesOf(count);
  for (const { code } of policies) {
    for (const [file, text] of Object.entries(code.modules)) {
      for (const each of [ours, theirs]) await writeFile(join(each, file), text);
    }
  }
  const entries = policies.map(({ query }) => `  - {name: ${query.split('.')[1]}, query: ${query}}\n`);
  await writeFile(join(ours, 'policies.yaml'), `policies:\n${entries.join('')}`);
  await writeFile(join(place, 'plan.json'), plan);
  await writeFile(join(place, 'input.json'), `{"plan": ${plan}, "run": {}}`);
  return {
    name,
    ours: ['check', join(place, 'plan.json'), '--dir', ours],
    opa: ['eval', '-d', theirs, '-i', join(place, 'input.json'), `[${policies.map(({ query }) => query).join(', ')}]`],
  };
}

async function exampleWork(folder: string): Promise<Work> {
  const rules = join(folder, 'example-rules');
  await mkdir(join(rules, 'lib'), { recursive: true });
  for (const file of ['no_public_buckets.rego', 'owner_tag.rego', 'lib/plan.rego']) {
    await copyFile(join(examples, file), join(rules, file));
  }
  const plan = join(root, 'examples/plan.json');
  const input = join(folder, 'example-input.json');
  await promisify(execFile)('sh', [
    '-c',
    '{ printf \'{"plan": \'; cat "$1"; printf \', "run": {}}\'; } >"$2"',
    'sh',
    plan,
    input,
  ]);
  return {
    name: 'examples: 2 policies, 1 kB',
    ours: ['check', plan, '--dir', examples],
    opa: ['eval', '-d', rules, '-i', input, '[data.buckets.deny, data.tags.deny]'],
  };
}

const [packages, testsOfPackage] = [20, 50];

async function testWork(folder: string): Promise<Work> {
  const place = join(folder, 'tests');
  await mkdir(place);
  for (let at = 0; at < packages; at += 1) {
    const rule =
      'deny contains c.address if {\n  some c in input.plan.resource_changes\n  c.type == "aws_s3_bucket"\n}\n';
    await writeFile(join(place, `p${at}.rego`), `package p${at}\n\n${rule}`);
    const tests = Array.from(
      { length: testsOfPackage },
      (_none, n) =>
        `test_${n} if count(data.p${at}.deny) == 1 with input.plan as {"resource_changes": [{"address": "a${n}", "type": "aws_s3_bucket"}]}\n`,
    );
    await writeFile(join(place, `p${at}_test.rego`), `package p${at}_test\n\n${tests.join('\n')}`);
  }
  const name = `${packages * testsOfPackage} unit tests`;
  return { name, ours: ['policy', 'test', place], opa: ['test', place] };
}

const two = (value: number): string => value.toFixed(2);
const range = (values: readonly number[]): string => {
  const { median, min, max } = spreadOf(values);
  return `${two(median)} (${two(min)}–${two(max)})`;
};

type Costs = Readonly<Record<Build | 'opa', readonly number[]>>;

/** Measures the two builds of the policy engine and `opa` alternately. */
async function costsOf(work: Work, opa: string): Promise<Costs> {
  const costs: Record<Build | 'opa', number[]> = { opa: [], native: [], webassembly: [] };
  for (let round = 0; round < rounds; round += 1) {
    costs.opa.push(await costOf([opa, ...work.opa]));
    costs.native.push(await ourCost('native', work.ours));
    costs.webassembly.push(await ourCost('webassembly', work.ours));
  }
  return costs;
}

const goalOf = (build: Build, costs: Costs): string => {
  const limit = goals[build].base + goals[build].times * spreadOf(costs.opa).median;
  return `≤ ${two(limit)}: ${spreadOf(costs[build]).median <= limit ? 'met' : 'MISSED'}`;
};

const tableOf = (rows: readonly (readonly string[])[]): readonly string[] => {
  const [head = [], ...rest] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [String(head), `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...rest];
};

/** Measures the commands and returns two Markdown tables as lines. */
export async function measureBesideOpa(say: (line: string) => void): Promise<readonly string[]> {
  const { noProgram } = await nativeBuild();
  if (noProgram !== false) throw new Error(`The measurement is not possible: ${noProgram}.`);
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-opa-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  say('building opa');
  const opa = await buildNative(folder);
  const [medium, large] = [planOf(1_150), planOf(4_700, 19)];
  const works = [
    await exampleWork(folder),
    await evaluation(folder, `28 policies, ${(medium.length / 1e3).toFixed()} kB`, 28, medium),
    await evaluation(folder, `40 policies, ${(large.length / 1e6).toFixed(1)} MB`, 40, large),
    await testWork(folder),
  ];
  const rows: (readonly string[])[] = [['Seconds of CPU', 'opa', 'native', 'goal', 'WebAssembly', 'goal']];
  for (const work of works) {
    say(work.name);
    const costs = await costsOf(work, opa);
    const [native, module] = [goalOf('native', costs), goalOf('webassembly', costs)];
    rows.push([work.name, range(costs.opa), range(costs.native), native, range(costs.webassembly), module]);
  }
  const growth: (readonly string[])[] = [['Seconds of CPU', 'opa', 'native', 'WebAssembly']];
  for (const count of [1, 10, 100, 1_000]) {
    const name = `${count} ${count === 1 ? 'policy' : 'policies'}, small plan`;
    say(name);
    const costs = await costsOf(await evaluation(folder, name, count, planOf(10)), opa);
    growth.push([name, range(costs.opa), range(costs.native), range(costs.webassembly)]);
  }
  return [...tableOf(rows), '', ...tableOf(growth)];
}
