import { deepEqual } from 'node:assert/strict';
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

test('a pipe beside the files of a configuration is passed over', async () => {
  await using folder = await temporaryFolder();
  await makePipe(join(folder.path, 'a.tf'));
  await writeFile(join(folder.path, 'b.tf'), '\nmodule "vpc" {\n');

  const place = await placesOf(sourceIn(folder.path, {}))(mention('vpc'));

  deepEqual(place, { name: 'module.vpc', file: relative(process.cwd(), join(folder.path, 'b.tf')), line: 2 });
});
