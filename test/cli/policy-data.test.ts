// Data files of policies, with the file names of OPA and conftest: refused files, and the effect of `--data`.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { evaluated, opaSet } from '../support/evaluations.ts';
import { checkIn, entry, folderWith, listOf, plan, rules, textsIn } from '../support/policy-folders.ts';
import { openWorld } from '../support/world.ts';

const reading = rules(
  'main',
  'deny contains n if some n in data.config.names\n\ndeny contains n if some n in data.exempt\n\ndeny contains format_int(data.own, 10)',
);
const documents = {
  'data.json': '{"own": 12345678901234567890}',
  'exempt.json': '{"exempt": ["from exempt.json"]}',
  'config/names.yaml': 'names: [from names.yaml]\n',
};
const findings = ['12345678901234567890', 'from exempt.json', 'from names.yaml'];

test('The message about undefined data names the file that would define it, and --data reads it from a folder with code', async () => {
  await using folder = await folderWith({
    ...reading,
    ...documents,
    'conftest.rego': 'package main\n\ndeny contains data.conftest.file.name\n',
  });
  const check = (...words: readonly string[]) =>
    checkIn(folder.path, '--input', 'raw', '--namespace', 'main', ...words);
  const listed = await folderWith({ 'policies.yaml': listOf(entry('main')), ...reading, ...documents });

  const refused = await check();
  const byCheck = await tipstaff(['policy', 'check', listed.path]);
  const withData = await tipstaff([
    'check',
    join(listed.path, 'plan.json'),
    '--dir',
    listed.path,
    '--input',
    'raw',
    '--data',
    listed.path,
    '--json',
  ]);
  await listed[Symbol.asyncDispose]();

  const output = `${refused.stdout}${refused.stderr}`;
  assert.equal(refused.code, 2);
  for (const hint of [
    'data.config.names. The value is in config/names.yaml, which is not read as data because of its file name: rename the file to config/data.yaml, or add --data',
    'data.conftest.file.name. Only conftest sets this value, to the name of the plan file: add --data with a file such as {"conftest":',
    'data.exempt. The value is in exempt.json, which is not read as data because of its file name: add --data exempt.json.',
  ])
    assert.ok(output.includes(hint), output);
  assert.match(byCheck.stdout, /data\.exempt\. The value is in \S+exempt\.json, which is not read as data/);
  assert.deepEqual(withData.json().policies[0].output.toSorted(), findings);
});

test('A policy list is created with external data, and a push sends the data as one document', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const set = await opaSet(home, 'data', [], { global: true, input: 'raw' });
  const { 'data.json': own, ...others } = documents;
  const data = await folderWith(others);
  await using folder = await folderWith({ 'data.json': own, ...reading });
  await using pulled = await folderWith({});
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const more = ['--data', data.path];
  const onService = (...words: readonly string[]) =>
    tipstaff([...words, '--organization', home.name, '--set', 'data'], environment);

  const init = await tipstaff(['policy', 'init', folder.path, '--input', 'raw', ...more]);
  const pushed = await onService('policy', 'push', folder.path, ...more);
  const again = await onService('policy', 'diff', folder.path, ...more);
  const path = `/organizations/${home.name}/evaluations`;
  const { outcomes } = await evaluated({ world, by: home, path }, plan);
  await onService('policy', 'pull', join(pulled.path, 'copy'));
  await data[Symbol.asyncDispose]();

  assert.ok(set);
  assert.equal(init.code, 0, init.stderr);
  assert.equal(pushed.code, 0, pushed.stderr);
  assert.equal(again.stdout, 'No difference.\n');
  assert.deepEqual(outcomes[0].attributes.outcomes[0].output.toSorted(), findings);
  const texts = await textsIn(join(pulled.path, 'copy'));
  assert.deepEqual(Object.keys(texts), ['data.json', 'main.rego', 'policies.hcl']);
  assert.match(texts['data.json'] ?? '', /"own":12345678901234567890[,}]/);
});
