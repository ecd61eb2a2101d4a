// How commands and the service choose between the builds of the policy engine, and where they show the chosen build.
import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { DoctorFinding } from '../../src/domains/instance/doctor/finding.ts';
import { webAssembly } from '../../src/effects/policy-engine/engine-choice.ts';
import { clientOf } from '../support/client.ts';
import { commandsOn, type Environment, environmentOf, startService, tipstaff } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { documentOf } from '../support/documents.ts';
import { nativeBuild } from '../support/engine-builds.ts';
import { created, creating, newOpaPolicy, opaSet, pathOf } from '../support/evaluations.ts';
import { temporaryFolder } from '../support/temporary.ts';

const checkWith = async (policyEngine: string) => {
  const words = ['check', 'examples/plan.json', '--dir', 'examples/policies', '--json'];
  const { stderr, json } = await tipstaff(words, { TIPSTAFF_POLICY_ENGINE: policyEngine });
  assert.equal(stderr, '');
  return json();
};

test('A check shows which build of the engine it used, and why', async () => {
  const { engine } = await checkWith(webAssembly);

  assert.deepEqual(engine, { kind: 'webassembly', reason: 'TIPSTAFF_POLICY_ENGINE selects this engine.' });
});

test('Both builds give the same verdicts', async (context) => {
  const { program: nativeProgram, noProgram } = await nativeBuild();
  if (noProgram !== false) return context.skip(noProgram);
  const [one, other] = [await checkWith(webAssembly), await checkWith(nativeProgram)];

  assert.deepEqual(other.engine, { kind: 'native', reason: 'TIPSTAFF_POLICY_ENGINE names the program.' });
  const verdicts = ({ policies }: { policies: readonly { readonly 'duration-ms': number }[] }) =>
    policies.map((policy) => ({ ...policy, 'duration-ms': 0 }));
  assert.deepEqual(verdicts(other), verdicts(one));
});

/** Writes an engine program that fails to enable its sandbox. */
const unconfinable = async (folder: string): Promise<string> => {
  const program = join(folder, 'engine');
  await writeFile(program, '#!/bin/sh\necho "no confinement" >&2\nexit 1\n');
  await chmod(program, 0o755);
  return program;
};

const findingOf = (findings: readonly DoctorFinding[]) => findings.find(({ check }) => check === 'policy engine');

commandsOn('sqlite', 'The doctor says which build a service would use, and why', async (environment) => {
  await using folder = await temporaryFolder();
  const program = await unconfinable(folder.path);
  const examine = async (policyEngine: string) => {
    const variables = { ...environment, TIPSTAFF_POLICY_ENGINE: policyEngine };
    return findingOf((await tipstaff(['doctor', '--json'], variables)).json().findings);
  };

  const [chosen, unconfined] = [await examine(webAssembly), await examine(program)];

  assert.deepEqual(
    [chosen?.status, chosen?.detail],
    ['ok', 'Policies are evaluated by WebAssembly. TIPSTAFF_POLICY_ENGINE selects this engine.'],
  );
  assert.deepEqual(
    [
      unconfined?.status,
      unconfined?.detail.startsWith(
        `Policies are evaluated by WebAssembly. ${program} cannot be used: no confinement.`,
      ),
    ],
    ['warning', true],
  );
});

/** Starts a service with the given engine program. Returns the line that it logs about its engine. */
const lineOfService = async (environment: Environment, policyEngine: string) => {
  const variables = { ...environment, TIPSTAFF_LOG_LEVEL: 'info', TIPSTAFF_POLICY_ENGINE: policyEngine };
  await using service = await startService(variables, { keepsLog: true });
  await service.stop();
  const line = service
    .log()
    .split('\n')
    .find((each) => each.includes('policy engine selected'));
  const { level, engine, reason } = JSON.parse(line ?? '{}');
  return { level, engine, reason };
};

commandsOn('sqlite', 'A service uses no program that cannot be confined, and says so', async (environment) => {
  await using folder = await temporaryFolder();

  const line = await lineOfService(environment, await unconfinable(folder.path));

  assert.deepEqual([line.level, line.engine], ['warn', 'webassembly']);
  assert.match(line.reason, /cannot be used: no confinement\.$/);
});

test('A service uses a program that supports the sandbox, and logs this', async (context) => {
  const { program: nativeProgram, noConfinement } = await nativeBuild();
  if (noConfinement !== false) return context.skip(noConfinement);
  await using database = await freshDatabase('sqlite');

  const line = await lineOfService(environmentOf(database), nativeProgram);

  assert.deepEqual(line, {
    level: 'info',
    engine: 'native',
    reason: 'TIPSTAFF_POLICY_ENGINE names the program. The sandbox of the program works.',
  });
});

test('A service with a sandboxed program gives verdicts over HTTP, and stops an endless policy', async (context) => {
  const { program: policyEngine, noConfinement } = await nativeBuild();
  if (noConfinement !== false) return context.skip(noConfinement);
  await using database = await freshDatabase('sqlite');
  const environment = environmentOf(database);
  const words = ['admin', 'create', '--username', 'root', '--email', 'root@example.com', '--json'];
  const { token } = (await tipstaff(words, environment)).json().meta;
  await using service = await startService({ ...environment, TIPSTAFF_POLICY_ENGINE: policyEngine });
  const home = { client: clientOf(service.url, token), name: 'acme' };
  const organization = documentOf('organizations', { name: home.name, email: 'acme@example.com' });
  assert.equal((await home.client.post('/organizations', organization)).status, 201);
  const endless = 'package p\n\ndeny contains x if { some x in numbers.range(1, 1000000000000); x < 0 }\n';
  const policies = [
    await newOpaPolicy(home, 'buckets'),
    await newOpaPolicy(home, 'endless', { source: endless, rule: 'data.p.deny', level: 'advisory' }),
  ];
  await opaSet(home, 'all', policies, { global: true });

  const { id, links } = await created({ by: home, path: `/organizations/${home.name}/evaluations` });
  await home.client.put(pathOf(links.upload), creating);
  const finished = async () => {
    for (;;) {
      const { body } = await home.client.get(`/policy-evaluations/${id}`);
      if (!['pending', 'running'].includes(body.data.attributes.status)) return body.data.attributes;
      await wait(50);
    }
  };
  const { status, 'result-count': counts } = await finished();
  const { body: outcomes } = await home.client.get(`/policy-evaluations/${id}/policy-set-outcomes`);
  const { body: system } = await home.client.get('/admin/system-status');

  const [buckets, ended] = outcomes.data[0].attributes.outcomes;
  assert.deepEqual([status, counts['mandatory-failed'], counts.errored], ['failed', 1, 1]);
  assert.deepEqual(buckets.output, ['aws_s3_bucket.logs is public']);
  assert.equal(ended.status, 'errored');
  assert.match(findingOf(system.data.attributes.findings)?.detail ?? '', /^Policies are evaluated by a native program/);
});
