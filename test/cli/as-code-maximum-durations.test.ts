// Exports and applies the maximum durations of exemptions and overrides.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { documentOf } from '../support/documents.ts';
import { ada, variablesOf } from '../support/rich-instance.ts';
import { edit, temporaryFolder } from '../support/temporary.ts';
import { openWorld } from '../support/world.ts';

const settings = {
  'policy-exemption-max-days': null,
  'policy-override-max-days': 3,
  'exemptions-need-request': true,
};

test('The maximum durations of an organization are exported and applied, also if there is none', async () => {
  await using from = await openWorld('sqlite');
  await using to = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const [source, target] = [await ada(from), await ada(to)];
  const file = join(folder.path, 'organizations', 'shire', 'organization.yaml');
  const shire = { name: 'shire', email: 'home@example.com', ...settings };
  assert.equal((await source.client.post('/organizations', documentOf('organizations', shire))).status, 201);
  const apply = async () => {
    const { code, stdout, stderr } = await tipstaff(['apply', folder.path], variablesOf(to, target));
    assert.equal(code, 0, stderr);
    return stdout.trim().split('\n').at(-1) ?? '';
  };
  const shown = async () => {
    const { attributes } = (await target.client.get('/organizations/shire')).body.data;
    return Object.fromEntries(Object.keys(settings).map((name) => [name, attributes[name]]));
  };

  const exported = await tipstaff(['export', folder.path], variablesOf(from, source));
  const created = await apply();
  const copied = await shown();
  const again = await apply();
  await edit(file, 'policy-exemption-max-days: null', 'policy-exemption-max-days: 30');
  const limited = [await apply(), (await shown())['policy-exemption-max-days']];
  await edit(file, 'policy-exemption-max-days: 30', 'policy-exemption-max-days: null');
  const removed = [await apply(), (await shown())['policy-exemption-max-days']];

  assert.equal(exported.code, 0, exported.stderr);
  assert.match(await readFile(file, 'utf8'), /policy-exemption-max-days: null\n/);
  assert.match(created, /^Applied \d+\.$/);
  assert.deepEqual(copied, settings);
  assert.equal(again, 'Nothing to change.');
  assert.deepEqual(
    [limited, removed],
    [
      ['Applied 1.', 30],
      ['Applied 1.', null],
    ],
  );
});
