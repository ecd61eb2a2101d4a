import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commands } from '../../src/cli/commands/index.ts';

const program = fileURLToPath(new URL('../support/help-of-every-command.ts', import.meta.url));

test('Help loads only the declarations of commands, and no implementation', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program], { maxBuffer: 16 * 2 ** 20 });

  const { helps, loaded }: { helps: Record<string, string>; loaded: string[] } = JSON.parse(stdout);
  for (const { declaration } of commands) {
    const words = declaration.usage.split(' ').filter((word) => !/^[<[]/.test(word));
    const help = helps[words.join(' ')] ?? '';
    const flags = Object.values(declaration.options ?? {}).map((option) => option.flags);
    for (const text of [`Usage: tipstaff ${words.join(' ')}`, ...flags, '--json']) assert.ok(help.includes(text), text);
  }
  for (const [name, help] of Object.entries(helps)) {
    const isWrapped = help.split('\n').every((line) => line.length <= 80 || line.startsWith('Usage: '));
    assert.ok(isWrapped, name);
  }
  const own = loaded.flatMap((url) => /\/src\/(.+)$/.exec(url)?.[1] ?? []);
  const packages = loaded.flatMap((url) => /\/node_modules\/([^/]+)/.exec(url)?.[1] ?? []);
  assert.ok(own.includes('cli/commands/user/command.ts'), 'the modules are seen');
  const late = /^(domains|http|runtime|effects|protocols)\/|^(config|context|server)\.ts$|\baction\.ts$/;
  assert.deepEqual(
    own.filter((path) => late.test(path)),
    [],
  );
  assert.deepEqual([...new Set(packages)], ['commander']);
});
