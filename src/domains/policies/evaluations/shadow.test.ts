// Tests that policies in shadow mode are evaluated and shown but never block a run.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine('A shadow policy is evaluated, shown and counted separately, and blocks no plan', async (world) => {
  const home = await world.home();
  const [tried, enforced] = [await newOpaPolicy(home, 'tried', { shadow: true }), await newOpaPolicy(home, 'enforced')];
  const path = `/policy-sets/${await opaSet(home, 'baseline', [tried, enforced])}/evaluations`;
  const shadowOnly = `/policy-sets/${await opaSet(home, 'trial', [enforced], { shadow: true })}/evaluations`;

  const both = await evaluated({ world, by: home, path }, creating);
  const trial = await evaluated({ world, by: home, path: shadowOnly }, creating);
  await home.client.patch(`/policies/${tried}`, documentOf('policies', { shadow: false }));
  const afterwards = await evaluated({ world, by: home, path }, creating);

  const counts = {
    'advisory-failed': 0,
    passed: 0,
    errored: 0,
    'shadow-passed': 0,
    unknown: 0,
    'shadow-errored': 0,
    exempted: 0,
    old: 0,
  };
  assert.equal(both.attributes.status, 'failed');
  assert.deepEqual(both.attributes['result-count'], { ...counts, 'mandatory-failed': 1, 'shadow-failed': 1 });
  assert.deepEqual(
    both.outcomes[0].attributes.outcomes.map(({ policy_name, shadow, status, output }: Record<string, unknown>) => [
      policy_name,
      shadow,
      status,
      output,
    ]),
    [
      ['enforced', false, 'failed', ['aws_s3_bucket.logs is public']],
      ['tried', true, 'failed', ['aws_s3_bucket.logs is public']],
    ],
  );
  assert.deepEqual(both.attributes.notices, [
    'These mandatory policies are in shadow mode and block no plan: tried (policy set baseline).',
  ]);
  assert.equal(trial.attributes.status, 'passed');
  assert.deepEqual(trial.attributes['result-count'], { ...counts, 'mandatory-failed': 0, 'shadow-failed': 1 });
  assert.deepEqual(trial.attributes.notices, [
    'These mandatory policies are in shadow mode and block no plan: enforced (policy set trial).',
  ]);
  assert.deepEqual([afterwards.attributes['result-count']['mandatory-failed'], afterwards.attributes.notices], [2, []]);
  const { before, after } = (await auditOf(world, tried)).at(-1)?.change ?? {};
  assert.deepEqual([before.introduction, after.introduction], ['shadow', 'enforce']);
});

onEachEngine('A policy in an archive is in shadow mode if the policy list says so', async (world) => {
  const home = await world.home();
  const set = await opaSet(home, 'packed', []);
  const archive = archiveOf({
    'policies.hcl':
      'policy "tried" {\n  query = "data.p.deny"\n  enforcement_level = "mandatory"\n  shadow = true\n}\npolicy "kept" {\n  query = "data.p.none"\n}\n',
    'p.rego': 'package p\n\ndeny contains "no"\n\nnone := []\n',
  });
  const { sent, id } = await sendSetVersion(world, home, set, archive);
  assert.equal(sent.status, 200);

  const listed = await home.client.get(`/policy-set-versions/${id}/policies`);
  const { attributes } = await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, creating);

  assert.deepEqual(
    listed.body.data.map((each: { attributes: Record<string, unknown> }) => [
      each.attributes.name,
      each.attributes.shadow,
    ]),
    [
      ['kept', false],
      ['tried', true],
    ],
  );
  assert.deepEqual([attributes.status, attributes['result-count']['shadow-failed']], ['passed', 1]);
});
