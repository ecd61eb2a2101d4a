// Runs the signature verification functions from docs/audit-stream.md exactly as documented.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { batchSignature } from '../src/protocols/audit-stream/signature.ts';
import { temporaryFolder } from './support/temporary.ts';

const [secret, body, seconds] = ['a secret of the receiver', '{"name":"Zoë"}\n', 1_790_000_000];
const header = batchSignature(secret, seconds, body);

/** Signature header, body and current time of a batch, and the expected result. */
const cases = [
  [header, body, seconds + 299, true],
  [header, body, seconds + 301, false],
  [header, `${body}{}\n`, seconds, false],
  [header.replace('t=1790000000', 't=1790000001'), body, seconds, false],
  [header.slice(0, -1), body, seconds, false],
] as const;

const snippet = async (language: string): Promise<string> => {
  const text = await readFile(new URL('../docs/audit-stream.md', import.meta.url), 'utf8');
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text)?.[1] ?? '';
};

test('The JavaScript function accepts only genuine signatures', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'genuine.mjs');
  await writeFile(file, await snippet('js'));

  const { isGenuine } = await import(pathToFileURL(file).href);

  for (const [sent, text, now, expected] of cases)
    assert.equal(isGenuine(sent, Buffer.from(text), secret, now), expected, sent);
});

const isPythonHere = spawnSync('python3', ['--version']).status === 0;

test('The Python function gives the same results', { skip: !isPythonHere && 'python3 is not here' }, async () => {
  const calls = cases.map(([sent, text, now]) => [sent, text, now]);
  const program = `${await snippet('python')}
import json, sys
print(json.dumps([is_genuine(h, b.encode(), ${JSON.stringify(secret)}, n) for h, b, n in json.load(sys.stdin)]))`;

  const { stdout, stderr } = spawnSync('python3', ['-c', program], { input: JSON.stringify(calls), encoding: 'utf8' });

  assert.equal(stderr, '');
  assert.deepEqual(
    JSON.parse(stdout),
    cases.map(([, , , expected]) => expected),
  );
});
