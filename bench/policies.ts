// Measures the cost of evaluations. It covers the CPU time of the WebAssembly engine relative to the native engine, the
// memory, and the effect on other requests.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { go, hasModules, hasPinnedGo } from '../scripts/engine/go.ts';
import { engineFolder } from '../scripts/engine/sums.ts';
import type { EvaluateOptions } from '../src/effects/policy-engine/evaluation.ts';
import type { PolicySource } from '../src/effects/policy-engine/policy-code.ts';
import { newPolicyEngine, type PolicyEngine } from '../src/effects/policy-engine/policy-engine.ts';
import { type Installation, install } from './installation.ts';
import { measureNeighbours, neighbourRows } from './neighbours.ts';
import { call, document } from './policy-calls.ts';
import { otherPolicies, planOf, walk } from './policy-samples.ts';
import { type Goal, type PlainResult, type Spread, spreadOf } from './result.ts';
import { organizationName } from './seed.ts';
import { startServer, type Target } from './servers.ts';
import { childrenOf, readCpu, readResident } from './usage.ts';
import { slowdownBeside } from './waits.ts';

const rounds = 3;
const memory = 1_024;
const second = 1e9;
const mebibyte = 1_048_576;

/** Evaluation to measure. */
interface Evaluation {
  readonly name: string;
  readonly plan: Buffer;
  readonly policies: readonly PolicySource[];
  readonly goal: Goal;
}

const evaluations = async (): Promise<readonly Evaluation[]> => {
  const example = (path: string) => readFile(new URL(`../examples/${path}`, import.meta.url));
  const [rule, library] = ['policies/no_public_buckets.rego', 'policies/lib/plan.rego'];
  const modules = { rule: (await example(rule)).toString('utf8'), library: (await example(library)).toString('utf8') };
  const [, name = ''] = /^package (\S+)$/m.exec(modules.rule) ?? [];
  const [medium, large] = [planOf(2_000), planOf(8_000, 19)];
  const readme = { query: `data.${name}.deny`, code: { modules } };
  return [
    { name: "the README's policy, small plan", plan: await example('plan.json'), policies: [readme], goal: { max: 4 } },
    {
      name: `20 policies, 2,000 changes (${sizeOf(medium)})`,
      plan: medium,
      policies: [...otherPolicies, walk],
      goal: { max: 4 },
    },
    { name: `19 policies, 8,000 changes (${sizeOf(large)})`, plan: large, policies: otherPolicies, goal: { max: 4 } },
    { name: `a plan of ${sizeOf(large)} is read`, plan: large, policies: [], goal: { max: 2 } },
  ];
};

const sizeOf = ({ length }: Buffer): string => `${(length / 1e6).toFixed(1)} MB`;

const run = Buffer.from('{"workspace": {"name": "bench", "auto_apply": true}}');

/**
 * Returns the CPU time of one evaluation in seconds. It is the mean of `times` evaluations, because a single evaluation
 * may be too short to measure.
 */
const costOf = async (
  engine: PolicyEngine,
  { plan, policies: evaluated }: Evaluation,
  times: number,
  options: EvaluateOptions = {},
): Promise<number> => {
  const pid = engine.pid() ?? 0;
  const before = await readCpu(pid);
  for (let count = 0; count < times; count += 1) {
    const { input, verdicts } = await engine.evaluate({ plan, run }, evaluated, undefined, options);
    const problem = [...input.problems, ...verdicts.flatMap(({ problems }) => problems)][0];
    if (problem !== undefined) throw new Error(problem.message);
  }
  return ((await readCpu(pid)) - before) / second / times;
};

const settingsOf = (program?: string) => ({
  memory,
  program,
  timeouts: { soft: 120_000, hard: 240_000, idle: 600_000 },
});

/** Builds the native policy engine. Undefined if the required Go version is not installed. */
const nativeEngine = async (folder: string): Promise<PolicyEngine | undefined> => {
  if (!(await hasPinnedGo()) || !(await hasModules())) return undefined;
  const program = join(folder, 'engine');
  await go(engineFolder, ['build', '-o', program, './cmd/native']);
  return newPolicyEngine(settingsOf(program));
};

const result = (name: string, unit: PlainResult['unit'], value: Spread, goal?: Goal): PlainResult => ({
  kind: 'plain',
  name,
  engine: 'sqlite',
  unit,
  value,
  goal,
});

/** Measures the CPU time of an evaluation, and its ratio to the CPU time of the native engine in the same round. */
const measureEvaluation = async (
  wasm: PolicyEngine,
  native: PolicyEngine | undefined,
  evaluation: Evaluation,
): Promise<readonly PlainResult[]> => {
  const isShort = evaluation.plan.length < 100_000;
  const times = isShort ? 500 : 1;
  // The engines are warmed up until the compiler has optimized the parts of the WebAssembly module that the evaluation
  // uses.
  for (const engine of [wasm, native]) if (engine !== undefined) await costOf(engine, evaluation, isShort ? 2_000 : 6);
  const [costs, ratios]: [number[], number[]] = [[], []];
  while (costs.length < rounds) {
    const cost = await costOf(wasm, evaluation, times);
    costs.push(cost * 1_000);
    if (native !== undefined) ratios.push(cost / (await costOf(native, evaluation, times)));
  }
  const { name, goal } = evaluation;
  return [
    result(`${name}: CPU`, 'ms', spreadOf(costs)),
    ...(native === undefined ? [] : [result(`${name}: against the program`, '×', spreadOf(ratios), goal)]),
  ];
};

const trueLines = 'lines that were true, 19 policies, 2,000 changes';

/**
 * Measures the CPU time for finding the lines that were true in failed policies, and its ratio to the CPU time for all
 * verdicts.
 */
const measureTrueLines = async (engine: PolicyEngine): Promise<readonly PlainResult[]> => {
  const name = trueLines;
  const evaluation = { name, plan: planOf(2_000), policies: otherPolicies, goal: { max: 4 } };
  const statuses = ['failed'] as const;
  const options = { trueLines: { statuses, maxWork: 600_000 } };
  for (let count = 0; count < 3; count += 1) await costOf(engine, evaluation, 1, options);
  const [costs, ratios]: [number[], number[]] = [[], []];
  while (costs.length < rounds) {
    const verdicts = await costOf(engine, evaluation, 1);
    const lines = (await costOf(engine, evaluation, 1, options)) - verdicts;
    costs.push(lines * 1_000);
    ratios.push(lines / verdicts);
  }
  return [
    result(`${name}: CPU`, 'ms', spreadOf(costs)),
    result(`${name}: against the verdicts`, '×', spreadOf(ratios), evaluation.goal),
  ];
};

const firstAnswer = 'first answer of a new engine: CPU';

/** Measures the CPU time from starting a policy engine process until its first result. */
const measureFirstAnswer = async (): Promise<PlainResult> => {
  const costs: number[] = [];
  while (costs.length < rounds) {
    await using engine = newPolicyEngine(settingsOf());
    await engine.version();
    costs.push((await readCpu(engine.pid() ?? 0)) / second);
  }
  return result(firstAnswer, 's', spreadOf(costs), { max: 1.1 });
};

/** Stores all policies except `walk` in a global policy set. */
const storePolicies = async (target: Target): Promise<void> => {
  const ids: string[] = [];
  for (const [index, { query, code }] of otherPolicies.entries()) {
    const attributes = { name: `measured-${index}`, kind: 'opa', query, 'enforcement-level': 'mandatory' };
    const { id } = await call(
      target,
      'POST',
      `/organizations/${organizationName}/policies`,
      document('policies', attributes),
    );
    await call(target, 'PUT', `/policies/${id}/upload`, Object.values(code.modules)[0]);
    ids.push(id);
  }
  const members = { policies: { data: ids.map((id) => ({ type: 'policies', id })) } };
  const set = document('policy-sets', { name: 'measured', kind: 'opa', global: true }, members);
  await call(target, 'POST', `/organizations/${organizationName}/policy-sets`, set);
};

const pause = 50;

/** Evaluates a plan. Calls `watch` repeatedly until the evaluation is finished. */
const evaluate = async (target: Target, plan: Buffer, watch: () => Promise<void> = async () => undefined) => {
  const { id } = await call(target, 'POST', `/organizations/${organizationName}/evaluations`, '{}');
  await call(target, 'PUT', `/policy-evaluations/${id}/upload`, plan);
  for (;;) {
    await watch();
    const { status } = (await call(target, 'GET', `/policy-evaluations/${id}`)).attributes;
    if (status !== 'pending' && status !== 'running') return status;
    await wait(pause);
  }
};

const memoryName = 'memory of an evaluation of 10 MB';

/** Time in ms to wait until the service has stopped the idle policy engine. It does so after a minute. */
const idleTime = 70_000;

/**
 * Measures the resident memory before an evaluation, at its peak during the evaluation, and after the idle policy
 * engine was stopped.
 */
const measureMemory = async (target: Target, plan: Buffer): Promise<readonly PlainResult[]> => {
  await wait(1_000);
  const before = await readResident(target.pid);
  let [service, engine] = [0, 0];
  await evaluate(target, plan, async () => {
    const children = await childrenOf(target.pid);
    const sizes = await Promise.all(children.map((pid) => readResident(pid).catch(() => 0)));
    engine = Math.max(engine, ...sizes);
    service = Math.max(service, await readResident(target.pid));
  });
  await wait(idleTime);
  const left = (await childrenOf(target.pid)).length;
  if (left > 0) throw new Error('The policy engine is still running.');
  const megabytes = (name: string, bytes: number): PlainResult =>
    result(`${memoryName}: ${name}`, 'MB', spreadOf([bytes / mebibyte]));
  return [
    megabytes('service before', before),
    megabytes('service during', service),
    megabytes('engine during', engine),
    megabytes('service after, engine stopped', await readResident(target.pid)),
  ];
};

const besideName = 'slowest 1 % of single reads with evaluations of 10 MB beside them';

const measureService = async (
  installation: Installation,
  wants: (name: string) => boolean,
  say: (line: string) => void,
): Promise<readonly PlainResult[]> => {
  await using target = await startServer(installation);
  await storePolicies(target);
  const plan = planOf(8_000, 19);
  const results: PlainResult[] = [];
  if (wants(memoryName)) {
    say(memoryName);
    results.push(...(await measureMemory(target, plan)));
  }
  if (wants(besideName)) {
    say(besideName);
    results.push(result(besideName, '×', await slowdownBeside(target, () => evaluate(target, plan)), { max: 3 }));
  }
  return results;
};

/** Measures the rows that run only the policy engine, without a service. */
const measureEngines = async (
  wants: (name: string) => boolean,
  say: (line: string) => void,
): Promise<readonly PlainResult[]> => {
  const wanted = (await evaluations()).filter(({ name }) => wants(name));
  if (wanted.length === 0 && !wants(trueLines)) return [];
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-bench-engine-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const wasm = stack.use(newPolicyEngine(settingsOf()));
  const native = await nativeEngine(folder);
  if (native !== undefined) stack.use(native);
  for (const engine of [wasm, native]) await engine?.version();
  const results: PlainResult[] = [];
  for (const evaluation of wanted) {
    say(evaluation.name);
    results.push(...(await measureEvaluation(wasm, native, evaluation)));
  }
  if (wants(trueLines)) {
    say(trueLines);
    results.push(...(await measureTrueLines(wasm)));
  }
  return results;
};

/** Measures the rows for whose names `wants` returns true. `say` is called with progress messages. */
export const measurePolicies = async (
  wants: (name: string) => boolean,
  say: (line: string) => void,
): Promise<readonly PlainResult[]> => {
  const results = wants(firstAnswer) ? [await measureFirstAnswer()] : [];
  results.push(...(await measureEngines(wants, say)));
  await using installation = await install({ engine: 'sqlite', postgres: undefined }, { policies: 100, users: 10 });
  if (neighbourRows.some(wants)) results.push(...(await measureNeighbours(installation, wants, say)));
  if (!wants(memoryName) && !wants(besideName)) return results;
  return [...results, ...(await measureService(installation, wants, say))];
};
