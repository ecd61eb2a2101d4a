// Module commands for publishers, who have a service's address and a token but no access to its database.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveOf } from '../support/archive.ts';
import { tipstaff } from '../support/command.ts';
import { documentOf, pointers } from '../support/documents.ts';
import { evaluatedIn } from '../support/evaluations.ts';
import { newMember } from '../support/members.ts';
import { olderService } from '../support/older-service.ts';
import { setPlan } from '../support/plans.ts';
import { planCalling } from '../support/plans-with-modules.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { onEachEngine } from '../support/world.ts';

const advice =
  'Consumers who have the warning in .terraform/modules can remove the warning with "terraform init -upgrade".';

onEachEngine('Versions are published, deprecated and reinstated on a service at a given address', async (world) => {
  await using folder = await temporaryFolder();
  const home = await world.home();
  await setPlan(world, home, 'plus');
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const name = `${home.name}/network/aws`;
  const source = join(folder.path, 'module');
  await mkdir(source);
  await writeFile(join(source, 'main.tf'), 'variable "cidr" {}\n');
  const packed = join(folder.path, 'module.tar.gz');
  await writeFile(packed, archiveOf({ 'main.tf': 'output "id" { value = 1 }\n' }));
  const broken = join(folder.path, 'broken.tar.gz');
  await writeFile(broken, 'no archive');
  const publish = (path: string, version: string, ...words: readonly string[]) =>
    tipstaff(['module', 'publish', path, '--module', name, '--module-version', version, ...words], environment);
  const range = (verb: string, ...words: readonly string[]) => tipstaff(['module', verb, name, ...words], environment);
  const reason = ['--reason', 'Opens port 22.'];

  const first = await publish(source, '1.0.0');
  const second = await publish(packed, '1.1.0', '--json');
  const twice = await publish(packed, '1.1.0');
  const other = await publish(source, '1.1.0');
  const refused = await publish(broken, '2.0.0');
  const waiting = await home.client.get(`/organizations/${home.name}/registry-modules/private/${name}/2.0.0`);
  const repaired = await publish(packed, '2.0.0');
  const shown = await range('deprecate', '>= 1.0, < 2.0', '--dry-run', ...reason);
  const done = await range('deprecate', '>= 1.0, < 2.0', ...reason);
  const again = await range('deprecate', '>= 1.0, < 2.0', ...reason, '--json');
  const wrong = await home.client.post(
    `/organizations/${home.name}/registry-modules/private/${name}/actions/set-deprecation`,
    documentOf('module-versions', { versions: 'the newest', deprecation: { 'deprecated-status': 'Deprecated' } }),
  );
  const unused = await range('usage');
  await home.client.get(`//api/registry/v1/modules/${name}/1.1.0/download`);
  const plan = planCalling(world, [{ address: name, version: '~> 1.1' }]);
  await evaluatedIn(world, home, await newWorkspace(home, 'shop'), plan);
  const affected = await range('deprecate', '1.1.0', '--dry-run', '--reason', 'Another reason.');
  await using older = await olderService(world, ['workspace-count']);
  const words = ['module', 'deprecate', name, '1.1.0', '--dry-run', '--reason', 'Another reason.'];
  const onOlder = await tipstaff(words, { ...environment, TIPSTAFF_URL: older.url });
  const used = await range('usage', '--json');
  const table = await range('usage');
  const nowhere = await tipstaff(['module', 'usage', `${home.name}/other/aws`], environment);
  const back = await range('reinstate', '1.0.0');
  const none = await range('deprecate', '3.0.0', ...reason);
  const { body } = await home.client.get(`//api/registry/v1/modules/${name}/versions`);

  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^ID: +modver-\w{16}\nVersion: +1\.0\.0\nStatus: +ok\n(.*\n)+Inputs: +cidr\n/);
  assert.deepEqual([second.json().data.attributes.version, second.json().data.attributes.status], ['1.1.0', 'ok']);
  assert.deepEqual([twice.code, other.code, refused.code, repaired.code], [0, 1, 1, 0], repaired.stderr);
  assert.equal(twice.stdout, '1.1.0 is published already, with the same contents.\n');
  assert.equal(other.stderr, `1.1.0 of ${name} is published with different contents: choose another version.\n`);
  assert.match(refused.stderr, /^The archive is not a gzip file/);
  assert.equal(waiting.status, 404);
  assert.equal(shown.stdout, `This would deprecate 1.1.0, 1.0.0 of ${name}.\n`);
  assert.equal(done.stdout, `Deprecated 1.1.0, 1.0.0 of ${name}.\n`);
  assert.equal(affected.stdout, `This would deprecate 1.1.0 of ${name}. 1 workspace uses this version.\n`);
  assert.equal(onOlder.stdout, `This would deprecate 1.1.0 of ${name}.\n`, onOlder.stderr);
  assert.match(table.stdout, /\n\nVERSION +DEPRECATED +WORKSPACE +REQUIRED\n1\.1\.0 +yes +shop +~> 1\.1\n$/);
  assert.deepEqual(
    again.json().versions.map((each: Record<string, unknown>) => each['is-changed']),
    [false, false],
  );
  assert.equal(unused.stdout, `Nobody has downloaded ${name} yet.\n`);
  assert.deepEqual(used.json(), {
    module: name,
    downloads: [
      {
        version: '1.1.0',
        consumer: `user:${home.owner.user.id}`,
        name: home.owner.user.username,
        count: 1,
        'is-deprecated': true,
        'last-downloaded-at': used.json().downloads[0]['last-downloaded-at'],
      },
    ],
    workspaces: [{ version: '1.1.0', name: 'shop', 'requested-version': '~> 1.1', 'is-deprecated': true }],
  });
  assert.match(table.stdout, /^VERSION +DEPRECATED +CONSUMER +DOWNLOADS +LAST *\n1\.1\.0 +yes +user /);
  assert.deepEqual(
    [nowhere.code, nowhere.stderr],
    [2, `There is no module ${home.name}/other/aws, or this token has no permission to read it.\n`],
  );
  assert.equal(back.stdout, `Reinstated 1.0.0 of ${name}. ${advice}\n`);
  assert.deepEqual([wrong.status, pointers(wrong)], [422, ['/data/attributes/versions']]);
  assert.deepEqual([none.code, none.stderr], [1, `${name} has no such version.\n`]);
  assert.deepEqual(
    body.modules[0].versions.map(({ version, deprecation }: Record<string, unknown>) => [version, deprecation]),
    [
      ['2.0.0', null],
      ['1.1.0', { reason: 'Opens port 22.', link: null }],
      ['1.0.0', null],
    ],
  );
});

onEachEngine('Messages for a publisher without permission, token or address say what is missing', async (world) => {
  await using folder = await temporaryFolder();
  const home = await world.home();
  const { token } = await newMember(world, home);
  await writeFile(join(folder.path, 'main.tf'), '');
  const words = ['--module', `${home.name}/network/aws`, '--module-version', '1.0.0'];
  const publish = (environment: Readonly<Record<string, string>>, ...more: readonly string[]) =>
    tipstaff(['module', 'publish', folder.path, ...words, ...more, '--json'], environment);

  const answers = [
    await publish({ TIPSTAFF_URL: world.url }),
    await publish({ TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: 'wrong' }),
    await publish({ TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: token }),
    await publish({ TIPSTAFF_TOKEN: token }, '--url', 'ftp://example.com'),
    await publish({ TIPSTAFF_DATA_DIR: join(folder.path, 'none') }),
  ];

  assert.deepEqual(
    answers.map(({ code }) => code),
    [2, 2, 2, 2, 1],
  );
  assert.deepEqual(
    answers.map(({ json }) => json().errors[0].code),
    [undefined, 'unauthorized', 'not-found', undefined, undefined],
  );
  const sentences = [
    /^Set TIPSTAFF_TOKEN to a token of the organization/,
    / does not know the token/,
    new RegExp(
      `^There is no organization ${home.name}, or this token does not have the permission for this operation\\.\n$`,
    ),
    /^ftp:\/\/example\.com is not an http or https address\./,
    / contains no data of Tipstaff: run this command in the folder of the service, or set TIPSTAFF_DATA_DIR/,
  ];
  for (const [index, { stderr }] of answers.entries()) assert.match(stderr, sentences[index] ?? /^$/);
});
