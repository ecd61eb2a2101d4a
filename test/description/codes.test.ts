// The error codes in the service's responses equal the documented codes.
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { recordedExchanges } from '../../src/http/openapi-examples.ts';
import { problemCodes } from '../../src/jsonapi/problem-codes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const codes = Object.keys(problemCodes);

const read = (path: string): Promise<string> => readFile(`${root}${path}`, 'utf8');

test('Every error in a recorded exchange has a code from the table', () => {
  const answers = Object.values(recordedExchanges()).map(({ answer }) => answer);

  const sent = answers.flatMap((answer): readonly object[] => Reflect.get(Object(answer), 'errors') ?? []);

  assert.ok(sent.length > 20);
  for (const error of sent) assert.ok(codes.includes(Reflect.get(error, 'code')), JSON.stringify(error));
});

test('The documentation lists each code in the table once', async () => {
  const page = await read('docs/api.md');
  const { components } = JSON.parse(await read('docs/openapi.json'));

  const [, table = ''] = /<!-- codes -->([\s\S]*)<!-- \/codes -->/.exec(page) ?? [];

  assert.deepEqual(
    [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, code]) => code),
    codes,
  );
  assert.deepEqual(components.schemas.errors.properties.errors.items.properties.code.enum, codes);
  assert.deepEqual(codes, codes.toSorted());
});

test('The service returns every code in the table', async () => {
  const files: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: root })) files.push(file);
  const sources = files.filter((file) => !file.endsWith('.test.ts') && !file.endsWith('problem-codes.ts'));
  const text = (await Promise.all(sources.map(read))).join('\n');

  assert.deepEqual(
    codes.filter((code) => !text.includes(`'${code}'`)),
    [],
  );
});
