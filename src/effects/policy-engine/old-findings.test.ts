// Tests that findings are old or new by the rule of the introduction `enforce-new`, with plans made by Terraform.
import { deepEqual, equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ExpectedAge, inputOf, type Line, policyOf } from '../../../test/old-findings/line.ts';
import { newLines } from '../../../test/old-findings/new-lines.ts';
import { oldLines } from '../../../test/old-findings/old-lines.ts';
import { buildNames, engineBuild } from '../../../test/support/engine-builds.ts';
import { longTimeouts } from '../../../test/support/engine-timeouts.ts';
import type { FindingAge, Verdict } from './answers.ts';
import { newPolicyEngine, type PolicyEngine } from './policy-engine.ts';

const engines = new Map<string, PolicyEngine>();
after(async () => {
  for (const engine of engines.values()) await engine[Symbol.asyncDispose]();
});

/** Returns the engine with a build of its program, or the reason why this machine cannot run the build. */
async function engineOf(name: (typeof buildNames)[number]): Promise<PolicyEngine | string> {
  const known = engines.get(name);
  if (known !== undefined) return known;
  const { settings, skip } = await engineBuild(name);
  if (skip !== false) return skip;
  const engine = newPolicyEngine({ ...settings, memory: 512, timeouts: longTimeouts });
  engines.set(name, engine);
  return engine;
}

async function verdictOf(engine: PolicyEngine, line: Line): Promise<Verdict | undefined> {
  const { verdicts } = await engine.evaluate(inputOf(line), [policyOf(line)]);
  return verdicts[0];
}

const expected = (age: FindingAge | undefined): ExpectedAge | undefined =>
  age?.old === false ? [age.reason, age.names.toSorted(), age['same-before']] : age && 'old';

for (const build of buildNames) {
  for (const line of [...newLines, ...oldLines]) {
    test(`${line.name} (${build})`, async (context) => {
      const engine = await engineOf(build);
      if (typeof engine === 'string') return context.skip(engine);

      const verdict = await verdictOf(engine, line);

      deepEqual(verdict?.problems, []);
      const texts = verdict?.output.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
      const ages = texts?.map((text, index) => [text, expected(verdict?.findings?.[index])] as const);
      deepEqual(Object.fromEntries(ages ?? []), line.findings);
    });
  }
}

test('Findings beyond the first 1,000 have no age', async (context) => {
  const engine = await engineOf('WebAssembly');
  if (typeof engine === 'string') return context.skip(engine);

  const verdict = await verdictOf(engine, { name: '', plan: 'nothing', policy: 'thousand', findings: {} });

  equal(verdict?.count, 1_001);
  equal(verdict?.findings?.length, 1_000);
  deepEqual(verdict?.findings?.[999], { old: true });
});
