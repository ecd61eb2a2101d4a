// Commands for a service's policies, which need only the service's address and a token.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { startEveryJob } from '../support/jobs.ts';
import { newMember } from '../support/members.ts';
import { newPolicy, newPolicySet } from '../support/policies.ts';
import { textsIn } from '../support/policy-folders.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { type Home, openWorld, type World } from '../support/world.ts';

const listText = `policies:
  # Two policies of one package, each with a file of its own.
  - name: buckets
    query: data.main.deny
    enforcement-level: mandatory
    description: Buckets are private.
  - name: tags
    query: data.main.deny
`;
const files = {
  'policies.yaml': listText,
  'buckets.rego':
    'package main\n\ndeny contains data.lib.text("bucket", change.address) if {\n\tsome change in input.plan.resource_changes\n}\n',
  // The file begins with a byte order mark, which some editors write.
  'tags.rego':
    '\ufeffpackage main\n\ndeny contains data.lib.text("tag", change.address) if {\n\tsome change in input.plan.resource_changes\n}\n',
  'lib/text.rego': 'package lib\n\ntext(kind, address) := sprintf("%s of %s", [kind, address])\n',
  'lib/text_test.rego': 'package lib_test\n\ntest_text if data.lib.text("a", "b") == "a of b"\n',
};

const write = async (folder: string, texts: Readonly<Record<string, string>>): Promise<string> => {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
};

/** Returns functions that run commands with a user's token. */
const commandsOf = ({ url }: World, { name }: Home, token: string) => {
  const environment = { TIPSTAFF_URL: url, TIPSTAFF_TOKEN: token };
  return (...words: readonly string[]) => tipstaff([...words, '--organization', name], environment);
};

const count = async ({ client }: Home, set: string): Promise<number> =>
  (await client.get(`/policy-sets/${set}`)).body.data.attributes['policy-count'];

test('One push creates all policies of a folder in a set, with the same meaning as on the command line', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  const set = await newPolicySet(home, 'baseline', { kind: 'opa', global: true });
  const command = commandsOf(world, home, home.owner.token);
  const dir = await write(join(folder.path, 'policies'), files);
  const plan = join(folder.path, 'plan.json');
  await writeFile(plan, JSON.stringify({ format_version: '1.2', resource_changes: [{ address: 'a.b' }] }));

  const shown = await command('policy', 'push', dir, '--set', 'baseline', '--dry-run');
  const countBefore = await count(home, set);
  const pushed = await command('policy', 'push', dir, '--set', 'baseline');
  const again = await command('policy', 'push', dir, '--set', 'baseline', '--json');
  const here = await tipstaff(['check', plan, '--dir', dir, '--format', 'json']);
  const there = await command('check', plan, '--format', 'json');

  const difference = [
    'baseline of',
    '  + buckets (mandatory)',
    '  + tags (advisory)',
    '2 to create, 0 to change, 0 to remove.',
  ];
  assert.equal(shown.code, 0, shown.stderr);
  for (const line of difference) assert.ok(shown.stdout.includes(line), shown.stdout);
  assert.match(shown.stdout, /\nNothing was changed\.\n$/);
  assert.equal(countBefore, 0);
  assert.equal(pushed.code, 0, pushed.stderr);
  for (const line of difference) assert.ok(pushed.stderr.includes(line), pushed.stderr);
  assert.match(pushed.stdout, /^Pushed 2 policies into baseline of \S+, as version polsetver-\w{16}\.\n$/);
  assert.equal(await count(home, set), 2);
  const { changes, version, 'other-files': others } = again.json();
  assert.deepEqual([again.code, changes, others, version], [0, [], [], null]);
  const outcomes = (report: string) =>
    JSON.parse(report).policies.map(({ name, status, output }: Record<string, unknown>) => [
      String(name).replace('baseline/', ''),
      status,
      output,
    ]);
  assert.deepEqual(outcomes(there.stdout), [
    ['buckets', 'failed', ['bucket of a.b']],
    ['tags', 'failed', ['tag of a.b']],
  ]);
  assert.deepEqual(outcomes(here.stdout), outcomes(there.stdout));
  assert.deepEqual([here.code, there.code], [1, 1]);
});

test('A push shows what it creates, changes and deletes, and a refused push changes nothing', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const set = await newPolicySet(home, 'baseline', { kind: 'opa', 'policies-path': 'rules/prod' });
  const command = commandsOf(world, home, home.owner.token);
  const push = (path: string, ...words: readonly string[]) =>
    command('policy', 'push', path, '--set', 'baseline', ...words);
  const first = await write(join(folder.path, 'first'), files);
  const second = await write(join(folder.path, 'second'), {
    ...files,
    'policies.yaml': listText
      .replace('mandatory', 'advisory')
      .replace('Buckets are private.', 'No bucket is public.')
      .replace(
        / {2}- name: tags\n.*\n/,
        '  - name: owners\n    query: data.main.deny\n    file: tags.rego\n    shadow: true\n',
      ),
    'lib/text.rego': files['lib/text.rego'].replace('of', 'at'),
  });
  const third = await write(join(folder.path, 'third'), {
    ...files,
    'lib/text_test.rego': 'package lib_test\n\ntest_text if true\n',
  });
  const broken = await write(join(folder.path, 'broken'), {
    ...files,
    'tags.rego': 'package main\n\ndeny contains x if y\n',
  });

  await push(first);
  const changed = await push(second, '--json');
  const back = await push(first);
  const tests = await push(third);
  const versions = async () =>
    (await home.client.get(`/policy-sets/${set}/versions`)).body.meta.pagination['total-count'];
  const before = await versions();
  const refused = [
    await push(broken),
    await push(join(folder.path, 'nowhere')),
    await command('policy', 'push', first),
  ];
  const after = await versions();
  const elsewhere = await command('policy', 'push', first, '--set', 'other');
  await newPolicySet(home, 'natives');
  const otherKind = await command('policy', 'push', first, '--set', 'natives');

  assert.deepEqual(changed.json().changes, [
    { policy: 'buckets', action: 'change', what: ['enforcement-level mandatory → advisory', 'description', 'code'] },
    { policy: 'owners', action: 'create', what: ['advisory', 'shadow'] },
    { policy: 'tags', action: 'remove', what: [] },
  ]);
  assert.equal(back.code, 0, back.stderr);
  assert.match(
    tests.stderr,
    / {2}~ lib\/text_test\.rego \(changes no policy\)\n0 to create, 0 to change, 0 to remove\./,
  );
  assert.deepEqual(
    refused.map(({ code }) => code),
    [1, 2, 2],
  );
  assert.match(refused[0]?.stderr ?? '', /^broken {2}tags\n +error: .*tags\.rego:3:15: /);
  assert.match(refused[2]?.stderr ?? '', /^Name the policy set: --set <name>\.$/m);
  assert.deepEqual([before, after], [4, 4]);
  assert.match(elsewhere.stderr, /has no policy set other: "tipstaff policy-set list" shows/);
  assert.match(otherKind.stderr, /^The policies of natives are of the kind native: only policies of the kind opa /m);
  assert.deepEqual([elsewhere.code, otherKind.code], [2, 2]);
});

test('A pull writes the set as it was pushed, and overwrites files only on request', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('postgres');
  const home = await world.home();
  await newPolicySet(home, 'baseline', { kind: 'opa' });
  const command = commandsOf(world, home, home.owner.token);
  const dir = await write(join(folder.path, 'policies'), { ...files, 'notes.md': 'Not a policy.\n' });
  const copy = join(folder.path, 'copy');
  await command('policy', 'push', dir, '--set', 'baseline');

  const pulled = await command('policy', 'pull', copy, '--set', 'baseline');
  const texts = await textsIn(copy);
  const again = await command('policy', 'pull', copy, '--set', 'baseline', '--json');
  await write(copy, { 'tags.rego': 'package mine\n', 'extra.rego': 'package extra\n', 'notes.md': 'Mine.\n' });
  const refused = await command('policy', 'pull', copy, '--set', 'baseline');
  const kept = await textsIn(copy);
  const forced = await command('policy', 'pull', copy, '--set', 'baseline', '--force');

  assert.equal(pulled.code, 0, pulled.stderr);
  assert.deepEqual(texts, files);
  assert.deepEqual([again.code, again.json().written, again.json().policies], [0, [], ['buckets', 'tags']]);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /has other policies \(extra\.rego, tags\.rego\): pull into another folder, or add --force/,
  );
  assert.equal(kept['tags.rego'], 'package mine\n');
  assert.equal(forced.code, 0, forced.stderr);
  assert.deepEqual(await textsIn(copy), { ...files, 'notes.md': 'Mine.\n' });
});

test('A pull of single policies writes a folder that can be checked, and lists what a folder cannot contain', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const policy = async (name: string, attributes: object, code?: string) => {
    const id = await newPolicy(home, name, { kind: 'opa', query: `data.${name}.deny`, ...attributes });
    if (code !== undefined) await home.client.put(`/policies/${id}/upload`, code);
    return id;
  };
  const ids = [
    await policy(
      'plain',
      { 'enforcement-level': 'mandatory', description: 'Yes: "quoted" # and odd' },
      'package plain\n\ndeny := ["no"]\n',
    ),
    await policy('a_test', {}, 'package a_test\n\ndeny := []\n'),
    await policy('a_test-policy', { query: 'data.b.deny' }, 'package b\n\ndeny := []\n'),
    await policy('no_query', { query: null }, 'package no_query\n'),
    await policy('no_code', {}),
  ];
  await policy('other', { kind: 'native', query: null }, 'main = rule { true }\n');
  await newPolicySet(home, 'singles', { kind: 'opa' }, ids.slice(0, 3));
  await newPolicySet(home, 'empty', { kind: 'opa' }, ids.slice(4));
  const command = commandsOf(world, home, home.owner.token);
  const [all, some] = [join(folder.path, 'all'), join(folder.path, 'some')];
  const plan = join(folder.path, 'plan.json');
  await writeFile(plan, JSON.stringify({ format_version: '1.2', resource_changes: [] }));

  const pulled = await command('policy', 'pull', all);
  const ofSet = await command('policy', 'pull', some, '--set', 'singles');
  const checked = await tipstaff(['check', plan, '--dir', some]);
  const same = await command('policy', 'push', some, '--set', 'singles', '--dry-run');
  const list = await command('policy', 'list', '--json');
  const listOfSet = await command('policy', 'list', '--set', 'singles');
  const withoutCode = await command('policy', 'list', '--set', 'empty', '--json');
  const shownSet = await command('policy-set', 'show', 'empty');
  const searched = await command('policy', 'list', '--search', 'PLAIN');

  assert.deepEqual([pulled.code, ofSet.code], [0, 0], pulled.stderr);
  assert.match(pulled.stderr, /^The policy no_code has no code, and is left out\.$/m);
  assert.match(pulled.stderr, /^The policy no_query has no query, and is left out\.$/m);
  assert.deepEqual(Object.keys(await textsIn(all)).sort(), [
    'a_test-policy-2.rego',
    'a_test-policy.rego',
    'other.sentinel',
    'plain.rego',
    'policies.yaml',
  ]);
  assert.match(
    checked.stdout,
    /^passed +a_test \(advisory\)\npassed +a_test-policy \(advisory\)\nfailed +plain \(mandatory\)\n +Yes: "quoted" # and odd\n +no\n/,
  );
  assert.equal(checked.code, 1);
  assert.match(same.stdout, /\n0 to create, 0 to change, 0 to remove\.\nNothing was changed\.\n$/);
  assert.deepEqual(
    list.json().policies.map(({ name, kind }: Record<string, unknown>) => [name, kind]),
    [
      ['a_test', 'opa'],
      ['a_test-policy', 'opa'],
      ['no_code', 'opa'],
      ['no_query', 'opa'],
      ['other', 'native'],
      ['plain', 'opa'],
    ],
  );
  assert.match(
    listOfSet.stdout,
    /^NAME +KIND +ENFORCEMENT LEVEL +ID\na_test .*\na_test-policy .*\nplain +opa +mandatory/,
  );
  assert.equal(withoutCode.json().policies[0].name, 'no_code');
  assert.match(shownSet.stdout, /\nPolicies: +no_code\n/);
  assert.equal(searched.stdout.split('\n').length, 3);
});

test('A folder with policies.hcl is pushed, pulled, and compared with a YAML folder by meaning', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await newPolicySet(home, 'baseline', { kind: 'opa', 'policies-path': 'policies' });
  const command = commandsOf(world, home, home.owner.token);
  const hcl = {
    'policies.hcl': 'policy "tags" {\n  query = "data.main.deny"\n  enforcement_level = "mandatory"\n}\n',
    'all.rego': 'package main\n\ndeny := []\n',
  };
  const yaml = {
    'policies.yaml': 'policies: [{name: tags, query: data.main.deny, enforcement-level: mandatory, file: all.rego}]\n',
    'all.rego': hcl['all.rego'],
  };
  const [ours, theirs] = [await write(join(folder.path, 'ours'), hcl), await write(join(folder.path, 'theirs'), yaml)];

  const pushed = await command('policy', 'push', ours, '--set', 'baseline');
  const pulled = await command('policy', 'pull', join(folder.path, 'copy'), '--set', 'baseline');
  const diff = await command('policy', 'diff', theirs, '--set', 'baseline');
  const dry = await command('policy', 'push', theirs, '--set', 'baseline', '--dry-run', '--json');

  assert.deepEqual([pushed.code, pulled.code], [0, 0], pushed.stderr);
  assert.deepEqual(await textsIn(join(folder.path, 'copy')), hcl);
  assert.equal(diff.code, 1);
  assert.match(diff.stdout, /^--- a\/policies\.yaml\n[\s\S]*^\+ +file: all\.rego$/m);
  assert.deepEqual(dry.json().changes, []);
  assert.deepEqual(dry.json()['other-files'], ['policies.hcl', 'policies.yaml']);
});

test('Revisions and folders are compared line by line', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const id = await newPolicy(home, 'deny', { kind: 'opa', query: 'data.deny.deny' });
  for (const text of ['package deny\n\ndeny := []\n', 'package deny\n\ndeny := [1]\n', 'package deny\n\u001b[31m\n']) {
    await home.client.put(`/policies/${id}/upload?message=Drops+nothing`, text);
  }
  await newPolicySet(home, 'baseline', { kind: 'opa' });
  const command = commandsOf(world, home, home.owner.token);
  const dir = await write(join(folder.path, 'policies'), files);
  const diff = (...words: readonly string[]) => command('policy', 'diff', ...words);

  const between = await diff('--policy', 'deny', '--from', '1', '--to', '2');
  const newest = await diff('--policy', 'deny');
  const same = await diff('--policy', 'deny', '--from', '2', '--to', '2');
  const gone = await diff('--policy', 'deny', '--from', '9');
  const misused = [
    await diff(),
    await diff(dir),
    await diff('--policy', 'deny', '--from', 'x'),
    await diff(dir, '--policy', 'deny'),
  ];
  const created = await diff(dir, '--set', 'baseline');
  await command('policy', 'push', dir, '--set', 'baseline');
  const equal = await diff(dir, '--set', 'baseline');
  await writeFile(join(dir, 'tags.rego'), files['tags.rego'].replace('"tag"', '"label"'));
  const changed = await diff(dir, '--set', 'baseline', '--json');
  const shown = await command('policy', 'show', 'deny');

  assert.equal(between.code, 1);
  assert.equal(
    between.stdout,
    '--- deny revision 1\n+++ deny revision 2\n@@ -1,3 +1,3 @@\n package deny\n \n-deny := []\n+deny := [1]\n',
  );
  assert.ok(newest.stdout.includes('+\\u001b[31m') && !newest.stdout.includes('\u001b'), newest.stdout);
  assert.deepEqual([same.code, same.stdout], [0, 'No difference.\n']);
  assert.match(gone.stderr, /The policy has no revision 9: its last revision is 3/);
  assert.deepEqual(
    [gone, ...misused].map(({ code }) => code),
    [2, 2, 2, 2, 2],
  );
  assert.match(created.stdout, /^--- \/dev\/null\n\+\+\+ b\/buckets\.rego\n@@ -0,0 \+1,5 @@\n\+package main\n/);
  assert.deepEqual([created.code, equal.code, changed.code], [1, 0, 1]);
  assert.match(changed.json().diff, /^--- a\/tags\.rego\n\+\+\+ b\/tags\.rego\n@@ [-+,15 ]+ @@\n \ufeffpackage main\n/);
  assert.match(shown.stdout, /^ID: +pol-\w{16}\nName: +deny\n/);
  assert.match(shown.stdout, new RegExp(`\n3 .current. +19 +${home.owner.user.username} +20\\S+ +Drops nothing\n`));
});

test('Commands work with the token of an organization, a team or a user, and name a missing permission', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await newPolicySet(home, 'baseline', { kind: 'opa' });
  const dir = await write(join(folder.path, 'policies'), files);
  const { token: member } = await newMember(world, home);
  const organization = await home.client.post(`/organizations/${home.name}/authentication-token`);
  const team = await home.client.post(`/organizations/${home.name}/teams`, {
    data: { type: 'teams', attributes: { name: 'writers', 'organization-access': { 'manage-policies': true } } },
  });
  const ofTeam = await home.client.post(`/teams/${team.body.data.id}/authentication-token`);
  const push = (environment: Readonly<Record<string, string>>, ...words: readonly string[]) =>
    tipstaff(['policy', 'push', dir, '--set', 'baseline', '--organization', home.name, ...words], environment);

  const answers = [
    await push({ TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: organization.body.data.attributes.token }),
    await push({ TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: ofTeam.body.data.attributes.token }),
    await push({ TIPSTAFF_TOKEN: home.owner.token }, '--url', world.url),
  ];
  const missing = [
    await push({}),
    await push({ TIPSTAFF_URL: world.url }),
    await push({ TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: 'wrong' }),
    await push({ TIPSTAFF_URL: 'http://127.0.0.1:1', TIPSTAFF_TOKEN: 'x' }),
    await push({ TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: member }),
    await tipstaff(['policy', 'list'], { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: member }),
  ];

  assert.deepEqual(
    answers.map(({ code, stdout }) => [code, stdout.split(' ')[0]]),
    [
      [0, 'Pushed'],
      [0, 'baseline'],
      [0, 'baseline'],
    ],
  );
  const sentences = [
    /^Set TIPSTAFF_URL, or --url, to the address of the service\.$/m,
    /^Set TIPSTAFF_TOKEN to a token of the organization, of one of its teams, or of one of its members\.$/m,
    / does not know the token, or the token has expired\.$/m,
    / does not answer \(/,
    new RegExp(`^There is no organization ${home.name}, or this token has no permission to read it\\.\n$`),
    /^Name the organization: --organization <name>\.$/m,
  ];
  for (const [index, { code, stderr }] of missing.entries()) {
    assert.equal(code, 2);
    assert.match(stderr, sentences[index] ?? /^$/);
  }
});
