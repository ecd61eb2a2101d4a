// Tests that mail is sent to servers with different SMTP extensions: encryption, internationalized addresses, size
// limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMailbox, openScripted } from '../../test/support/mailbox.ts';
import { newServerKeyPair } from '../../test/support/saml/certificate.ts';
import { answering, outgoing, serverOn } from '../../test/support/smtp.ts';
import { sendMail } from './mail.ts';

for (const tls of ['starttls', 'implicit'] as const) {
  test(`A relay with a certificate from a configured private authority is trusted, on any port (${tls})`, async () => {
    const identity = newServerKeyPair();
    await using mailbox = await openMailbox({ identity, isImplicit: tls === 'implicit' });

    const outcome = await sendMail(serverOn(mailbox.port, { tls, authorities: identity.certificate }), outgoing);

    assert.deepEqual(outcome, { kind: 'accepted' });
    assert.deepEqual(
      mailbox.mails.map(({ isEncrypted }) => isEncrypted),
      [true],
    );
  });
}

test('If STARTTLS is required, a server that does not offer it gets no mail', async () => {
  await using mailbox = await openMailbox();

  const outcome = await sendMail(serverOn(mailbox.port, { tls: 'starttls' }), outgoing);

  assert.equal(outcome.kind === 'failed' && outcome.step, 'encryption');
  assert.equal(mailbox.mails.length, 0);
});

test('The client sends its name in EHLO, and ends with QUIT', async () => {
  const left = Promise.withResolvers<void>();
  const script = answering({ QUIT: '221 bye' });
  await using server = await openScripted((line, socket) => {
    if (line === 'QUIT') left.resolve();
    return script(line, socket);
  });

  const outcome = await sendMail(serverOn(server.port), outgoing);
  await left.promise;

  assert.deepEqual(outcome, { kind: 'accepted' });
  assert.deepEqual([server.lines[0], server.lines.at(-1)], ['EHLO tipstaff.example.com', 'QUIT']);
});

test('A mail that needs an extension the server lacks is not sent, and the reason is returned', async () => {
  await using server = await openScripted(answering({ EHLO: '250-here\r\n250 SIZE 100' }));

  const sender = await sendMail(serverOn(server.port, { sender: 'réeve@example.com' }), outgoing);
  const recipient = await sendMail(serverOn(server.port), { ...outgoing, to: 'lēo@example.com' });
  const size = await sendMail(serverOn(server.port), outgoing);

  const reason = 'the server does not accept addresses with non-ASCII letters (SMTPUTF8)';
  assert.deepEqual(sender, { kind: 'failed', step: 'sender', reply: '', reason });
  assert.deepEqual(recipient, { kind: 'refused', step: 'recipient', reply: '', reason });
  assert.ok(
    size.kind === 'refused' && /^the mail has \d+ bytes, and the server accepts at most 100/.test(size.reason ?? ''),
  );
  assert.ok(!server.lines.some((line) => line.startsWith('MAIL')));
});
