// The commands of docs/policies.md print what it says.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';

const document = await readFile(new URL('../../docs/policies.md', import.meta.url), 'utf8');
const examples = [...document.matchAll(/^```bash\ntipstaff (.*)\n```\n\n```text\n([\s\S]*?)^exit status (\d)\n```$/gm)];

test('Every command of the document is an example with its output', () => {
  assert.equal(examples.length, document.split('```bash').length - 1);
});

for (const [, words = '', output, status] of examples) {
  test(`tipstaff ${words}`, async () => {
    const { code, stdout, stderr } = await tipstaff(words.split(' '));

    assert.equal(stdout, output, stderr);
    assert.equal(code, Number(status));
  });
}
