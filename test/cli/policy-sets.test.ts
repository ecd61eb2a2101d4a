// Policy sets that are declared in a file and applied to a service once or several times.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { newMember } from '../support/members.ts';
import { newPolicy, newPolicySet } from '../support/policies.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { engines, type Home, openWorld, type World } from '../support/world.ts';

const commandsOf = ({ url }: World, { name }: Home, token: string) => {
  const environment = { TIPSTAFF_URL: url, TIPSTAFF_TOKEN: token };
  return (words: readonly string[], input = '') => tipstaff([...words, '--organization', name], environment, { input });
};

/** Returns a policy set with all its relationships. */
const setOf = async ({ client, name }: Home, set: string) => {
  const { body } = await client.get(`/organizations/${name}/policy-sets?search[name]=${set}`);
  return (await client.get(`/policy-sets/${body.data[0].id}`)).body.data;
};

for (const engine of engines) {
  test(`Declared sets are created and changed after the diff is shown, and other sets are kept (${engine})`, async () => {
    await using world = await openWorld(engine, { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
    const home = await world.home();
    const opa = { kind: 'opa', query: 'data.a.deny' };
    const [one, two] = [await newPolicy(home, 'one', opa), await newPolicy(home, 'two', opa)];
    const [shop, edge] = [await newWorkspace(home, 'shop'), await newWorkspace(home, 'edge')];
    await newPolicySet(home, 'untouched', { kind: 'opa', description: 'Mine' });
    const command = commandsOf(world, home, home.owner.token);
    const apply = (text: string, ...words: readonly string[]) => command(['policy-set', 'apply', '-', ...words], text);
    const first = `policy-sets:
  - name: baseline
    description: For all
    global: false
    overridable: true
    policies: [one, two]
    workspaces: [shop]
    project-exclusions: [Default Project]
  - {name: natives, kind: native, shadow: true}
`;
    const second = `policy-sets:
  - name: baseline
    description: For some
    overridable: true
    policies: [two]
    workspaces: [shop, edge]
  - name: natives
`;

    const dry = await apply(first, '--dry-run');
    const none = await home.client.get(`/organizations/${home.name}/policy-sets`);
    const created = await apply(first);
    const made = await setOf(home, 'baseline');
    const natives = await setOf(home, 'natives');
    const same = await apply(first, '--json');
    const changed = await apply(second);
    const after = await setOf(home, 'baseline');
    const shown = await command(['policy-set', 'show', 'baseline']);
    const listed = await command(['policy-set', 'list']);

    assert.equal(dry.code, 0, dry.stderr);
    assert.match(dry.stdout, /\n {2}\+ baseline\n {6}description: "For all"\n.* {6}overridable: yes\n/s);
    assert.match(
      dry.stdout,
      /\n {6}policies: \+one \+two\n {6}workspaces: \+shop\n {6}project-exclusions: \+Default Project\n/,
    );
    assert.match(dry.stdout, /\n2 to create, 0 to change, 0 as declared\.\nNothing was changed\.\n$/);
    assert.equal(none.body.meta.pagination['total-count'], 1);
    assert.deepEqual([created.code, created.stdout], [0, 'Applied 2.\n'], created.stderr);
    assert.equal(`${created.stderr}Nothing was changed.\n`, dry.stdout);
    const ids = (name: string, { relationships } = made) =>
      relationships[name].data.map(({ id }: { id: string }) => id).sort();
    assert.deepEqual([made.attributes.kind, made.attributes.overridable, made.attributes.global], ['opa', true, false]);
    assert.deepEqual([ids('policies'), ids('workspaces')], [[one, two].sort(), [shop]]);
    assert.equal(ids('project-exclusions').length, 1);
    assert.deepEqual([natives.attributes.kind, natives.attributes.shadow], ['sentinel', true]);
    const actions = same.json()['policy-sets'].map(({ action }: { action: string }) => action);
    assert.deepEqual([same.code, actions, same.stderr], [0, ['none', 'none'], '']);
    assert.equal(
      changed.stderr,
      `Policy sets of ${home.name}:\n  ~ baseline\n      description: "For all" → "For some"\n      policies: -one\n      workspaces: +edge\n0 to create, 1 to change, 1 as declared.\n`,
    );
    assert.deepEqual([ids('policies', after), ids('workspaces', after)], [[two], [edge, shop].sort()]);
    assert.equal(ids('project-exclusions', after).length, 1);
    assert.match(shown.stdout, /\nKind: +opa\n.*\nPolicies: +two\nWorkspaces: +.*shop/s);
    assert.match(
      listed.stdout,
      /^NAME +KIND +APPLIES TO +POLICIES +ID\nbaseline +opa +2 workspaces, 0 projects +1 +polset-/,
    );
  });
}

test('All errors of a file are reported together with their locations, and nothing is changed', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await newPolicy(home, 'native-one');
  await newPolicySet(home, 'natives');
  await newPolicySet(home, 'pushed', { kind: 'opa' });
  const command = commandsOf(world, home, home.owner.token);
  const dir = join(folder.path, 'policies');
  await mkdir(dir);
  await writeFile(join(dir, 'policies.yaml'), 'policies: [{name: a, query: data.a.deny}]\n');
  await writeFile(join(dir, 'a.rego'), 'package a\n\ndeny := []\n');
  await command(['policy', 'push', dir, '--set', 'pushed']);
  const { token } = await newMember(world, home);
  const file = join(folder.path, 'sets.yaml');
  const apply = async (text: string, by = command) => {
    await writeFile(file, text);
    const { code, stderr } = await by(['policy-set', 'apply', file]);
    return [code, stderr.replaceAll(`${folder.path}/`, '')];
  };

  const refusals = [
    await apply('policy-sets: []\n'),
    await apply('sets: []\n'),
    await apply('policy-sets:\n  - name: a\n    globl: true\n'),
    await apply('policy-sets:\n  - {name: a}\n  - {name: a}\n'),
    await apply('policy-sets:\n  - {name: a, global: "yes"}\n'),
    await apply('policy-sets:\n  - {name: a, policies: one}\n'),
    await apply(
      'policy-sets:\n  - {name: natives, kind: opa}\n  - {name: b, policies: [x], workspaces: [y,\n     # infra\n     z]}\n  - {name: pushed, policies: []}\n',
    ),
    await apply('policy-sets:\n  - {name: a}\n', commandsOf(world, home, token)),
    await apply('policy-sets:\n  - {name: fine}\n  - {name: a, kind: opa, policies: [native-one]}\n'),
  ];
  const document = await command(['policy-set', 'apply', file, '--json']);
  const missing = await command(['policy-set', 'show', 'nothing']);
  const inVersion = await command(['policy', 'show', 'a']);
  const names = (await home.client.get(`/organizations/${home.name}/policy-sets`)).body.data.map(
    ({ attributes }: { attributes: { name: string } }) => attributes.name,
  );

  const creating = (name: string) => `"tipstaff workspace create ${name} --organization ${home.name}" creates one`;
  assert.deepEqual(refusals.slice(0, 7), [
    [2, 'sets.yaml:1: the file declares no policy set.\n'],
    [2, 'sets.yaml:1: the key sets is unknown: use one of the keys policy-sets.\n'],
    [
      2,
      'sets.yaml:3: the key globl is unknown: use one of the keys name, kind, description, policies-path, input, unknown-values, global, overridable, shadow, policies, workspaces, projects, workspace-exclusions, project-exclusions.\n',
    ],
    [2, 'sets.yaml:3: the policy set a is listed twice.\n'],
    [2, 'sets.yaml:2: global must be true or false.\n'],
    [2, 'sets.yaml:2: policies must be a list of names.\n'],
    [
      2,
      [
        'sets.yaml:2: natives is of the kind native, which cannot be changed: declare a policy set with a different name.',
        `sets.yaml:3: ${home.name} has no policy x: "tipstaff policy list --organization ${home.name}" shows the existing ones.`,
        `sets.yaml:3: ${home.name} has no workspace y: ${creating('y')}.`,
        `sets.yaml:5: ${home.name} has no workspace z: ${creating('z')}.`,
        'sets.yaml:6: the policies of pushed are uploaded by "tipstaff policy push": remove the key policies.\n',
      ].join('\n'),
    ],
  ]);
  assert.equal(refusals[7]?.[0], 2);
  assert.equal(refusals[8]?.[0], 1);
  assert.match(String(refusals[8]?.[1]), /sets\.yaml:3: a: .* No policy set was created or changed\.\n$/s);
  const [{ code, detail, source }] = document.json().errors;
  assert.deepEqual([document.code, code, source.pointer], [1, 'invalid', '/data/attributes/creations/1']);
  assert.ok(document.stderr.endsWith(`\n${detail}\n`), document.stderr);
  assert.deepEqual(names, ['natives', 'pushed']);
  assert.equal(missing.code, 2);
  assert.equal(
    inVersion.stderr,
    `${home.name} has no policy a. Policies that were pushed as a version of a policy set (pushed) are not listed: to write these into a folder, run "tipstaff policy pull <folder> --organization ${home.name} --set <set>".\n`,
  );
});
