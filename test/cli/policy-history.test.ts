import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { documentOf } from '../support/documents.ts';
import { newPolicy, newPolicySet } from '../support/policies.ts';
import { openWorld } from '../support/world.ts';

test('The history of a policy lists who changed what, and can be limited to one kind of change', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const id = await newPolicy(home, 'keys', { kind: 'opa', query: 'data.p.deny' });
  await home.client.put(`/policies/${id}/upload?message=Keys+wait+30+days`, 'package p\n\ndeny := []\n');
  await home.client.patch(`/policies/${id}`, documentOf('policies', { 'enforcement-level': 'mandatory' }));
  await newPolicySet(home, 'prod', { kind: 'opa' }, [id]);
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const history = (...words: readonly string[]) =>
    tipstaff(['policy', 'history', 'keys', '--organization', home.name, ...words], environment);

  const all = await history();
  const ofCode = await history('--kind', 'code', '--json');

  const { username } = home.owner.user;
  assert.equal(all.code, 0, all.stderr);
  assert.match(all.stdout, /^AT +BY +CHANGE +POLICY SETS +VALUES\n/);
  assert.match(all.stdout, / policy-set\.create +prod +name: none → prod; /);
  assert.match(all.stdout, new RegExp(`${username} +policy.update +enforcement-level: advisory → mandatory\n`));
  assert.match(all.stdout, / policy\.upload +revision: none → 1; message: none → Keys wait 30 days\n/);
  assert.deepEqual(
    ofCode.json().changes.map(({ action }: { action: string }) => action),
    ['policy.upload'],
  );
});
