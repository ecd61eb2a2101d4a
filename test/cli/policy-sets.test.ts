// Policy sets that are declared in the file policy-sets.yaml of a folder, without the other files of an organization.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { auditOf } from '../support/audit.ts';
import { tipstaff } from '../support/command.ts';
import { documentOf } from '../support/documents.ts';
import { newMember, newTeam } from '../support/members.ts';
import { newPolicy, newPolicySet } from '../support/policies.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { engines, type Home, openWorld, type World } from '../support/world.ts';

const commandsOf =
  ({ url }: World, token: string) =>
  (words: readonly string[]) =>
    tipstaff(words, { TIPSTAFF_URL: url, TIPSTAFF_TOKEN: token });

/** Returns a function that writes the text to policy-sets.yaml of the organization, and applies the folder. */
const applying =
  (folder: string, { name }: Home, command: ReturnType<typeof commandsOf>) =>
  async (text: string, ...words: readonly string[]) => {
    const place = join(folder, 'organizations', name);
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'policy-sets.yaml'), text);
    return command(['apply', folder, ...words]);
  };

/** Returns a policy set with all its relationships. */
const setOf = async ({ client, name }: Home, set: string) => {
  const { body } = await client.get(`/organizations/${name}/policy-sets?search[name]=${set}`);
  return (await client.get(`/policy-sets/${body.data[0].id}`)).body.data;
};

for (const engine of engines) {
  test(`Declared sets are created and changed after the diff is shown, and other sets are kept (${engine})`, async () => {
    await using folder = await temporaryFolder();
    await using world = await openWorld(engine, { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
    const home = await world.home();
    const team = await newTeam(world, home, ['manage-policies', 'read-workspaces', 'read-projects']);
    const manager = await newMember(world, home, team);
    const opa = { kind: 'opa', query: 'data.a.deny', 'enforcement-level': 'mandatory' };
    const [one, two] = [await newPolicy(home, 'one', opa), await newPolicy(home, 'two', opa)];
    const [shop, edge] = [await newWorkspace(home, 'shop'), await newWorkspace(home, 'edge')];
    await newPolicySet(home, 'untouched', { kind: 'opa', description: 'Mine' });
    const command = commandsOf(world, manager.token);
    const apply = applying(folder.path, home, command);
    const first = `policy-sets:
  - name: baseline
    kind: opa
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
    const shown = await command(['policy-set', 'show', 'baseline', '--organization', home.name]);
    const listed = await command(['policy-set', 'list', '--organization', home.name]);

    assert.equal(dry.code, 1, dry.stderr);
    assert.match(
      dry.stdout,
      /\n {2}\+ policy set \S+\/baseline\n {6}kind: "opa"\n {6}description: "For all"\n.* {6}overridable: yes\n/s,
    );
    assert.match(
      dry.stdout,
      /\n {6}policies: \+one \+two\n {6}workspaces: \+shop\n {6}project-exclusions: \+Default Project\n/,
    );
    assert.match(
      dry.stdout,
      /\n2 to create, 0 to change, 0 to delete\.\nThese changes can make more plans fail:\n {2}the policy set \S+\/baseline is new\. It is not known how many plans would newly fail, because .*\nNothing was changed\.\n$/,
    );
    assert.equal(none.body.meta.pagination['total-count'], 1);
    assert.deepEqual([created.code, created.stdout], [0, 'Applied 2.\n'], created.stderr);
    assert.equal(`${created.stderr}Nothing was changed.\n`, dry.stdout);
    const ids = (name: string, { relationships } = made) =>
      relationships[name].data.map(({ id }: { id: string }) => id).sort();
    assert.deepEqual([made.attributes.kind, made.attributes.overridable, made.attributes.global], ['opa', true, false]);
    assert.deepEqual([ids('policies'), ids('workspaces')], [[one, two].sort(), [shop]]);
    assert.equal(ids('project-exclusions').length, 1);
    assert.deepEqual([natives.attributes.kind, natives.attributes.shadow], ['sentinel', true]);
    assert.deepEqual([same.code, same.json().changes, same.stderr], [0, [], '']);
    const widened = `the policy set ${home.name}/baseline applies to 1 more workspace`;
    assert.equal(
      changed.stderr,
      `Changes to ${world.url}:\n  ~ policy set ${home.name}/baseline\n      description: "For all" → "For some"\n      policies: -one\n      workspaces: +edge\n0 to create, 1 to change, 0 to delete.\nThese changes can make more plans fail:\n  ${widened}. It is not known how many plans would newly fail, because a replay cannot try the new value of policies.\n`,
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

test('Approvers are declared by the names of their teams, and new ones are added before others are removed', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const home = await world.home();
  for (const name of ['security', 'network']) {
    await home.client.post(`/organizations/${home.name}/teams`, documentOf('teams', { name }));
  }
  const apply = applying(folder.path, home, commandsOf(world, home.owner.token));
  const declared = (...teams: readonly string[]) =>
    apply(`policy-sets:\n  - {name: guarded, kind: opa, approvers: [${teams.join(', ')}]}\n`);
  const required = async () => (await setOf(home, 'guarded')).attributes['approvers-required'];

  const created = await declared('security');
  const replaced = await declared('network');
  const whileNamed = await required();
  const removed = await declared();

  assert.deepEqual([created.code, replaced.code, removed.code], [0, 0, 0], replaced.stderr);
  assert.match(replaced.stderr, /\n {6}approvers: .*\+network/);
  const { id } = await setOf(home, 'guarded');
  assert.deepEqual(
    (await auditOf(world, id)).map(({ action }) => action),
    ['policy-set.create', 'policy-set.add', 'policy-set.remove', 'policy-set.remove'],
  );
  assert.deepEqual([whileNamed, await required()], [true, false]);
});

test('Errors are reported with their locations, and nothing is changed', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await newPolicy(home, 'native-one');
  await newPolicySet(home, 'natives');
  const command = commandsOf(world, home.owner.token);
  const apply = applying(folder.path, home, command);
  const file = `organizations/${home.name}/policy-sets.yaml`;
  const faultsOf = async (text: string, by = apply) => {
    const { code, stderr } = await by(text);
    return [code, stderr.replaceAll(`${folder.path}/${file}`, 'sets.yaml').split('\n').slice(0, -1)];
  };
  const stranger = await world.person();

  const refusals = [
    await faultsOf('sets: []\n'),
    await faultsOf('policy-sets:\n  - {name: a}\n  - {name: a}\n  - {name: b, globl: true}\n'),
    await faultsOf('policy-sets:\n  - {name: a, global: "yes"}\n  - {name: b, policies: one}\n'),
    await faultsOf('policy-sets:\n  - {name: natives, kind: opa}\n  - {name: b, kind: opa, workspaces: [y]}\n'),
    await faultsOf(
      'policy-sets:\n  - {name: a, kind: native}\n',
      applying(folder.path, home, commandsOf(world, stranger.token)),
    ),
  ];
  const missing = await command(['policy-set', 'show', 'nothing', '--organization', home.name]);
  const names = (await home.client.get(`/organizations/${home.name}/policy-sets`)).body.data.map(
    ({ attributes }: { attributes: { name: string } }) => attributes.name,
  );

  assert.deepEqual(refusals, [
    [2, ['sets.yaml:1: the key sets is unknown: use one of the keys policy-sets.']],
    [
      2,
      [
        'sets.yaml:3: the policy set a is declared twice, first at sets.yaml:2.',
        'sets.yaml:4: the key globl is unknown: use one of the keys name, description, kind, global, overridable, shadow, input, unknown-values, versioned, policies-path, agent-enabled, policy-tool-version, tag-selector-matching-logic, policies, workspaces, projects, workspace-exclusions, project-exclusions, approvers, tag-selectors, files, parameters.',
      ],
    ],
    [2, ['sets.yaml:2: Global must be a JSON boolean.', 'sets.yaml:3: Policies must be a JSON array.']],
    [
      2,
      [
        'sets.yaml:2: the policy set natives has the kind native, which cannot be changed: declare a new policy set with a different name.',
        `sets.yaml:3: ${home.name} has no workspace y: declare it, or correct the name in workspaces of b.`,
      ],
    ],
    [
      2,
      [
        `The organization ${home.name} does not exist, or this token has no permission to read it. To create the organization, add organizations/${home.name}/organization.yaml.`,
      ],
    ],
  ]);
  assert.deepEqual(names, ['natives']);
  assert.equal(missing.code, 2);
});

test('A policy that was pushed as part of a version is not shown, and the message names its set', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await newPolicySet(home, 'pushed', { kind: 'opa' });
  await writeFile(join(folder.path, 'policies.yaml'), 'policies: [{name: a, query: data.a.deny}]\n');
  await writeFile(join(folder.path, 'a.rego'), 'package a\n\ndeny := []\n');
  const command = commandsOf(world, home.owner.token);
  await command(['policy', 'push', folder.path, '--set', 'pushed', '--organization', home.name]);

  const inVersion = await command(['policy', 'show', 'a', '--organization', home.name]);

  assert.equal(
    inVersion.stderr,
    `${home.name} has no policy a. Policies that were pushed as a version of a policy set (pushed) are not listed: to write these into a folder, run "tipstaff policy pull <folder> --organization ${home.name} --set <set>".\n`,
  );
});
