// Applies and exports files with the attribute `introduction` of policies and the older attribute `shadow`.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { documentOf } from '../support/documents.ts';
import { ada, variablesOf } from '../support/rich-instance.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { openWorld } from '../support/world.ts';

const policiesIn = (folder: string) => join(folder, 'organizations', 'shire', 'policies.yaml');

const policy = (name: string, line: string, kind = 'opa') =>
  `  - name: ${name}\n    kind: ${kind}\n    enforcement-level: advisory\n    ${line}\n`;

/** Calls the test with a folder that declares the organization "shire", and with a function that runs commands. */
const withFolder = async (work: (folder: string, command: typeof tipstaff) => Promise<void>) => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const person = await ada(world);
  const command: typeof tipstaff = (words) => tipstaff(words, variablesOf(world, person));
  await person.client.post('/organizations', documentOf('organizations', { name: 'shire', email: 'home@example.com' }));
  assert.equal((await command(['export', folder.path])).code, 0);
  await work(folder.path, command);
};

test('The older attribute shadow sets the introduction of a policy and is not exported', () =>
  withFolder(async (folder, command) => {
    await using other = await temporaryFolder();
    const apply = async (...policies: readonly string[]) => {
      await writeFile(policiesIn(folder), `policies:\n${policies.join('')}`);
      const [first, again] = [await command(['apply', folder]), await command(['apply', folder])];
      return [first, again].map(({ stdout }) => stdout.trim().split('\n').at(-1));
    };

    const first = await apply(policy('tried', 'shadow: true'), policy('fresh', 'introduction: enforce-new'));
    const second = await apply(policy('tried', 'shadow: false'), policy('fresh', 'shadow: false'));
    await command(['export', other.path]);
    const exported = await readFile(policiesIn(other.path), 'utf8');

    assert.deepEqual(first, ['Applied 2.', 'Nothing to change.']);
    assert.deepEqual(second, ['Applied 1.', 'Nothing to change.']);
    assert.deepEqual(exported.match(/(introduction|shadow): .*/g), [
      'introduction: enforce-new',
      'introduction: enforce',
    ]);
  }));

test('An introduction that contradicts shadow, or that the kind does not support, is refused with its line', () =>
  withFolder(async (folder, command) => {
    const listed = [
      policy('a', 'introduction: enforce-new\n    shadow: true'),
      policy('b', 'introduction: enforce-new', 'native'),
    ];
    await writeFile(policiesIn(folder), `policies:\n${listed.join('')}`);

    const { code, stderr } = await command(['apply', folder]);

    assert.equal(code, 2);
    assert.match(stderr, /policies\.yaml:6: shadow is true, but introduction is enforce-new: remove shadow/);
    assert.match(stderr, /policies\.yaml:10: introduction cannot be enforce-new/);
  }));
