// `npm run test:conformance -- rego`: checks that the policy engine behaves like OPA. It runs OPA's own test cases, and
// compares the results of generated policies with a native `opa`. Both need Go and its modules.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasModules, hasPinnedGo, pinnedGo } from '../../../scripts/engine/go.ts';
import { buildNames, type EngineBuild, engineBuild } from '../../support/engine-builds.ts';
import { generatedPolicies } from './generated.ts';
import { buildNative, compareWithNative } from './native.ts';
import { type Deviation, isExpressible, ownCases, runByEngine, runByEvaluator } from './own-cases.ts';

/** Test cases for which the engine's result intentionally differs from native OPA's, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'v0/net.lookup_ip_addr/localhost': 'there are no look-ups',
  'v1/net.lookup_ip_addr/localhost': 'there are no look-ups',
  'v0/time/time caching': "it needs test.sleep, a function of OPA's own tests",
  'v1/time/time caching': "it needs test.sleep, a function of OPA's own tests",
};

/**
 * Test cases that the engine refuses because they refer to an undefined name. OPA returns no result for them, so a
 * policy with such a mistake would pass unnoticed.
 */
const refused: ReadonlySet<string> = new Set(
  ['v0', 'v1'].flatMap((version) =>
    [
      'evaltermexpr/ref undefined',
      'every/domain undefined (data ref)',
      'nestedreferences/undefined',
      'virtualdocs/input: set undefined',
    ].map((note) => `${version}/${note}`),
  ),
);
const isRefusal = ({ name, code }: Deviation): boolean => refused.has(name) && code === 'undefined_reference';

const minPassed = 4_423;
const generatedCount = 200;

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);
const sayEach = (deviations: readonly Deviation[]): void => {
  for (const { name, reason } of deviations) say(`  ${name}: ${reason}`);
};

/** Runs OPA's own test cases. Returns whether all results are as expected. */
async function ownCasesPass(folder: string): Promise<boolean> {
  const cases = await ownCases();
  const deviations = await runByEvaluator(cases, folder);
  const passed = cases.length - deviations.length;
  const unexpected = deviations.filter(({ name }) => exceptions[name] === undefined);
  say(`OPA's own cases by the evaluator of the engine: ${passed} of ${cases.length}.`);
  sayEach(deviations.map(({ name, reason }) => ({ name, reason: exceptions[name] ?? reason })));
  const expressible = cases.filter(isExpressible);
  const outcomes: boolean[] = [];
  for (const name of buildNames) outcomes.push(await expressiblePass(expressible, await engineBuild(name)));
  return passed >= minPassed && unexpected.length === 0 && outcomes.every(Boolean);
}

/**
 * Runs test cases with one build of the engine, except those that the engine's protocol cannot express. Returns whether
 * all results are as expected.
 */
async function expressiblePass(
  cases: Parameters<typeof runByEngine>[0],
  { name, settings, skip }: EngineBuild,
): Promise<boolean> {
  if (skip) {
    say(`Those that a policy can express were not run by ${name}: ${skip}.`);
    return true;
  }
  const deviating = await runByEngine(cases, settings);
  say(`Those that a policy can express, by ${name}: ${cases.length - deviating.length} of ${cases.length}.`);
  sayEach(deviating);
  const refusals = deviating.filter(isRefusal);
  return refusals.length === refused.size && refusals.length === deviating.length;
}

/**
 * Compares the engine's results for generated policies with the results of a native `opa`. Returns whether all agree.
 */
async function generatedAgree(folder: string): Promise<boolean> {
  const opa = await buildNative(folder).catch(() => undefined);
  if (opa === undefined) {
    say('Generated policies were not compared, because a native opa cannot be built here.');
    return true;
  }
  const { deviations, counts } = await compareWithNative(opa, folder, generatedPolicies(generatedCount));
  const { passed, failed, errored } = counts;
  say(
    `Generated policies, compared with a native opa: ${generatedCount} (${failed} failed, ${passed} passed, ${errored} errored), ${deviations.length} differ.`,
  );
  sayEach(deviations);
  return deviations.length === 0;
}

const reason = (await hasPinnedGo())
  ? (await hasModules())
    ? undefined
    : 'the Go modules of the policy engine cannot be downloaded'
  : `${await pinnedGo()} is not here`;
if (reason !== undefined) say(`Skipped, because ${reason}.`);
else {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-conformance-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const outcomes = [await ownCasesPass(folder), await generatedAgree(folder)];
  process.exitCode = outcomes.every(Boolean) ? 0 : 1;
}
