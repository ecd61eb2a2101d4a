// Imports organizations from other instances, and folders of policy sets, into an organization.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Client } from '../support/client.ts';
import { tipstaff } from '../support/command.ts';
import { documentOf, namesIn } from '../support/documents.ts';
import { openGateway } from '../support/gateway.ts';
import { folderWith } from '../support/policy-folders.ts';
import { type Double, openDouble } from '../support/public-double.ts';
import { ada, fillOrganization, variablesOf } from '../support/rich-instance.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

test('An organization is imported from an instance with the other vocabulary, without secrets, and a second import is empty', async () => {
  await using from = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
  await using to = await openWorld('postgres');
  const [source, target] = [await ada(from), await ada(to)];
  await fillOrganization(from, source, 'sentinel');
  const variables = { ...variablesOf(to, target), OTHER_TOKEN: source.token };
  const command = (...words: readonly string[]) =>
    tipstaff(
      [
        'import',
        '--from',
        from.url,
        '--token',
        'env:OTHER_TOKEN',
        '--organization',
        'shire',
        '--into',
        'moved',
        '--owner',
        'ada@example.com',
        ...words,
      ],
      variables,
    );

  const dry = await command('--dry-run');
  const missing = await target.client.get('/organizations/moved');
  const first = await command();
  const second = await command('--json');

  assert.equal(dry.code, 1);
  assert.match(dry.stdout, /\+ organization moved\n/);
  assert.match(dry.stdout, /\+ team moved\/owners\n {6}members: \+ada@example\.com\n/);
  assert.match(
    dry.stdout,
    /\+ team moved\/Platform team\n(?: {6}.*\n)* {6}access: \+manage-policies \+delegate-policy-overrides\n(?: {6}.*\n)* {6}members: \+kim@example\.com \+sam@example\.com\n/,
  );
  assert.match(dry.stdout, /Nothing was changed\.\n$/);
  assert.equal(missing.status, 404);
  assert.equal(first.code, 1, first.stderr);
  assert.equal(
    first.stdout.replaceAll(from.url, 'URL'),
    `Applied ${dry.stdout.match(/\+ /g)?.length}.
  ! the evaluation of the policy former: the policy is written in Sentinel: Tipstaff stores the policy with the kind native, and another program must evaluate the policy and report the outcomes.
  ! the parameter baseline/token: the value is a secret, and an instance never returns secrets: set the value in this instance.
  ! the override of a parameter baseline/token/tag/env: the value is a secret, and an instance never returns secrets: set the value in this instance.
  ! the deprecation network/aws/1.0.0 of URL: the deprecation of moved/network/aws 1.0.0: the version is not published on the service; publish the version, and run the command again.
`,
  );
  assert.deepEqual(second.json().changes, []);
  assert.equal(second.json()['left-out'].length, 4);
  const { client } = target;
  const policies = await client.get('/organizations/moved/policies');
  assert.deepEqual(namesIn(policies), ['draft', 'former', 'tags']);
  assert.deepEqual(
    policies.body.data.map(({ attributes }: { attributes: { kind: string } }) => attributes.kind),
    ['opa', 'native', 'opa'],
  );
  assert.deepEqual(namesIn(await client.get('/organizations/moved/policy-sets')), ['baseline', 'natives', 'pushed']);
  assert.deepEqual(namesIn(await client.get('/organizations/moved/teams')), ['Platform team', 'owners']);
});

test('An import from an instance that follows the public documentation reports what it did not import', async () => {
  await using world = await openWorld('sqlite');
  await using double = await openDouble();
  const person = await ada(world);
  const name = `TF_TOKEN_${new URL(double.url).hostname.replaceAll('.', '_')}`;
  const variables = { ...variablesOf(world, person), [name]: 'theirs' };
  const command = () => tipstaff(['import', '--from', double.url, '--organization', 'acme'], variables);

  const first = await command();
  const second = await command();

  assert.equal(first.code, 1, first.stderr);
  assert.equal(
    first.stdout,
    `Applied 19.
  ! the permission manage-public-modules of the team acme/owners: this version of Tipstaff does not have this permission.
  ! the permission manage-public-modules of the team acme/platform: this version of Tipstaff does not have this permission.
  ! the policies in versions of the policy set acme/from-git: the service does not return the files of these policies; push the files with "tipstaff policy push".
  ! the evaluation of the policy sizes: the policy is written in Sentinel: Tipstaff stores the policy with the kind native, and another program must evaluate the policy and report the outcomes.
  ! the parameter baseline/token: the value is a secret, and an instance never returns secrets: set the value in this instance.
  ! the owners of acme (lee@acme.example): these people are imported as members: name the new owners with --owner <address>.
`,
  );
  assert.match(second.stdout, /0 to create, 0 to change, 0 to delete\./, second.stderr);
  const tokens = new Set(double.requests.map(({ token }) => token));
  assert.deepEqual([...tokens], ['Bearer theirs', '']);
  assert.ok(double.requests.every(({ line }) => line.startsWith('GET ')));
  const { client } = person;
  const { body } = await client.get('/organizations/acme/policies');
  const [sizes, tags] = body.data;
  assert.deepEqual([sizes.attributes.kind, sizes.attributes['enforcement-level']], ['native', 'soft-mandatory']);
  const code = await client.get(`/policies/${tags.id}/download`);
  assert.match(code.bytes.toString(), /^package tags\n/);
  const sets = await client.get('/organizations/acme/policy-sets?include=workspaces');
  assert.deepEqual(namesIn(sets), ['baseline', 'from-git', 'sentinels']);
  assert.deepEqual(sets.body.data[0].relationships.workspaces.data.length, 1);
  assert.deepEqual(
    [await levelsAt(client, 'team-workspaces', 'acme'), await levelsAt(client, 'team-projects', 'acme')],
    [
      [
        ['custom', 'plan'],
        ['plan', 'plan'],
      ],
      [['admin', undefined]],
    ],
  );
});

/** Returns the level of each access in an organization and the evaluations that it includes, sorted. */
const levelsAt = async (client: Client, list: string, organization: string) => {
  const { body } = await client.get(`/${list}?filter[organization][name]=${organization}`);
  const levels = body.data.map(({ attributes }: { attributes: { access: string; runs?: string } }) => [
    attributes.access,
    attributes.runs,
  ]);
  return levels.sort();
};

/** Creates an instance with an owner, and imports the organization "acme" of a simulated service into it. */
const importOf = async (world: World, double: Double) => {
  const variables = { ...variablesOf(world, await ada(world)), OTHER_TOKEN: 'theirs' };
  const words = ['import', '--from', double.url, '--token', 'env:OTHER_TOKEN', '--organization', 'acme'];
  return (...more: readonly string[]) => tipstaff([...words, ...more], variables);
};

test('Users become owners only if the operator names their addresses on this instance', async () => {
  await using world = await openWorld('sqlite');
  await using double = await openDouble();
  await using folder = await temporaryFolder();
  const tokenFile = join(folder.path, 'token');
  await writeFile(tokenFile, 'theirs\n');
  await world.person({ username: 'lee', email: 'lee@acme.example' });
  const command = await importOf(world, double);
  const owners = ['--owner', 'Kim@acme.example', '--owner', 'new@example.com'];

  const plain = await command();
  const dry = await command(...owners, '--dry-run', '--token', `file:${tokenFile}`);
  const named = await command(...owners);
  const again = await command(...owners, '--json');

  assert.match(plain.stdout, /^Applied 19\.\n/, plain.stderr);
  assert.doesNotMatch(plain.stderr, /team acme\/owners\n/);
  assert.match(dry.stdout, /\+ member acme\/new@example\.com\n/, dry.stderr);
  assert.match(dry.stdout, /~ team acme\/owners\n {6}members: \+kim@acme\.example \+new@example\.com\n/);
  assert.match(named.stdout, /^Applied 2\.\n/, named.stderr);
  assert.doesNotMatch(named.stdout, /the owners of acme/);
  assert.deepEqual(again.json().changes, []);
});

test('A redirect for policy code is followed to another host only if the operator names the host, and without the token', async () => {
  await using world = await openWorld('sqlite');
  await using content = await openDouble();
  await using double = await openDouble(content.url);
  const command = await importOf(world, double);
  const { host } = new URL(content.url);

  const refused = await command('--dry-run');
  const before = content.requests.length;
  const named = await command('--dry-run', '--content-host', host);

  assert.deepEqual([refused.code, refused.stdout, before], [2, '', 0]);
  assert.match(refused.stderr, /download redirects to another host, 127\.0\.0\.1:\d+, which is not allowed: /);
  assert.ok(refused.stderr.endsWith(`add --content-host ${host}.\n`), refused.stderr);
  assert.match(named.stdout, /\+ policy acme\/tags\n(?: {6}.*\n)* {6}code: a text of 3 lines\n/, named.stderr);
  const lines = content.requests.map(({ line, token }) => `${line} ${token}`);
  assert.deepEqual([...new Set(lines)], ['GET /archivist/tags ']);
});

test('The next import completes an interrupted import, and continues after records that the service refuses', async () => {
  await using from = await openWorld('sqlite');
  await using to = await openWorld('sqlite');
  const [source, target] = [await ada(from), await ada(to)];
  await fillOrganization(from, source, 'native');
  let left = 12;
  await using gateway = await openGateway(to.url, (line) => {
    if (line.startsWith('GET')) return undefined;
    left -= 1;
    if (left === 0) throw new Error('the way is cut');
    return undefined;
  });
  const words = ['import', '--from', from.url, '--token', 'env:OTHER_TOKEN', '--organization', 'shire'];
  const variables = { ...variablesOf(to, target), OTHER_TOKEN: source.token };
  await target.client.post('/organizations', documentOf('organizations', { name: 'shire', email: 'kept@example.com' }));
  await target.client.post('/organizations/shire/projects', documentOf('projects', { name: 'web shop' }));

  const cut = await tipstaff(words, { ...variables, TIPSTAFF_URL: gateway.url });
  const finished = await tipstaff(words, variables);
  const again = await tipstaff(words, variables);

  assert.equal(cut.code, 1);
  assert.match(cut.stderr, /Changes made: \d+ of \d+\. Run the command again to make the remaining changes\.\n$/);
  assert.match(finished.stdout, /! the project shire\/Web shop: Name has already been taken/);
  assert.match(again.stdout, /! the project shire\/Web shop: Name has already been taken/);
  assert.deepEqual(namesIn(await target.client.get('/organizations/shire/policies')), ['draft', 'former', 'tags']);
  const { body } = await target.client.get('/organizations/shire');
  assert.equal(body.data.attributes.email, 'kept@example.com');
});

test('Folders with policies.hcl are imported as policy sets, and other folders are listed with the reason', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const list = 'policy "tags" {\n  query             = "data.tags.deny"\n  enforcement_level = "mandatory"\n}\n';
  await using folder = await folderWith({
    'one/policies.hcl': list,
    'one/tags.rego': 'package tags\n\nimport rego.v1\n\ndeny contains "x" if input.x\n',
    'two words/policies.hcl': list,
    'three/sentinel.hcl': 'policy "a" {\n  enforcement_level = "advisory"\n}\n',
    'four/policies.hcl': 'policy "a" {\n',
    'notes/readme.md': '',
  });
  const command = (...words: readonly string[]) =>
    tipstaff(['import', folder.path, '--organization', home.name, ...words], variablesOf(world, home.owner));

  const first = await command();
  const second = await command();

  assert.equal(first.code, 1, first.stderr);
  assert.match(first.stdout, /^Applied 1\.\n/);
  assert.match(first.stdout, /! the policy set in .*four: .*policies\.hcl/);
  assert.match(first.stdout, /! the policy set in .*three: its policies are written in Sentinel/);
  assert.match(first.stdout, /! the policy set in .*two words: the name of the folder/);
  assert.match(second.stdout, /0 to create, 0 to change, 0 to delete\./);
  const sets = await home.client.get(`/organizations/${home.name}/policy-sets`);
  assert.deepEqual([namesIn(sets), sets.body.data[0].attributes['policy-count']], [['one'], 1]);
});

test('An import says which values are missing, and does not accept a token as an argument', async () => {
  const run = (...words: readonly string[]) =>
    tipstaff(['import', ...words], {
      TIPSTAFF_URL: 'http://127.0.0.1:9',
      TIPSTAFF_TOKEN: 'mine',
      TOKEN: 'theirs',
    });
  const elsewhere = ['--from', 'https://other.example.com', '--organization', 'acme'];
  const ofOtherInstance = /--token, --owner and --content-host need --from <address>/;

  for (const [words, sentence] of [
    [[], /Name either a folder, or another instance: --from <address>\./],
    [['folder', ...elsewhere], /Name either a folder/],
    [['--from', 'https://other.example.com'], /Name the organization: --organization <name>\./],
    [['--from', 'other', '--organization', 'acme'], /other is not an http or https address\./],
    [elsewhere, /Set TF_TOKEN_other_example_com to a token for https:\/\/other\.example\.com/],
    [[...elsewhere, '--token', 'secret-token'], /--token takes env:NAME or file:PATH/],
    [['folder', '--organization', 'acme', '--owner', 'a@example.com'], ofOtherInstance],
    [['folder', '--organization', 'acme', '--token', 'env:TOKEN'], ofOtherInstance],
    [
      [...elsewhere, '--token', 'file:/none/token'],
      /--token refers to the file \/none\/token: the file does not exist/,
    ],
    [[...elsewhere, '--token', 'env:TOKEN', '--owner', 'ada'], /--owner must be the e-mail address of a person\./],
    [[...elsewhere, '--content-host', 'https://a.example.com'], /--content-host must be the name of a host/],
    [[...elsewhere, '--token', 'env:NONE'], /--token refers to the variable NONE, which is not set\./],
  ] as const) {
    const { code, stderr } = await run(...words);

    assert.equal(code, 2, stderr);
    assert.match(stderr, sentence);
    assert.ok(!stderr.includes('secret-token'));
  }
});
