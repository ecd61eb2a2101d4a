// Commands that list a service's evaluations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import {
  creating,
  evaluated,
  evaluatedIn,
  evaluationIn,
  harmless,
  newOpaPolicy,
  opaSet,
} from '../support/evaluations.ts';
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

test('An evaluation is overridden by its identifier or link, with a comment and an end', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true, overridable: true });
  const workspace = await newWorkspace(home, 'shop');
  const [first, second] = [
    await evaluatedIn(world, home, workspace, creating),
    await evaluatedIn(world, home, workspace, creating),
  ];
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const override = (...words: readonly string[]) => tipstaff(['evaluation', 'override', ...words], environment);
  const link = `${world.url}/app/organizations/${home.name}/evaluations/${second.id}`;

  const refused = [
    await override(first.id),
    await override(first.id, '--comment', 'known', '--until', 'soon'),
    await override('shop', '--comment', 'known'),
    await override('poleval-1111111111111111', '--comment', 'known'),
  ];
  const byId = await override(first.id, '--comment', 'known', '--until', '3d');
  const again = await override(first.id, '--comment', 'known');
  const byLink = await override(`${link}?view=changes`, '--comment', 'known', '--json');

  assert.deepEqual(
    refused.map(({ code, stderr }) => [code, stderr.split('\n')[0]]),
    [
      [2, 'Say why the run may continue: --comment <text>.'],
      [
        2,
        '--until must be a number of days, such as 14d, a day, such as 2026-12-24, or a time, such as 2026-12-24T12:00:00Z.',
      ],
      [
        2,
        'shop is neither the identifier of an evaluation, such as poleval-4xT9bQ7mZr2KfWns, nor the link to its page: a check with a service prints the link.',
      ],
      [
        2,
        'There is no evaluation poleval-1111111111111111, or this token does not have the permission for this operation.',
      ],
    ],
  );
  const shown = (await home.client.get(`/policy-evaluations/${first.id}`)).body.data.attributes;
  const end = shown.override['expires-at'];
  const left = Date.parse(end) - Date.now();
  assert.ok(left > 2.99 * 86_400_000 && left <= 3 * 86_400_000, end);
  assert.deepEqual([shown.status, shown.override.comment], ['overridden', 'known']);
  assert.deepEqual([byId.code, byId.stdout], [0, `${first.id} is overridden until ${end}.\n`]);
  assert.equal(again.code, 2);
  assert.match(again.stderr, /^The evaluation is overridden: there is nothing to override\.\n/);
  assert.deepEqual([byLink.json().evaluation.id, byLink.json().evaluation.status], [second.id, 'overridden']);
});

test('`evaluation show` says what changed since the last plan that passed', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets');
  await opaSet(home, 'baseline', [policy], { global: true });
  const workspace = await newWorkspace(home, 'shop');
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const show = (...words: readonly string[]) => tipstaff(['evaluation', 'show', ...words], environment);
  const first = await evaluatedIn(world, home, workspace, creating);
  world.advance(1_000);
  const passed = await evaluatedIn(world, home, workspace, harmless);
  const source = 'package buckets\n\ndeny contains each.address if some each in input.plan.resource_changes\n';
  await home.client.put(`/policies/${policy}/upload?message=No%20buckets`, source);
  world.advance(1_000);
  const failed = await evaluatedIn(world, home, workspace, harmless);

  const [one, other, json, accepted] = [
    await show(failed.id),
    await show(first.id),
    await show(failed.id, '--json'),
    await show(passed.id),
  ];

  const revision = await home.client.get(`/policies/${policy}/revisions/2`);
  const [head, since, resource] = one.stdout.trimEnd().split('\n');
  assert.equal(
    head,
    `${failed.id} of ${failed.attributes['created-at']}: failed (failed policies: 1 mandatory, 0 advisory)`,
  );
  assert.ok(
    since?.startsWith(`Since the last plan of this workspace that passed (${passed.attributes['created-at']}):`),
  );
  assert.match(String(since), /: policy buckets changed from revision 1 to 2 \(“No buckets”, by /);
  assert.ok(since?.endsWith(`, ${revision.body.data.attributes['created-at']}). The plan is the same.`), since);
  assert.equal(resource, 'The resource with findings did not change.');
  assert.match(
    other.stdout,
    /\nNo earlier plan of this workspace passed, so there is nothing to compare this plan with\.\n$/,
  );
  assert.equal(JSON.parse(json.stdout).comparison.status, 'compared');
  assert.equal(accepted.stdout.trimEnd().split('\n').length, 1);
});
