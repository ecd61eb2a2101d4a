// Starts the program with a Node.js version that is too old.
import assert from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { version } from '../../src/kernel/version.ts';
import { startService, tipstaffProcess } from '../support/command.ts';
import { oldNodes } from '../support/old-nodes.ts';
import { temporaryFolder } from '../support/temporary.ts';

const program = fileURLToPath(new URL('../../bin/tipstaff.js', import.meta.url));
for (const [name, options] of oldNodes) {
  test(`A command started by ${name} runs under the bundled Node`, async () => {
    const outcome = await tipstaffProcess(['--version'], {}, options);
    const failed = await tipstaffProcess(['sing'], {}, options);

    assert.deepEqual(outcome, { ...outcome, code: 0, stdout: `${version}\n`, stderr: '' });
    assert.equal(failed.code, 2);
  });

  test(`A service that is started by ${name} ends with status 0 when its parent is terminated`, async () => {
    await using folder = await temporaryFolder();
    await using service = await startService({ TIPSTAFF_DATA_DIR: folder.path }, options);

    const code = await service.stop();

    assert.equal(code, 0);
  });

  test(`Without a bundled Node, ${name} is refused with a one-sentence message`, async () => {
    await using folder = await temporaryFolder();
    const copy = join(folder.path, 'bin', 'tipstaff.js');
    await cp(dirname(program), dirname(copy), { recursive: true });
    await writeFile(join(folder.path, 'package.json'), '{"type":"module"}');

    const outcome = await tipstaffProcess(['serve'], {}, { ...options, program: copy });

    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /^Tipstaff needs Node\.js 24 or newer; this is v\S+\. Install Node\.js 24, or .*\n$/);
  });
}
