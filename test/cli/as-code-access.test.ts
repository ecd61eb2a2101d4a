// Access of teams to workspaces and projects in files: creation, change, pruning, and overrides.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Client } from '../support/client.ts';
import { tipstaff } from '../support/command.ts';
import { documentOf } from '../support/documents.ts';
import { ada, variablesOf } from '../support/rich-instance.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { openWorld } from '../support/world.ts';

const places = `projects:
  - name: web
workspaces:
  - name: shop
    project: web
  - name: mail
`;

const ofPayments = (lists: string) =>
  `teams:\n  - name: payments\n    access: [delegate-policy-overrides]\n${lists}${places}`;

interface ShownAccess {
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Returns the level of each access in the organization, whether it lets the team override, and what it permits. */
const levelsIn = async (client: Client, list: 'team-workspaces' | 'team-projects') => {
  const { body } = await client.get(`/${list}?filter[organization][name]=shire`);
  const levels = body.data.map(({ attributes }: ShownAccess) => {
    const inPlace = Object(attributes['workspace-access'] ?? attributes);
    return [attributes.access, inPlace['policy-overrides'], inPlace.runs, inPlace.create ?? null];
  });
  return levels.sort();
};

/** Opens an instance with the organization "shire", and a folder for its files. */
async function openScene(folder: string, vocabulary: 'neutral' | 'terraform') {
  const world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: vocabulary } });
  const person = await ada(world);
  const document = documentOf('organizations', { name: 'shire', email: 'home@example.com' });
  assert.equal((await person.client.post('/organizations', document)).status, 201);
  const home = join(folder, 'organizations', 'shire');
  await mkdir(home, { recursive: true });
  const apply = async (file: string, ...more: readonly string[]) => {
    await writeFile(join(home, 'organization.yaml'), file);
    return tipstaff(['apply', folder, ...more], variablesOf(world, person));
  };
  return { world, client: person.client, apply };
}

for (const vocabulary of ['neutral', 'terraform'] as const)
  test(`One file gives a team access to two workspaces and a project, changes it, and removes it (${vocabulary})`, async () => {
    await using folder = await temporaryFolder();
    const { world, client, apply } = await openScene(folder.path, vocabulary);
    await using _ = world;
    const given = ofPayments(`    workspaces:
      - name: shop
        access: plan
      - name: mail
        access: custom
        runs: plan
    projects:
      - name: web
        access: custom
        create-workspaces: true
`);
    const changed = given.replace('access: plan', 'access: read').replace('create-workspaces: true', 'runs: plan');

    const first = await apply(given);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, /\+ workspace access shire\/payments\/shop\n {6}access: "plan"\n/);
    assert.deepEqual(await levelsIn(client, 'team-workspaces'), [
      ['custom', false, 'plan', null],
      ['plan', false, 'plan', null],
    ]);
    assert.deepEqual(await levelsIn(client, 'team-projects'), [['custom', false, 'read', true]]);

    const second = await apply(changed);
    assert.deepEqual([second.code, second.stdout], [0, 'Applied 2.\n'], second.stderr);
    assert.deepEqual(await levelsIn(client, 'team-projects'), [['custom', false, 'plan', true]]);
    assert.match((await apply(changed)).stdout, /^Nothing to change\.\n$/m);

    const kept = await apply(ofPayments(''), '--prune', '--yes');
    assert.match(kept.stdout, /Nothing to change/, kept.stderr);
    const pruned = await apply(ofPayments('    workspaces: []\n'), '--prune', '--yes');
    assert.deepEqual([pruned.code, pruned.stdout], [0, 'Applied 2.\n'], pruned.stderr);
    assert.deepEqual(await levelsIn(client, 'team-workspaces'), []);
    assert.equal((await levelsIn(client, 'team-projects')).length, 1);
  });

test('In files, only delegations tell where a team can override policies, even for the level admin', async () => {
  await using folder = await temporaryFolder();
  const { world, client, apply } = await openScene(folder.path, 'neutral');
  await using _ = world;
  const admin = ofPayments(`    workspaces:
      - name: shop
        access: admin
    projects:
      - name: web
        access: admin
`);
  const delegated = `${admin}override-delegations:\n  - team: payments\n    project: web\n`;

  assert.equal((await apply(admin)).code, 0);
  assert.deepEqual(await levelsIn(client, 'team-workspaces'), [['admin', false, 'apply', null]]);
  const both = await apply(delegated);
  assert.deepEqual([both.code, both.stdout], [0, 'Applied 1.\n'], both.stderr);
  assert.deepEqual(await levelsIn(client, 'team-projects'), [['admin', true, 'apply', true]]);
  assert.match((await apply(delegated, '--prune', '--yes')).stdout, /Nothing to change/);
  const neither = `${ofPayments('    workspaces: []\n    projects: []\n')}override-delegations: []\n`;
  const removed = await apply(neither, '--prune', '--yes');
  assert.deepEqual([removed.code, removed.stdout], [0, 'Applied 3.\n'], removed.stderr);
  const again = await apply(delegated);
  assert.deepEqual([again.code, again.stdout], [0, 'Applied 3.\n'], again.stderr);
  assert.deepEqual(await levelsIn(client, 'team-projects'), [['admin', true, 'apply', true]]);
});

test('Wrong names and levels in files are reported with file and line', async () => {
  await using folder = await temporaryFolder();
  const { world, apply } = await openScene(folder.path, 'neutral');
  await using _ = world;
  const entry = (text: string) => ofPayments(`    workspaces:\n      - ${text}\n`);

  for (const [text, fault] of [
    ['{name: shop}', /organization\.yaml:5: the new workspace access shop needs the key access/],
    [
      '{name: none, access: read}',
      /organization\.yaml:5: shire has no workspace none: declare it, or correct the name/,
    ],
    ['{name: shop, access: maintain}', /organization\.yaml:5: Access is not included in the list/],
    [
      '{name: shop, access: custom, create-workspaces: true}',
      /organization\.yaml:5: the key create-workspaces is unknown/,
    ],
  ] as const) {
    const { code, stderr } = await apply(entry(text));
    assert.equal(code, 2);
    assert.match(stderr, fault);
  }
});
