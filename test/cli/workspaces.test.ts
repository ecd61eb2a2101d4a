// Commands for a service's workspaces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { newProject, newWorkspace } from '../support/workspaces.ts';
import { openWorld } from '../support/world.ts';

test('A workspace is created with its project and its tags, and is listed', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const project = await newProject(home, 'shops');
  await newWorkspace(home, 'edge');
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const command = (...words: readonly string[]) =>
    tipstaff(['workspace', ...words, '--organization', home.name], environment);

  const created = await command(
    'create',
    'infra',
    '--project',
    'shops',
    '--tag',
    'env=prod',
    '--tag',
    'core',
    '--json',
  );
  const again = await command('create', 'infra');
  const elsewhere = await command('create', 'other', '--project', 'nowhere');
  const wrong = await command('create', 'other', '--tag', '=prod');
  const list = await command('list');

  const { id, name } = created.json().workspace;
  const { body } = await home.client.get(`/organizations/${home.name}/workspaces/infra`);
  const bindings = (await home.client.get(`/workspaces/${id}/tag-bindings`)).body.data;
  assert.deepEqual([name, body.data.id, body.data.relationships.project.data.id], ['infra', id, project]);
  assert.deepEqual(
    bindings.map(({ attributes }: { attributes: { key: string; value: string } }) => [
      attributes.key,
      attributes.value,
    ]),
    [
      ['core', ''],
      ['env', 'prod'],
    ],
  );
  assert.match(again.stderr, /^Name has already been taken\.?\n$/);
  assert.match(elsewhere.stderr, / has no project nowhere: name one of .*shops/);
  assert.match(wrong.stderr, /^--tag must be a key, /);
  assert.deepEqual([again.code, elsewhere.code, wrong.code], [2, 2, 2]);
  assert.match(list.stdout, /^NAME +PROJECT +ID\nedge +Default Project +ws-\w+\ninfra +shops +ws-\w+\n$/);
});
