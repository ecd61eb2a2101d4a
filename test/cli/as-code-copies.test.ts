// Exports a record of every type from one instance to files and applies the files to another, on both engines and in
// both vocabularies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KindName, kindNames } from '../../src/cli/as-code/model.ts';
import { tipstaff } from '../support/command.ts';
import { documentOf } from '../support/documents.ts';
import { textsIn } from '../support/policy-folders.ts';
import { ada, fillInstance, homeNamed, publishModules, secrets, variablesOf } from '../support/rich-instance.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { type Home, openWorld, type Person, type World } from '../support/world.ts';

type Vocabulary = 'neutral' | 'terraform';

/** For each record type, a line that occurs in the exported files only if they contain a record of that type. */
const signs: Readonly<Record<KindName, RegExp>> = {
  plan: /^ {2}- identifier: large$/m,
  organization: /^data-retention-days: 90$/m,
  membership: /^members:\n(?: {2}- .*\n)* {2}- kim@example\.com$/m,
  team: /^ {2}- name: Platform team$/m,
  project: /^ {2}- name: Web shop$/m,
  workspace: /^ {2}- name: shop$/m,
  'workspace-access': /^ {4}workspaces:\n {6}- name: shop\n {8}access: custom\n {8}runs: plan$/m,
  'project-access': /^ {4}projects:\n {6}- name: Web shop\n {8}access: admin$/m,
  policy: /^ {2}- name: former\n {4}kind: native$/m,
  'policy-set': /^ {4}workspace-exclusions:\n {6}- edge\n {4}approvers:\n {6}- Platform team$/m,
  parameter: /^ {6}- key: region$/m,
  'parameter-override': /^ {8}overrides:\n(?: {10}.*\n)* {10}- tag-key: env\n {12}tag-value: prod\n {12}value: af$/m,
  delegation: /^ {2}- team: Platform team\n {4}workspace: edge$/m,
  deprecation: /^ {2}- module: network\/aws$/m,
  retention: /^data-retention-days: 40$/m,
  'oidc-provider': /^ {2}- key: keycloak$/m,
  settings: /^ {4}cloud-a-access-key-id: \$\{env:/m,
  administrator: /^administrators:\n(?: {2}- .*\n)* {2}- second@example\.com$/m,
};

/**
 * Adds settings of the organization that no list contains, and a team's permission to override policy results in a
 * workspace.
 */
async function complete({ client, name }: Home): Promise<void> {
  const { data: teams } = (await client.get(`/organizations/${name}/teams`)).body;
  const { data: workspaces } = (await client.get(`/organizations/${name}/workspaces`)).body;
  const idOf = (list: readonly { readonly id: string; readonly attributes: { readonly name: string } }[], of: string) =>
    list.find(({ attributes }) => attributes.name === of)?.id;
  const delegation = {
    team: { data: { id: idOf(teams, 'Platform team'), type: 'teams' } },
    workspace: { data: { id: idOf(workspaces, 'edge'), type: 'workspaces' } },
  };
  const retention = documentOf('data-retention-policy-delete-olders', { 'delete-older-than-n-days': 90 });
  const consumers = { data: [{ id: 'consumer', type: 'organizations' }] };
  for (const { status, body } of [
    await client.post(
      `/organizations/${name}/policy-override-delegations`,
      documentOf('policy-override-delegations', {}, delegation),
    ),
    await client.post(`/organizations/${name}/relationships/data-retention-policy`, retention),
    await client.post('/organizations', documentOf('organizations', { name: 'consumer', email: 'c@example.com' })),
    await client.patch(`/admin/organizations/${name}/relationships/module-consumers`, consumers),
  ])
    assert.ok(status < 300, JSON.stringify(body));
}

const worldOf = (engine: 'sqlite' | 'postgres', vocabulary: Vocabulary): Promise<World> =>
  openWorld(engine, { environment: { TIPSTAFF_VOCABULARY: vocabulary } });

const commandsOf =
  (world: World, person: Person) =>
  (...words: readonly string[]) =>
    tipstaff(words, { ...variablesOf(world, person), ...secrets });

for (const [from, to] of [
  [
    ['sqlite', 'neutral'],
    ['postgres', 'terraform'],
  ],
  [
    ['postgres', 'terraform'],
    ['sqlite', 'neutral'],
  ],
] as const) {
  test(`A record of every type is copied from ${from.join(' in ')} to ${to.join(' in ')} without a difference`, async () => {
    await using first = await worldOf(from[0], from[1]);
    await using second = await worldOf(to[0], to[1]);
    await using folder = await temporaryFolder();
    await using copied = await temporaryFolder();
    const [source, target] = [await ada(first), await ada(second)];
    await complete(await fillInstance(first, source, from[1]));
    const [there, here] = [commandsOf(first, source), commandsOf(second, target)];

    const exported = await there('export', folder.path);
    const applied = await here('apply', folder.path);
    await publishModules(second, await homeNamed(second, target, 'shire'));
    const deprecated = await here('apply', folder.path);
    const twice = await here('apply', folder.path, '--json');
    const pruned = await here('apply', folder.path, '--dry-run', '--prune', '--json');
    const again = await here('export', copied.path);

    assert.deepEqual([exported.code, again.code], [0, 0], exported.stderr + again.stderr);
    assert.match(applied.stdout, /^Applied \d+\.\n/, applied.stderr);
    assert.deepEqual([deprecated.code, deprecated.stdout], [0, 'Applied 1.\n'], deprecated.stderr);
    for (const same of [twice, pruned])
      assert.deepEqual([same.code, same.json().changes, same.json()['left-out']], [0, [], []]);
    const texts = await textsIn(folder.path);
    assert.deepEqual(await textsIn(copied.path), texts);
    const all = Object.values(texts).join('\n');
    for (const kind of kindNames) assert.match(all, signs[kind], `no ${kind} is in the files`);
    assert.ok(!all.includes('s3cr3t'));
  });
}
