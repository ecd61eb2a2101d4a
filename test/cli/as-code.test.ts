// Exports an instance to files, and applies them to another instance and to the same instance again.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { documentOf } from '../support/documents.ts';
import { openGateway } from '../support/gateway.ts';
import { textsIn } from '../support/policy-folders.ts';
import { ada, fillInstance, homeNamed, publishModules, secrets, variablesOf } from '../support/rich-instance.ts';
import { edit, temporaryFolder } from '../support/temporary.ts';
import { type Home, openWorld, type Person, type World } from '../support/world.ts';

const commandsOf =
  (world: World, person: Person) =>
  (words: readonly string[], more: object = {}) =>
    tipstaff(words, { ...variablesOf(world, person), ...more });

/** Returns the number of an organization's policies, and a digest of each policy's code by name. */
const digestsOf = async ({ client, name }: Home) => {
  const { body } = await client.get(`/organizations/${name}/policies?page[size]=100`);
  const digests = await Promise.all(
    body.data.map(async ({ id, attributes }: { id: string; attributes: { name: string } }) => {
      const { status, bytes } = await client.get(`/policies/${id}/download`);
      return [attributes.name, status === 200 ? createHash('sha256').update(bytes).digest('hex') : null];
    }),
  );
  return Object.fromEntries(digests);
};

test('An export applied to another instance creates the same records, and a second apply changes nothing', async () => {
  await using from = await openWorld('sqlite');
  await using to = await openWorld('postgres');
  const [source, target] = [await ada(from), await ada(to)];
  const home = await fillInstance(from, source);
  await using folder = await temporaryFolder();
  await using other = await temporaryFolder();
  const [there, here] = [commandsOf(from, source), commandsOf(to, target)];

  const exported = await there(['export', folder.path]);
  const first = await here(['apply', folder.path], secrets);
  assert.equal(first.code, 1, first.stderr);
  assert.match(first.stdout, /Applied/, first.stderr);
  const copy = await homeNamed(to, target, 'shire');
  await publishModules(to, copy);
  const second = await here(['apply', folder.path], secrets);
  const third = await here(['apply', folder.path, '--dry-run', '--prune', '--json'], secrets);
  const again = await here(['export', other.path]);

  assert.equal(exported.code, 0, exported.stderr);
  assert.match(
    first.stdout,
    /modules\.yaml:2: the deprecation of shire\/network\/aws 1\.0\.0: the version is not published on the service/,
  );
  assert.doesNotMatch(first.stderr, /^ {2}! /m, 'what is left out is said once');
  assert.deepEqual([second.code, second.stdout], [0, 'Applied 1.\n'], second.stderr);
  assert.match(second.stderr, /\+ deprecation \S+aws\/1\.0\.0\n {6}reason: "Too old"\n {6}link: .*\n1 to create, 0 /);
  assert.deepEqual([third.code, third.json().changes, third.json()['left-out']], [0, [], []]);
  assert.equal(again.code, 0, again.stderr);
  const [before, after] = [await textsIn(folder.path), await textsIn(other.path)];
  assert.deepEqual(after, before);
  assert.ok(Object.keys(before).length >= 10);
  assert.deepEqual(await digestsOf(copy), await digestsOf(home));
  assert.ok(
    !JSON.stringify([before, exported, first, second, third]).includes('s3cr3t'),
    'no secret is in a file or an output',
  );
});

/** Creates the user "ada" with the organization "shire" and exports it into a folder. */
const exportedHome = async (world: World, folder: string) => {
  const person = await ada(world);
  const command = commandsOf(world, person);
  const document = documentOf('organizations', { name: 'shire', email: 'home@example.com' });
  assert.equal((await person.client.post('/organizations', document)).status, 201);
  const exported = await command(['export', folder]);
  assert.equal(exported.code, 0, exported.stderr);
  return { person, command, home: join(folder, 'organizations', 'shire'), site: join(folder, 'site.yaml') };
};

test('Changes are shown with the old and the new value before they are made, and a dry run changes nothing', async () => {
  await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
  await using folder = await temporaryFolder();
  const { command, home, site, person } = await exportedHome(world, folder.path);
  await edit(join(home, 'organization.yaml'), 'email: home@example.com', 'email: other@example.com');
  await edit(
    join(home, 'organization.yaml'),
    /^teams:/m,
    'teams:\n  - name: builders\n    access: [manage-policies]\n    members: [ada@example.com]',
  );
  await writeFile(
    join(home, 'policies.yaml'),
    'policies:\n  - name: tags\n    kind: native\n    enforcement-level: advisory\n    code: policies/tags.sentinel\n',
  );
  await edit(site, 'api-rate-limiting-enabled: true', 'api-rate-limiting-enabled: false');
  await edit(site, '- ada@example.com', '- ada@example.com\n  - ada@other.example.com');

  const broken = await command(['apply', folder.path]);
  await writeFile(join(home, 'tags.sentinel'), 'main = rule { true }\n');
  await edit(join(home, 'policies.yaml'), 'policies/tags.sentinel', 'tags.sentinel');
  const dry = await command(['apply', folder.path, '--dry-run']);
  const untouched = await command(['apply', folder.path, '--dry-run', '--json']);
  const applied = await command(['apply', folder.path]);
  const again = await command(['apply', folder.path]);

  assert.deepEqual([broken.code, broken.stdout], [2, '']);
  assert.match(broken.stderr, /policies\/tags\.sentinel: the file does not exist\.\n$/);
  assert.equal(dry.code, 1);
  assert.equal(
    dry.stdout,
    `Changes to ${world.url}:
  ~ organization shire
      email: "home@example.com" → "other@example.com"
  + team shire/builders
      access: +manage-policies
      members: +ada@example.com
  + policy shire/tags
      kind: "native"
      enforcement-level: "advisory"
      code: a text of 21 characters
  ~ settings general
      api-rate-limiting-enabled: yes → no
  + site administrator ada@other.example.com
3 to create, 2 to change, 0 to delete.
Nothing was changed.
`,
  );
  assert.equal(untouched.json().changes.length, 5);
  assert.deepEqual([applied.code, applied.stdout], [0, 'Applied 5.\n'], applied.stderr);
  assert.match(again.stdout, /0 to create, 0 to change, 0 to delete\.\nNothing to change\.\n$/);
  const added = await person.client.get('/admin/users?q=ada@other');
  assert.equal(added.body.data[0].attributes.username, 'ada-2');
  const { body } = await person.client.get('/organizations/shire/policies');
  assert.equal(body.data[0].attributes.kind, 'sentinel');
});

test('Pruning with --yes deletes records that the lists lack, but not the last owner, the last administrator or the caller', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const { command, home, site, person } = await exportedHome(world, folder.path);
  const { client } = person;
  const invited = documentOf('organization-memberships', { email: 'sam@example.com' });
  await client.post('/organizations/shire/organization-memberships', invited);
  await client.post('/organizations/shire/teams', documentOf('teams', { name: 'builders' }));
  await client.post(
    '/admin/users',
    documentOf('users', { username: 'root', email: 'root@example.com', 'is-admin': true }),
  );

  const plain = await command(['apply', folder.path]);
  const unconfirmed = await command(['apply', folder.path, '--prune']);
  const pruned = await command(['apply', folder.path, '--prune', '--yes']);
  await edit(site, '- ada@example.com', '- root@example.com');
  await edit(join(home, 'organization.yaml'), /^( {2}| {6})- ada@example\.com/gm, '$1- sam@example.com');
  const guarded = await command(['apply', folder.path, '--prune', '--yes']);

  assert.match(plain.stdout, /Nothing to change/);
  assert.equal(unconfirmed.code, 2);
  assert.match(unconfirmed.stderr, /- administrator root@example\.com|- site administrator root@example\.com/);
  assert.match(
    unconfirmed.stderr,
    /Nothing was changed, because 3 records would be deleted: add --yes to confirm this\.\n$/,
  );
  assert.deepEqual([pruned.code, pruned.stdout], [0, 'Applied 3.\n'], pruned.stderr);
  const teams = await client.get('/organizations/shire/teams');
  assert.deepEqual(
    teams.body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name),
    ['owners'],
  );
  assert.equal(guarded.code, 2);
  assert.match(guarded.stderr, /shire would no longer have an active owner/);
  assert.match(guarded.stderr, /You \(ada@example\.com\) would no longer be an owner of shire/);
  assert.match(guarded.stderr, /The instance would no longer have an active site administrator/);
});

const faults: readonly { readonly file: string; readonly text: string; readonly fault: RegExp }[] = [
  {
    file: 'site.yaml',
    text: 'settings:\n  genral: {}\n',
    fault: /site\.yaml:2: the key genral is unknown: use one of the keys general, /,
  },
  {
    file: 'site.yaml',
    text: 'settings:\n  general:\n    api-rate-limit: "5"\n',
    fault: /site\.yaml:3: API rate limit must be a JSON integer/,
  },
  {
    file: 'site.yaml',
    text: 'settings:\n  smtp:\n    password: hunter22\n',
    fault: /site\.yaml:3: password is a secret: write a reference/,
  },
  {
    file: 'site.yaml',
    text: `settings:\n  smtp:\n    password: \${env:NOT_SET}\n`,
    fault: /site\.yaml:3: password refers to the variable NOT_SET, which is not set/,
  },
  {
    file: 'site.yaml',
    text: `settings:\n  sms:\n    auth-token: \${file:missing}\n`,
    fault: /site\.yaml:3: auth-token refers to the file missing: the file does not exist/,
  },
  ...['../secret', '/etc/passwd', 'organizations/../../secret'].map((path) => ({
    file: 'site.yaml',
    text: `settings:\n  sms:\n    auth-token: \${file:${path}}\n`,
    fault: /site\.yaml:3: auth-token refers to the file .*, which is not in the folder /,
  })),
  { file: 'site.yaml', text: 'plans:\n  - name: Large\n', fault: /site\.yaml:2: each plan needs the key identifier/ },
  { file: 'site.yaml', text: 'plans: [&a 1, *a]\n', fault: /site\.yaml:1: aliases are not supported/ },
  { file: 'organization.yaml', text: 'email: [a]\n', fault: /organization\.yaml:1: Email must be a JSON string/ },
  {
    file: 'organization.yaml',
    text: 'teams:\n  - name: a\n    members: [sam@example.com]\n',
    fault:
      /organization\.yaml:3: shire has no member sam@example\.com: declare it, or correct the name in members of a/,
  },
  {
    file: 'organization.yaml',
    text: 'teams:\n  - name: a\n    access: [manage-all]\n',
    fault: /organization\.yaml:3: Access is not included in the list/,
  },
  {
    file: 'organization.yaml',
    text: 'members: [a@example.com, A@example.com]\n',
    fault: /organization\.yaml:1: the member a@example\.com is declared twice, first at .*organization\.yaml:1/,
  },
  {
    file: 'organization.yaml',
    text: 'workspaces:\n  - name: shop\n    project: Web\n',
    fault: /organization\.yaml:3: shire has no project Web: declare it, or correct the name in project of shop/,
  },
  {
    file: 'organization.yaml',
    text: 'override-delegations:\n  - team: owners\n',
    fault: /organization\.yaml:2: the entry must name a team, and a project or a workspace/,
  },
  {
    file: 'policies.yaml',
    text: 'policies:\n  - name: p\n    kind: opa\n',
    fault: /policies\.yaml:2: the new policy p needs the key enforcement-level/,
  },
  {
    file: 'policies.yaml',
    text: 'policies:\n  - name: p\n    code: ../../p.rego\n',
    fault: /policies\.yaml:3: \.\.\/\.\.\/p\.rego is not in the folder of the organization/,
  },
  {
    file: 'policy-sets.yaml',
    text: 'policy-sets:\n  - name: s\n    kind: opa\n    policies: [q]\n',
    fault: /policy-sets\.yaml:4: shire has no policy q: declare it, or correct the name in policies of s/,
  },
  {
    file: 'policy-sets.yaml',
    text: 'policy-sets:\n  - name: s\n    kind: opa\n    parameters:\n      - {key: k, sensitive: true, value: open}\n',
    fault: /policy-sets\.yaml:5: value is a secret/,
  },
  {
    file: 'policy-sets.yaml',
    text: 'policy-sets:\n  - name: s\n    kind: native\n    overridable: true\n',
    fault: /policy-sets\.yaml:4: a policy set of the kind native cannot have the key overridable: remove the key/,
  },
  {
    file: 'modules.yaml',
    text: 'deprecations:\n  - module: a/aws\n',
    fault: /modules\.yaml:2: each deprecation needs the key version/,
  },
];

test('All errors of a folder are reported with file and line, and nothing is changed', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const { command, home, site } = await exportedHome(world, folder.path);
  const place = (file: string) => (file === 'site.yaml' ? site : join(home, file));

  for (const { file, text, fault } of faults) {
    const before = await readFile(place(file), 'utf8').catch(() => undefined);
    await writeFile(place(file), text);
    const { code, stdout, stderr } = await command(['apply', folder.path, '--prune', '--yes']);
    if (before === undefined) await rm(place(file));
    else await writeFile(place(file), before);

    assert.deepEqual([code, stdout], [2, ''], stderr);
    assert.match(stderr, fault);
    assert.ok(!stderr.includes('hunter22'));
  }
  await writeFile(site, `settings:\n  smtp:\n    password: \${env:ONE}\n  sms:\n    auth-token: \${env:OTHER}\n`);
  await writeFile(join(home, 'policies.yaml'), 'policies: 5\n');
  const all = await command(['apply', folder.path]);
  const none = await command(['apply', join(folder.path, 'organizations')]);

  assert.deepEqual(all.stderr.trimEnd().split('\n').length, 3, all.stderr);
  assert.match(none.stderr, /has neither site\.yaml nor organizations\/NAME\/organization\.yaml/);
});

test('Links out of the folder, and files that look like declarations but are not read, are errors', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  await using outside = await temporaryFolder();
  const { command, home } = await exportedHome(world, folder.path);
  const apply = async () => {
    const { code, stdout, stderr } = await command(['apply', folder.path, '--dry-run', '--json']);
    return [code, stdout.includes('hunter22'), stderr] as const;
  };
  const listed = 'name: tags\n    kind: native\n    enforcement-level: advisory\n    code: tags.sentinel\n';
  const sets = 'policy-sets:\n  - name: all\n    kind: opa\n    files: all\n';
  await writeFile(join(outside.path, 'key.rego'), 'package hunter22\n');

  await writeFile(join(home, 'policies.yaml'), `policies:\n  - ${listed}`);
  await symlink(join(outside.path, 'key.rego'), join(home, 'tags.sentinel'));
  const code = await apply();
  await rm(join(home, 'tags.sentinel'));
  await rename(join(home, 'policies.yaml'), join(home, 'policies.yml'));
  await writeFile(join(folder.path, 'site.yml'), 'administrators: []\n');
  const misnamed = await apply();
  for (const path of [join(home, 'policies.yml'), join(folder.path, 'site.yml')]) await rm(path);
  await writeFile(join(home, 'policy-sets.yaml'), sets);
  await mkdir(join(home, 'all'));
  await writeFile(join(home, 'all', 'policies.yaml'), 'policies: []\n');
  await symlink(outside.path, join(home, 'all', 'lib'));
  const version = await apply();
  await rm(join(home, 'policy-sets.yaml'));
  await symlink(outside.path, join(folder.path, 'organizations', 'other'));
  const linked = await apply();

  assert.deepEqual(
    [code, misnamed, version, linked].map(([exit, isShown]) => [exit, isShown]),
    Array(4).fill([2, false]),
  );
  assert.match(code[2], /policies\.yaml:5: tags\.sentinel is not in the folder of the organization\.\n$/);
  assert.match(
    misnamed[2],
    /policies\.yml is not read: the folder of an organization can only contain the files organization\.yaml, policies\.yaml, /,
  );
  assert.match(misnamed[2], /site\.yml is not read: rename it to site\.yaml\.\n/);
  assert.match(version[2], /policy-sets\.yaml:4: \S+key\.rego is not in the folder of the organization\.\n$/);
  assert.match(linked[2], /organizations\/other is a symbolic link: replace it with the folder itself\.\n$/);
});

test('An export of one organization keeps the files of other organizations', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const { command, person } = await exportedHome(world, folder.path);
  await person.client.post('/organizations', documentOf('organizations', { name: 'other', email: 'home@example.com' }));

  const one = await command(['export', folder.path, '--organization', 'other']);

  assert.deepEqual([one.code, one.stderr], [0, '']);
  assert.match(one.stdout, /^Wrote 1 file, removed 0: 1 organization of /);
  assert.deepEqual(Object.keys(await textsIn(folder.path)), [
    'organizations/other/organization.yaml',
    'organizations/shire/organization.yaml',
    'site.yaml',
  ]);
});

test('A change to a record that changed after it was read is refused, and the next apply completes', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const { person, command, home, site } = await exportedHome(world, folder.path);
  await edit(join(home, 'organization.yaml'), 'email: home@example.com', 'email: mine@example.com');
  await edit(site, 'api-rate-limiting-enabled: true', 'api-rate-limiting-enabled: false');
  const theirs = documentOf('organizations', { email: 'theirs@example.com' });
  await using gateway = await openGateway(world.url, (line) =>
    line === 'PATCH /api/v2/organizations/shire' ? person.client.patch('/organizations/shire', theirs) : undefined,
  );

  const refused = await command(['apply', folder.path], { TIPSTAFF_URL: gateway.url });
  const finished = await command(['apply', folder.path]);

  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /organization\.yaml:1: the organization shire was changed by somebody else while this command was running\. Changes made: 0 of 2\. Run the command again to make the remaining changes\.\n$/,
  );
  assert.equal(finished.code, 0, finished.stderr);
  assert.match(finished.stderr, /email: "theirs@example\.com" → "mine@example\.com"/);
});

test('A token without administration rights exports only its organization, and cannot apply site settings', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  await using whole = await temporaryFolder();
  await exportedHome(world, whole.path);
  const owner = await world.home();
  const command = commandsOf(world, owner.owner);

  const exported = await command(['export', folder.path, '--json']);
  const again = await command(['apply', folder.path]);
  const other = await command(['export', folder.path, '--organization', 'shire']);
  const site = await command(['apply', whole.path]);

  assert.equal(exported.code, 0, exported.stderr);
  assert.deepEqual(exported.json().written, [`organizations/${owner.name}/organization.yaml`]);
  assert.match(exported.stderr, /settings, plans and site administrators: only a site administrator/);
  assert.match(again.stdout, /Nothing to change/);
  assert.match(other.stderr, /There is no organization shire, or this token has no permission to read it\.\n$/);
  assert.equal(site.code, 2);
  assert.match(site.stderr, /site\.yaml:\d+: this token does not belong to a site administrator/);
});
