// Tests of operator conditions in the service's log.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import { markHeld } from '../../../../test/support/held.ts';
import { newKeyPair } from '../../../../test/support/saml/certificate.ts';
import { temporaryFolder } from '../../../../test/support/temporary.ts';
import { onEachEngine, openWorld, type World } from '../../../../test/support/world.ts';
import { conditions } from '../../index.ts';
import { logConditions } from './log.ts';

const hour = 3_600_000;

/** Checks the conditions every 5 ms and collects the log lines. */
const logOf = ({ context }: World, config = context.config) => {
  const lines: string[] = [];
  const log = { ...context.log, warn: (_: object, message: string) => void lines.push(message) };
  return { lines, logging: logConditions({ ...context, config, log }, conditions, 5) };
};

const untilLines = async (lines: readonly string[], count: number): Promise<void> => {
  while (lines.length < count) await pass(5);
};

test('A certificate that expires soon, and a private key that every account can read, are logged once a day', {
  skip: process.platform === 'win32',
}, async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const { certificate, privateKey } = newKeyPair(13);
  const [tlsCertificate, tlsKey] = [join(folder.path, 'tls.crt'), join(folder.path, 'tls.key')];
  await writeFile(tlsCertificate, certificate);
  await writeFile(tlsKey, privateKey, { mode: 0o644 });
  const { lines, logging } = logOf(world, { ...world.context.config, tlsCertificate, tlsKey });
  await using _logging = logging;

  await untilLines(lines, 2);
  world.advance(23 * hour);
  await pass(50);
  const ofFirstDay = [...lines];
  world.advance(hour);
  await untilLines(lines, 4);

  assert.equal(ofFirstDay.length, 2);
  assert.match(
    ofFirstDay[0] ?? '',
    /^The certificate of the service expires on \d{4}-\d\d-\d\d\. Renew the certificate\. /,
  );
  assert.equal(
    ofFirstDay[1],
    `The private key of the service is not secret. TIPSTAFF_TLS_KEY names ${tlsKey}: every account can read the file (mode 0644). Run "chmod o-r ${tlsKey}".`,
  );
  assert.deepEqual(lines, [...ofFirstDay, ...ofFirstDay]);
});

onEachEngine('A restored instance that is held is logged every hour', async (world) => {
  await markHeld(world);
  const { lines, logging } = logOf(world);
  await using _logging = logging;

  await untilLines(lines, 1);
  world.advance(hour);
  await untilLines(lines, 2);

  assert.match(
    lines[0] ?? '',
    /^This instance was restored from the backup of .* and is held: .* To resume the instance, run "tipstaff resume"\.$/,
  );
  assert.equal(lines[0], lines[1]);
});
