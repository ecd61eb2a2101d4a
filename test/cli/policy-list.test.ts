import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { openWorld } from '../support/world.ts';

test('The policies of a service are listed by level, shadow mode, tests and results', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const failing = await newOpaPolicy(home, 'failing');
  await newOpaPolicy(home, 'trial', { shadow: true, level: 'advisory' });
  await home.client.put(`/policies/${failing}/tests`, 'package buckets_test\n\ntest_nothing if true\n');
  const set = await opaSet(home, 'baseline', [failing]);
  await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, creating);
  const list = (...words: readonly string[]) =>
    tipstaff(['policy', 'list', '--organization', home.name, ...words, '--json'], {
      TIPSTAFF_URL: world.url,
      TIPSTAFF_TOKEN: home.owner.token,
    });
  const named = async (...words: readonly string[]) =>
    (await list(...words)).json().policies.map(({ name }: { name: string }) => name);

  assert.deepEqual(await named(), ['failing', 'trial']);
  assert.deepEqual(await named('--level', 'advisory'), ['trial']);
  assert.deepEqual(await named('--failing'), ['failing']);
  assert.deepEqual(await named('--never-evaluated'), ['trial']);
  assert.deepEqual(await named('--shadow', '--search', 'tri'), ['trial']);
  assert.deepEqual(await named('--without-tests'), ['trial']);
  const both = await list('--set', 'baseline', '--failing');
  assert.equal(both.code, 2);
  assert.match(both.stderr, /--set cannot be combined with a search or a filter/);
});
