// The README's first session is carried out as it stands; only the address is another one.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startService } from './support/command.ts';
import { temporaryFolder } from './support/temporary.ts';

const run = promisify(execFile);

const readmeSession = async (): Promise<string> => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  return [...readme.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands).join('\n');
};

test('The first session of the README works as it is written', async () => {
  const session = await readmeSession();
  await using folder = await temporaryFolder();
  await using service = await startService({ REEVE_DATA_DIR: join(folder.path, 'data') });

  const { stdout } = await run(
    'bash',
    ['-euo', 'pipefail', '-c', session.replace('http://127.0.0.1:8080', service.url)],
    {
      cwd: folder.path,
    },
  );

  assert.match(session, /http:\/\/127\.0\.0\.1:8080/);
  assert.match(stdout, /"name":"shire"/);
  assert.match(stdout, /"name":"no-public-buckets".*"total-count":1\b/);
  assert.match(stdout, /\nThe same code came back\.\n$|The same code came back\.\n$/);
});
