// Tests of the audit stream over syslog with TLS, and of the receiver test.
import assert from 'node:assert/strict';
import {
  messagesIn,
  openReceiver,
  openSyslog,
  placesFrom,
  placesIn,
  type SyslogDouble,
  secret,
  streamOnce,
  verify,
} from '../../../../test/support/audit-receiver.ts';
import { details } from '../../../../test/support/documents.ts';
import { settingsClient } from '../../../../test/support/settings.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { readStreamStatus } from './status.ts';

const type = 'audit-stream-settings';

const settingsOf = ({ port, certificate }: SyslogDouble) => ({
  enabled: true,
  kind: 'syslog-tls',
  'syslog-host': '127.0.0.1',
  'syslog-port': port,
  'ca-certificate': certificate,
});

onEachEngine('Every record reaches a syslog receiver as a framed message', async (world) => {
  await using syslog = await openSyslog();
  const { patch } = await settingsClient(world, type);
  await patch(settingsOf(syslog));

  await streamOnce(world);
  await patch({ 'ca-certificate': `${syslog.certificate}\n` });
  await streamOnce(world);

  const messages = syslog.stored.flatMap(messagesIn);
  const { cursor } = await readStreamStatus(world.context.database);
  assert.equal(syslog.stored.length, 2);
  assert.deepEqual(placesIn(messages), placesFrom(1, cursor?.sequence ?? 0));
  for (const [index, message] of messages.entries())
    assert.match(
      message,
      new RegExp(`^<110>1 \\d{4}-\\S+Z 127\\.0\\.0\\.1 tipstaff - [a-z.-]+ \\[meta sequenceId="${index + 1}"\\] \\{`),
    );
  const { fault } = await verify(messages, { head: { sequence: messages.length, hash: cursor?.hash ?? '' } });
  assert.equal(fault, null);
});

onEachEngine(
  'A syslog receiver that is killed, or never closes the connection, gets the records again',
  async (world) => {
    await using syslog = await openSyslog();
    const { patch } = await settingsClient(world, type);
    await patch(settingsOf(syslog));
    const failures: (string | null | undefined)[] = [];
    const failWith = async (behaviour: Parameters<typeof syslog.behave>[0], timeout?: number) => {
      syslog.behave(behaviour);
      world.advance(300_000);
      await streamOnce(world, timeout);
      failures.push((await readStreamStatus(world.context.database)).cursor?.failure);
    };

    await failWith((socket, connection) => socket.once('data', () => connection.resetAndDestroy()));
    // This receiver reads nothing, so it never answers the close of the connection.
    await failWith((socket) => socket.pause(), 500);
    await failWith(undefined);

    assert.match(failures[0] ?? '', /^The connection failed \(/);
    assert.deepEqual(failures.slice(1), ['The receiver did not accept the records within 0.5 s.', null]);
    assert.equal((await verify(syslog.stored.flatMap(messagesIn))).fault, null);
  },
);

onEachEngine(
  'A test sends an empty batch, and the settings are not stored if the receiver refuses it',
  async (world) => {
    await using receiver = await openReceiver();
    await using syslog = await openSyslog();
    const { patch, show } = await settingsClient(world, type);
    const before = await show();
    const https = { url: `https://127.0.0.1:${receiver.port}/`, secret, 'ca-certificate': receiver.certificate };
    receiver.behave((_request, response) => response.writeHead(401).end());
    const refused = await patch({ ...https, enabled: true, test: true });
    const untouched = await show();
    receiver.behave();
    const accepted = await patch({ ...https, test: true });
    const { port } = syslog;
    const overSyslog = await patch({
      kind: 'syslog-tls',
      'syslog-host': '127.0.0.1',
      'syslog-port': port,
      enabled: true,
      test: true,
    });
    const nobody = await patch({ 'syslog-host': '169.254.169.254', test: true });

    assert.deepEqual(
      [refused.status, details(refused)],
      [500, ['The test failed. The receiver responded with status 401.']],
    );
    assert.deepEqual(untouched, before);
    assert.equal(accepted.status, 200);
    assert.deepEqual(
      receiver.stored.map(({ body }) => body),
      [''],
    );
    assert.deepEqual([overSyslog.status, syslog.stored], [200, ['']]);
    assert.equal(nobody.status, 500);
    assert.equal((await show())['syslog-host'], '127.0.0.1');
  },
);
