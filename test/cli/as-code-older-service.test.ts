// Applies files with attributes that the service does not know, because it is older than the command line.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { attributeIn, vocabularies } from '../../src/jsonapi/vocabulary.ts';
import { tipstaff } from '../support/command.ts';
import { documentOf } from '../support/documents.ts';
import { olderService } from '../support/older-service.ts';
import { ada, variablesOf } from '../support/rich-instance.ts';
import { edit, temporaryFolder } from '../support/temporary.ts';
import { openWorld } from '../support/world.ts';

for (const vocabulary of ['neutral', 'terraform'] as const)
  test(`Attributes that an older service would ignore are refused before anything is written (${vocabulary})`, async () => {
    await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: vocabulary } });
    await using folder = await temporaryFolder();
    await using olderFolder = await temporaryFolder();
    const person = await ada(world);
    const { client } = person;
    const [site, organization] = ['site.yaml', 'organizations/shire/organization.yaml'];
    await client.post('/organizations', documentOf('organizations', { name: 'shire', email: 'home@example.com' }));
    await client.post('/organizations/shire/teams', documentOf('teams', { name: 'builders' }));
    const key = attributeIn(vocabularies[vocabulary], 'cloud-a-access-key-id');
    await using older = await olderService(world, ['visibility', 'delegate-policy-overrides', 'login-help', key]);
    const command = (words: readonly string[], url = older.url) =>
      tipstaff(words, { ...variablesOf(world, person), TIPSTAFF_URL: url, KEY: 'key' });

    const exported = await command(['export', folder.path], world.url);
    await edit(join(folder.path, organization), 'email: home@example.com', 'email: other@example.com');
    await edit(join(folder.path, organization), /access: \[\]/, 'access: [delegate-policy-overrides]');
    await edit(join(folder.path, site), 'cost-estimation:', `cost-estimation:\n    cloud-a-access-key-id: \${env:KEY}`);
    await edit(join(folder.path, site), 'login-help: ""', 'login-help: Ask ops.');
    const refused = await command(['apply', folder.path]);
    const dry = await command(['apply', folder.path, '--dry-run']);
    const { body } = await client.get('/organizations/shire');
    const ofOlder = await command(['export', olderFolder.path]);
    await edit(join(olderFolder.path, organization), 'email: home@example.com', 'email: other@example.com');
    const applied = await command(['apply', olderFolder.path]);
    const again = await command(['apply', olderFolder.path]);

    assert.deepEqual([exported.code, ofOlder.code], [0, 0]);
    assert.deepEqual([refused.code, refused.stdout, dry.code, dry.stderr], [2, '', 2, refused.stderr]);
    const ignored = refused.stderr.matchAll(
      /(\w+)\.yaml:\d+: http\S+ does not support the attribute (\S+) \(([\w ]+)\), because/g,
    );
    assert.deepEqual(
      [...ignored].map((words) => words.slice(1).join(' ')).sort(),
      [
        'organization delegate-policy-overrides team',
        'organization visibility team',
        'site cloud-a-access-key-id settings',
        'site login-help settings',
      ],
      refused.stderr,
    );
    assert.match(
      refused.stderr,
      /older than this version of tipstaff: upgrade the service, or leave out login-help\.\n/,
    );
    assert.equal(body.data.attributes.email, 'home@example.com');
    assert.equal(applied.stdout, 'Applied 1.\n', applied.stderr);
    assert.match(again.stdout, /Nothing to change\.\n$/);
  });

test('Nothing is written to a service that does not describe its attributes', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const person = await ada(world);
  const { client } = person;
  await client.post('/organizations', documentOf('organizations', { name: 'shire', email: 'home@example.com' }));
  await using older = await olderService(world, [], '/api/v2/openapi.json');
  const command = (words: readonly string[]) =>
    tipstaff(words, { ...variablesOf(world, person), TIPSTAFF_URL: older.url });

  const exported = await command(['export', folder.path]);
  const same = await command(['apply', folder.path]);
  const organization = join(folder.path, 'organizations/shire/organization.yaml');
  await edit(organization, 'email: home@example.com', 'email: other@example.com');
  const refused = await command(['apply', folder.path]);
  const { body } = await client.get('/organizations/shire');

  assert.deepEqual([exported.code, same.code, refused.code], [0, 0, 2]);
  assert.match(refused.stderr, /has no API description at \/api\/v2\/openapi\.json, .*: upgrade the service\.\n$/);
  assert.equal(body.data.attributes.email, 'home@example.com');
});
