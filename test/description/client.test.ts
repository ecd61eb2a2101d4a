// A client generated from the API description compiles in a program and can call the service.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generateApi } from 'swagger-typescript-api';
import { temporaryFolder } from '../support/temporary.ts';
import { openWorld } from '../support/world.ts';

const run = promisify(execFile);
const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  typeRoots: [at('node_modules/@types')],
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
};

test('A generated TypeScript client compiles and calls three routes', async () => {
  await using folder = await temporaryFolder();
  await using world = await openWorld('sqlite');
  const { name, owner } = await world.home();
  const program = join(folder.path, 'program.ts');
  await generateApi({
    input: at('docs/openapi.json'),
    output: folder.path,
    fileName: 'api.ts',
    moduleNameFirstTag: true,
    silent: true,
  });
  await copyFile(at('test/description/client/program.txt'), program);
  await writeFile(join(folder.path, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions }));

  await run(process.execPath, [at('node_modules/typescript/bin/tsc'), '--project', folder.path]);
  const { stdout } = await run(process.execPath, [
    '--experimental-transform-types',
    program,
    world.url,
    owner.token,
    name,
  ]);

  assert.deepEqual(JSON.parse(stdout), {
    username: owner.user.username,
    level: 'advisory',
    names: ['from-a-client'],
  });
});
