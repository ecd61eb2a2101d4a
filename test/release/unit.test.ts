// The unit file runs the systemd service in a sandbox.
import { deepEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { missingPrograms } from '../../scripts/release/requirements.ts';

const unit = fileURLToPath(new URL('../../packaging/debian/tipstaff.service', import.meta.url));
const missing = (await missingPrograms('systemd-analyze')) ?? false;

test('systemd rates the exposure of the service as 2.0 at most', { skip: missing }, async () => {
  await promisify(execFile)('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit]);
});

test('Running out of memory in a policy engine process does not end the service', async () => {
  const lines = (await readFile(unit, 'utf8')).split('\n');

  deepEqual(
    lines.filter((line) => /^(OOMPolicy|KillMode|RestartPreventExitStatus)=/.test(line)),
    ['RestartPreventExitStatus=2', 'KillMode=mixed', 'OOMPolicy=continue'],
  );
});
