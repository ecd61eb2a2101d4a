import { deepEqual, equal } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { makePipe } from '../../../test/support/pipe.ts';
import { temporaryFolder } from '../../../test/support/temporary.ts';
import { placesOf } from './places.ts';

const sourceIn = (folder: string, folders: Readonly<Record<string, string>>) => ({
  shape: 'installed' as const,
  mentions: [],
  file: join(folder, 'modules.json'),
  folder,
  folders: new Map(Object.entries(folders)),
});
const mention = (name: string) => ({ source: 'x', version: '', name, pointer: '' });

test('a pipe in the folder of a configuration is ignored', async () => {
  await using folder = await temporaryFolder();
  await makePipe(join(folder.path, 'a.tf'));
  await writeFile(join(folder.path, 'b.tf'), '\nmodule "vpc" {\n');

  const place = await placesOf(sourceIn(folder.path, {}))(mention('vpc'));

  deepEqual(place, { name: 'module.vpc', file: relative(process.cwd(), join(folder.path, 'b.tf')), line: 2 });
});

test('calls in JSON are located', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'a.tf.json'), '{\n"module": {\n"vpc": {}}}');

  const { line } = await placesOf(sourceIn(folder.path, {}))(mention('vpc'));

  equal(line, 3);
});

test('the innermost call that is not in a downloaded module is reported, at any depth', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'main.tf'), 'module "a" {}\nmodule "c" {}\nmodule "z" {}\n');
  const placeOf = placesOf(sourceIn(folder.path, { a: '.terraform/modules/a', 'a.b': '.', 'a.b.c': '.terraform/x' }));
  const depth = 20_000;

  const places = await Promise.all(['a.x', 'a.b.c.d', `z${'.'.repeat(depth)}`].map((name) => placeOf(mention(name))));

  deepEqual(
    places.map(({ name, line }) => [name.length, line]),
    [
      ['module.a.module.x'.length, 1],
      ['module.a.module.b.module.c.module.d'.length, 2],
      [(depth + 1) * 'module.'.length + depth + 1, 3],
    ],
  );
});
