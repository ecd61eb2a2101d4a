import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveOf } from '../support/archive.ts';
import { commandsOnEachEngine, type Environment, tipstaff } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const withOrganization = (environment: Environment) =>
  tipstaff(['organization', 'create', '--name', 'acme', '--email', 'acme@example.com'], environment);

const publishing = (path: string, version: string, module = 'acme/network/aws'): readonly string[] => [
  ...['module', 'publish', path, '--module', module, '--module-version', version, '--json'],
];

/** Writes files into a folder. */
const fill = async (folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<string> => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
};

commandsOnEachEngine('An archive is published, listed and shown', async (environment) => {
  await using temporary = await temporaryFolder();
  await withOrganization(environment);
  const archive = archiveOf({ 'main.tf': 'variable "cidr" {}\noutput "id" { value = 1 }\n' });
  await fill(temporary.path, { 'module.tar.gz': archive });
  const path = join(temporary.path, 'module.tar.gz');

  const published = await tipstaff(publishing(path, '1.0.0'), environment);
  await tipstaff(publishing(path, '1.1.0-rc.1'), environment);
  const listed = await tipstaff(['module', 'list', 'acme'], environment);
  const shown = await tipstaff(['module', 'show', 'acme/network/aws'], environment);
  const one = await tipstaff(['module', 'show', 'acme/network/aws', '1.0.0'], environment);
  const recorded = await tipstaff(['audit', 'export'], environment);

  assert.equal(published.code, 0, published.stderr);
  const { id, attributes } = published.json().data;
  assert.deepEqual([attributes.version, attributes.status], ['1.0.0', 'ok']);
  assert.equal(attributes.sha256, createHash('sha256').update(archive).digest('hex'));
  assert.match(
    listed.stdout,
    /^NAME +PROVIDER +STATUS +DOWNLOADS +UPDATED AT +ID\nnetwork +aws +published +0 +\S+ +mod-\w{16}\n$/,
  );
  assert.match(
    shown.stdout,
    /Organization: +acme\nName: +network\n[\s\S]+VERSION +STATUS +DEPRECATED\n1\.1\.0-rc\.1 +ok +no\n1\.0\.0 +ok +no\n$/,
  );
  assert.match(one.stdout, new RegExp(`^ID: +${id}\\nVersion: +1\\.0\\.0\\n[\\s\\S]+Inputs: +cidr\\nOutputs: +id\\n`));
  for (const action of ['registry-module.create', 'registry-module-version.create', 'registry-module-version.upload']) {
    assert.ok(recorded.stdout.includes(`"${action}"`), action);
  }
});

commandsOnEachEngine('A folder is packed reproducibly, without working files', async (environment) => {
  await using temporary = await temporaryFolder();
  await withOrganization(environment);
  const long = `modules/${'a'.repeat(60)}/${'b'.repeat(60)}`;
  const folder = await fill(temporary.path, {
    'main.tf': '',
    'README.md': '# Network\n',
    [`${long}/main.tf`]: '',
    '.git/config': 'secret',
    '.terraform/modules/modules.json': '{}',
    'terraform.tfstate': '{"secret":1}',
    'terraform.tfstate.backup': '{"secret":1}',
  });

  const first = await tipstaff(publishing(folder, '1.0.0'), environment);
  const second = await tipstaff(publishing(folder, '2.0.0'), environment);

  assert.equal(first.code, 0, first.stderr);
  assert.equal(first.json().data.attributes.readme, '# Network\n');
  assert.equal(second.json().data.attributes.sha256, first.json().data.attributes.sha256);
  assert.ok(first.json().data.attributes.size < 1_000);
});

commandsOnEachEngine('An invalid publication is refused, and creates nothing', async (environment) => {
  await using temporary = await temporaryFolder();
  await withOrganization(environment);
  await fill(temporary.path, {
    'broken.tar.gz': 'no archive',
    'module.tar.gz': archiveOf({ 'main.tf': '' }),
    'other.tar.gz': archiveOf({ 'main.tf': 'variable "cidr" {}' }),
  });
  const path = (name: string) => join(temporary.path, `${name}.tar.gz`);
  const [sound, broken, other] = [path('module'), path('broken'), path('other')];

  const invalid = await tipstaff(publishing(broken, '1.0.0'), environment);
  const listed = await tipstaff(['module', 'list', 'acme', '--json'], environment);
  await tipstaff(publishing(sound, '1.0.0'), environment);
  const twice = await tipstaff(publishing(sound, '1.0.0').slice(0, -1), environment);
  const taken = await tipstaff(publishing(other, '1.0.0'), environment);
  const missing = await tipstaff(publishing(join(temporary.path, 'nothing'), '2.0.0'), environment);
  const noVersion = await tipstaff(publishing(sound, 'latest'), environment);
  const noModule = await tipstaff(publishing(sound, '1.0.0', 'network'), environment);
  const nowhere = await tipstaff(publishing(sound, '1.0.0', 'nobody/network/aws'), environment);

  assert.equal(invalid.code, 1);
  assert.match(invalid.stderr, /^The archive is not a gzip file/);
  assert.deepEqual(listed.json().data, []);
  assert.deepEqual([twice.code, twice.stdout], [0, '1.0.0 is published already, with the same contents.\n']);
  assert.equal(taken.code, 1);
  assert.equal(
    taken.stderr,
    '1.0.0 of acme/network/aws is published with different contents: choose another version.\n',
  );
  assert.deepEqual(
    [missing.code, missing.stderr],
    [2, `${join(temporary.path, 'nothing')} cannot be read: there is no such file or folder.\n`],
  );
  assert.equal(noVersion.code, 2);
  assert.match(noVersion.stderr, /^Version must be a semantic version/);
  assert.match(noModule.stderr, /^network is not the name of a module: use the form organization\/name\/provider\.\n$/);
  assert.match(nowhere.stderr, /^There is no organization nobody\.\n$/);
});
