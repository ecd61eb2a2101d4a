import { equal, notEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary.ts';
import { lockFile } from './file-lock.ts';

test('a lock ends when it is released or its process is killed', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'lock');
  const module = new URL('file-lock.ts', import.meta.url).href;
  const code = `import { lockFile } from ${JSON.stringify(module)};
    globalThis.lock = lockFile(${JSON.stringify(path)});
    console.log('locked');
    setInterval(() => undefined, 1_000);`;

  {
    using own = lockFile(path);
    notEqual(own, undefined);
    equal(lockFile(path), undefined);
  }
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  equal(lockFile(path), undefined);
  child.kill('SIGKILL');
  await once(child, 'close');

  using again = lockFile(path);
  notEqual(again, undefined);
});
