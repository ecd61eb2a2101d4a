// Every service of the process is available in an opened context, whichever command opened the context, because all
// commands pass the same list of domains.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openWorld } from '../test/support/world.ts';
import type { Context } from './context.ts';

type AnyService = (context: Pick<Context, 'core'>) => unknown;

const root = fileURLToPath(new URL('.', import.meta.url));
const declaration = /^(export )?const (\w+) = service(?:<[^>]+>)?\((.*)$/gm;

const declared = globSync('**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) =>
    [...readFileSync(root + path, 'utf8').matchAll(declaration)].map(([, exported, name = '', rest]) => ({
      path,
      name,
      isExported: exported !== undefined,
      isMade: !rest?.startsWith(')'),
    })),
  );

test('Every service is created at its first use or provided when the context opens', async () => {
  await using world = await openWorld('sqlite');

  const services = declared.filter(({ isExported }) => isExported);
  const read = await Promise.all(
    services.map(async ({ path, name }) => {
      const module: Readonly<Record<string, AnyService>> = await import(pathToFileURL(root + path).href);
      return () => module[name]?.(world.context);
    }),
  );

  assert.ok(services.length >= 20, `${services.length} services were found`);
  for (const each of read) assert.doesNotThrow(each);
  assert.deepEqual(
    declared.filter(({ isExported, isMade }) => !isExported && !isMade),
    [],
    'a service without a function that makes it is exported, so that this test reads it',
  );
});
