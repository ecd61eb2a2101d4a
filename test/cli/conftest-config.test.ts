// Checks that take their options from a conftest configuration file.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkCommands } from '../../src/cli/commands/check/command.ts';
import { withConftest } from '../../src/cli/policy-check/conftest-config.ts';
import { NotChecked } from '../../src/cli/terminal/command.ts';
import { readOptions } from '../../src/cli/terminal/options.ts';
import { folderWith } from '../support/policy-folders.ts';

const options = (typed: Readonly<Record<string, unknown>> = {}) => readOptions(checkCommands.check.options, typed);

test('A check uses the policies of conftest.toml unless the command line names others', async () => {
  const text = `# a comment
policy = "rego"
namespace = [
  "main", # "not this one"
  'aws.net',
]
data = ['data', "more \\"data\\""]
combine = true
fail-on-warn = true # advisory rules count
output = "table"
`;
  await using folder = await folderWith({ 'conftest.toml': text });
  const at = (name: string) => join(folder.path, name);

  const config = await withConftest(options(), folder.path);
  const typed = await withConftest(
    options({ query: ['data.x.deny'], data: ['own'], input: 'plan', failOn: 'never' }),
    folder.path,
  );
  const other = options({ dir: 'policies' });

  const { dir, namespace, allNamespaces, data, input, combine, failOn } = config;
  assert.deepEqual(
    { dir, namespace, allNamespaces, data, input, combine, failOn },
    {
      dir: at('rego'),
      namespace: ['main', 'aws.net'],
      allNamespaces: false,
      data: [at('data'), at('more "data"')],
      input: 'raw',
      combine: true,
      failOn: 'advisory',
    },
  );
  assert.deepEqual(
    [typed.namespace, typed.query, typed.data, typed.input, typed.failOn],
    [[], ['data.x.deny'], ['own'], 'plan', 'never'],
  );
  assert.equal(await withConftest(other, folder.path), other);
});

test('Absolute paths in conftest.toml are not changed', async () => {
  await using folder = await folderWith({ 'conftest.toml': 'policy = "/policies"\ndata = ["/data", "own"]' });

  const { dir, data } = await withConftest(options(), folder.path);

  assert.deepEqual([dir, data], ['/policies', ['/data', join(folder.path, 'own')]]);
});

test('An empty conftest.toml has the default values of conftest, and without the file nothing changes', async () => {
  await using folder = await folderWith({
    'conftest.toml': '\n',
    'all/conftest.toml': 'all-namespaces = true\nno-fail = true',
  });

  const { dir, namespace, failOn } = await withConftest(options(), folder.path);
  const all = await withConftest(options(), join(folder.path, 'all'));
  const none = options();

  assert.deepEqual([dir, namespace, failOn], [join(folder.path, 'policy'), ['main'], 'mandatory']);
  assert.deepEqual([all.namespace, all.allNamespaces, all.failOn], [[], true, 'never']);
  assert.equal(await withConftest(none, join(folder.path, 'none')), none);
});

test('Unsupported keys in conftest.toml are refused with their line', async () => {
  const refusal = async (text: string) => {
    await using folder = await folderWith({ 'conftest.toml': text });
    const error = await withConftest(options(), folder.path).catch((failure: unknown) => failure);
    return error instanceof NotChecked ? error.message : error;
  };

  assert.deepEqual(
    await Promise.all(
      ['\nupdate = ["git::x"]', 'policy = ["a", "b"]', 'parser = "hcl2"', 'policy = "a"\n\n[table]\n', 'data = 1'].map(
        refusal,
      ),
    ),
    [
      'conftest.toml:2: update is not supported: remove it, or name the policies with --dir.',
      'conftest.toml:1: only one folder with policies is supported: name it with --dir.',
      'conftest.toml:1: only JSON is read: write parser = "json".',
      'conftest.toml:3: only strings, lists of strings, true and false are supported.',
      'conftest.toml:1: only strings, lists of strings, true and false are supported.',
    ],
  );
});
