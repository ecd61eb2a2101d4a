import assert from 'node:assert/strict';
import { newCapability } from '../../src/lib/secrets/tokens.ts';
import { browserOf } from '../support/browser.ts';
import { commandsOnEachEngine, startService } from '../support/command.ts';
import { sendRaw } from '../support/raw.ts';

commandsOnEachEngine('The log shows that a link was used, but never the link', async (environment) => {
  const link = newCapability();
  const logged: string[] = [];
  await using service = await startService({ ...environment, TIPSTAFF_LOG_LEVEL: 'debug' });
  service.child.stderr?.unpipe().on('data', (chunk: Buffer) => logged.push(chunk.toString('utf8')));
  const browser = browserOf(service.url);

  await browser.open(`/set-password/${link}`);
  await browser.request({ method: 'POST', path: `/set-password/${link}?x=${link}` });
  await service.stop();

  const log = logged.join('');
  assert.match(log, /"method":"GET","path":"\/set-password\/:password_link"/);
  assert.match(log, /"method":"POST","path":"\/set-password\/:password_link"/);
  assert.ok(!log.includes(link));
});

commandsOnEachEngine('No line about a request without credentials is longer than 1 kB', async (environment) => {
  const logged: string[] = [];
  await using service = await startService({ ...environment, TIPSTAFF_LOG_LEVEL: 'debug' });
  service.child.stderr?.unpipe().on('data', (chunk: Buffer) => logged.push(chunk.toString('utf8')));
  const long = '"/'.repeat(3_000);
  const headers = { 'x-request-id': 'r'.repeat(64) };

  for (const path of [`/api/v2/${long}`, `/${long}`, `/set-password/${long}`, `/api/v2/organizations/${long}`]) {
    await sendRaw(service.url, { method: 'POST', path, headers });
  }
  await service.stop();

  const lines = logged.join('').split('\n');
  assert.equal(lines.filter((line) => line.includes('rrrr')).length, 4);
  assert.deepEqual(
    lines.filter((line) => Buffer.byteLength(line) > 1_000),
    [],
  );
});
