// Commands that list a service's evaluations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { creating, evaluated, evaluationIn, harmless, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld } from '../support/world.ts';

test('Evaluations are listed with their failed policies, and filtered by status, level, workspace, creator and time', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const document = evaluationIn(await newWorkspace(home, 'shop'));
  const path = `/organizations/${home.name}/evaluations`;
  const failed = await evaluated({ world, by: home, path, document }, creating);
  const passed = await evaluated({ world, by: home, path }, harmless);
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const list = (...words: readonly string[]) =>
    tipstaff(['evaluation', 'list', '--organization', home.name, ...words], environment);
  const idsOf = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await list(...words, '--json');
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout).evaluations.map(({ id }: { readonly id: string }) => id);
  };

  const all = await list();
  const first = await list('--page-size', '1');
  const unknown = await list('--workspace', 'nowhere');
  const wrong = await list('--status', 'broken');

  assert.match(all.stdout, /^CREATED +SOURCE +STATUS +WORKSPACE +BY +FAILED +ID\n/);
  assert.match(
    all.stdout,
    new RegExp(`plan +failed +shop +${home.owner.user.username} +1 mandatory, 0 advisory +${failed.id}\n`),
  );
  assert.match(first.stdout, /\nPage 1 of 2, 2 in all\.\n$/);
  assert.deepEqual(await idsOf(), [passed.id, failed.id]);
  assert.deepEqual(await idsOf('--status', 'failed'), [failed.id]);
  assert.deepEqual(await idsOf('--level', 'mandatory', '--workspace', 'shop'), [failed.id]);
  assert.deepEqual(await idsOf('--created-by', home.owner.user.username, '--since', '2020-01-01'), [
    passed.id,
    failed.id,
  ]);
  assert.deepEqual(await idsOf('--until', '2020-01-01'), []);
  assert.deepEqual([unknown.code, wrong.code], [2, 2]);
  assert.match(unknown.stderr, /has no workspace nowhere\./);
  assert.match(wrong.stderr, /filter\[status\] must be one of pending, running/);
});
