// Tests of mail over real SMTP servers, both working and faulty ones.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { connected, nobody, openMailbox, openScripted, type Script } from '../../test/support/mailbox.ts';
import { type KeyPair, newKeyPair, newServerKeyPair } from '../../test/support/saml/certificate.ts';
import { answering, outgoing, serverOn } from '../../test/support/smtp.ts';
import { type MailTimeouts, sendMail } from './mail.ts';

const credentials = { username: 'tipstaff', password: 'a secret of the mail server' };
const minute = 60_000;
/**
 * The silence limit is much longer than a local server needs to answer. Some tests wait until it has passed, so it is
 * short.
 */
const shortTimeouts: MailTimeouts = { silence: 3_000, opening: minute, message: minute };

const trust = ({ certificate }: KeyPair): void =>
  setDefaultCACertificates([...getCACertificates('default'), certificate]);

test('A mail arrives as it was written', async () => {
  await using mailbox = await openMailbox();

  const outcome = await sendMail(serverOn(mailbox.port), outgoing);

  assert.deepEqual(outcome, { kind: 'accepted' });
  const [mail] = mailbox.mails;
  assert.equal(mailbox.mails.length, 1);
  assert.equal(mail?.from, 'tipstaff@example.com');
  assert.deepEqual(mail.to, ['reader@example.com']);
  assert.equal(mail.subject, outgoing.subject);
  assert.equal(mail.text.trimEnd(), outgoing.text.trimEnd());
  assert.equal(mail.html.trimEnd(), outgoing.html);
  assert.equal(mail.messageId, outgoing.messageId);
  assert.match(mail.raw, /^Date: Mon, 06 May 2024 07:08:09 \+0000\r?$/m);
  assert.match(mail.raw, /^Auto-Submitted: auto-generated\r?$/m);
});

for (const method of ['PLAIN', 'LOGIN'] as const) {
  test(`Correct credentials are accepted, and wrong ones are reported (${method})`, async () => {
    await using mailbox = await openMailbox({ credentials, method });
    const auth = method === 'PLAIN' ? 'plain' : 'login';

    const right = await sendMail(serverOn(mailbox.port, { auth, ...credentials }), outgoing);
    const wrong = await sendMail(serverOn(mailbox.port, { auth, ...credentials, password: 'wrong' }), outgoing);

    assert.deepEqual(right, { kind: 'accepted' });
    assert.deepEqual(wrong, {
      kind: 'credentials-refused',
      reply: '535 5.7.8 Authentication credentials invalid',
    });
    assert.equal(mailbox.mails.length, 1);
  });
}

test('A refused recipient is reported with the server’s own words', async () => {
  await using mailbox = await openMailbox({ refuses: nobody });

  const outcome = await sendMail(serverOn(mailbox.port), outgoing);

  const reply = '550 5.1.1 <reader@example.com> no such mailbox';
  assert.deepEqual(outcome, { kind: 'refused', step: 'recipient', reply });
});

test('STARTTLS is used if the server offers it, and its certificate is verified', async () => {
  const identity = newServerKeyPair();
  await using mailbox = await openMailbox({ identity, credentials });
  const server = serverOn(mailbox.port, { host: 'localhost', auth: 'plain', ...credentials });

  const untrusted = await sendMail(server, outgoing);
  trust(identity);
  const trusted = await sendMail(server, outgoing);

  const reason =
    'the certificate of the server cannot be verified (self-signed certificate). If a private authority issued this certificate, set ca-certificate to the certificate of that authority';
  assert.deepEqual(untrusted, { kind: 'failed', step: 'encryption', reply: '', reason });
  assert.deepEqual(trusted, { kind: 'accepted' });
  assert.deepEqual(
    mailbox.mails.map(({ isEncrypted }) => isEncrypted),
    [true],
  );
});

test('On port 465, TLS starts with the first byte', async (t) => {
  const identity = newServerKeyPair();
  trust(identity);
  const opened = await openMailbox({ identity, isImplicit: true, port: 465, credentials, method: 'LOGIN' }).catch(
    () => undefined,
  );
  if (opened === undefined) return t.skip('the port is not free, or not for everybody');
  await using mailbox = opened;

  const outcome = await sendMail(serverOn(465, { host: 'localhost', auth: 'login', ...credentials }), outgoing);

  assert.deepEqual(outcome, { kind: 'accepted' });
  assert.deepEqual(
    mailbox.mails.map(({ isEncrypted }) => isEncrypted),
    [true],
  );
});

test('A trusted certificate that is issued for another name is refused', async () => {
  const identity = newKeyPair();
  trust(identity);
  await using mailbox = await openMailbox({ identity });

  const outcome = await sendMail(serverOn(mailbox.port, { host: 'localhost' }), outgoing);

  assert.ok(outcome.kind === 'failed' && outcome.step === 'encryption');
  assert.match(outcome.reason ?? '', /^the certificate of the server is for another name \(/);
  assert.equal(mailbox.mails.length, 0);
});

test('If STARTTLS fails, no unencrypted mail is sent', async () => {
  const offering: Script = (line) => {
    if (line === connected) return '220 here';
    return line.startsWith('EHLO') ? '250-here\r\n250 STARTTLS' : '454 4.7.0 TLS not available';
  };
  await using server = await openScripted(offering);

  const outcome = await sendMail(serverOn(server.port), outgoing);

  assert.deepEqual(outcome, { kind: 'failed', step: 'encryption', reply: '454 4.7.0 TLS not available' });
  assert.ok(!server.lines.some((line) => line.startsWith('MAIL')));
});

test('An internationalized domain is sent in its ASCII form', async () => {
  await using server = await openScripted(answering({}));
  const sent = { ...outgoing, to: 'leser@bücher.example' };

  const outcome = await sendMail(serverOn(server.port, { sender: 'tipstaff@übung.example' }), sent);

  assert.deepEqual(outcome, { kind: 'accepted' });
  assert.ok(server.lines.includes('MAIL FROM:<tipstaff@xn--bung-zra.example>'));
  assert.ok(server.lines.includes('RCPT TO:<leser@xn--bcher-kva.example>'));
});

test('The result names the failed step, and quotes only the reply lines of the server', async () => {
  const sends = serverOn(0, { auth: 'plain', ...credentials });
  const cases = [
    [{ [connected]: '554 not for you' }, 'greeting', '554 not for you'],
    [{ [connected]: 'SSH-2.0-OpenSSH_9.9' }, 'greeting', ''],
    [{ AUTH: '454 4.7.0 try later' }, 'sign-in', '454 4.7.0 try later'],
    [{ AUTH: '504 5.5.4 no such way' }, 'sign-in', '504 5.5.4 no such way'],
    [{ MAIL: '550-5.7.1 not\r\n550 5.7.1 from you' }, 'sender', '550-5.7.1 not 550 5.7.1 from you'],
    [{ RCPT: '450 4.2.0 greylisted' }, 'recipient', '450 4.2.0 greylisted'],
    [{ DATA: '421 4.3.0 closing' }, 'message', '421 4.3.0 closing'],
    [{ RCPT: '530 5.7.0 who are you' }, 'recipient', '530 5.7.0 who are you'],
    [{ '.': '452 4.3.1 disk full' }, 'message', '452 4.3.1 disk full'],
  ] as const;

  for (const [answers, step, reply] of cases) {
    await using server = await openScripted(answering(answers));
    const outcome = await sendMail({ ...sends, port: server.port }, outgoing, shortTimeouts);
    assert.deepEqual(outcome, { kind: 'failed', step, reply }, JSON.stringify(answers));
  }
});

test('A permanent refusal is distinguished from a temporary one', async () => {
  const cases = [
    [{ RCPT: '552 5.2.2 mailbox full' }, 'recipient', '552 5.2.2 mailbox full'],
    [{ DATA: '554 5.7.1 no thanks' }, 'message', '554 5.7.1 no thanks'],
    [{ '.': '554 5.7.1 spam' }, 'message', '554 5.7.1 spam'],
  ] as const;

  for (const [answers, step, reply] of cases) {
    await using server = await openScripted(answering(answers));
    const outcome = await sendMail(serverOn(server.port), outgoing, shortTimeouts);
    assert.deepEqual(outcome, { kind: 'refused', step, reply }, JSON.stringify(answers));
  }
});

test('A link that a server repeats is not shown', async () => {
  const link = `https://tipstaff.example.com/set-password/${'aB3_-'.repeat(8)}xyz`;
  await using server = await openScripted(answering({ '.': `554 5.7.1 refused for ${link}` }));

  const outcome = await sendMail(serverOn(server.port), outgoing);

  const reply = '554 5.7.1 refused for https://tipstaff.example.com/set-password/***';
  assert.deepEqual(outcome, { kind: 'refused', step: 'message', reply });
});

test('Credentials in the answer of a server are not quoted', async () => {
  const back: Script = (line, socket) =>
    line.startsWith('AUTH') ? `535 I do not know ${line} (${credentials.password})` : answering({})(line, socket);
  await using server = await openScripted(back);

  const outcome = await sendMail(serverOn(server.port, { auth: 'plain', ...credentials }), outgoing);

  assert.deepEqual(outcome, { kind: 'credentials-refused', reply: '535 I do not know AUTH PLAIN *** (***)' });
});

test('The silence timeout applies to every step', async () => {
  const steps = [
    [connected, 'greeting'],
    ['AUTH', 'sign-in'],
    ['RCPT', 'message'],
    ['.', 'message'],
  ] as const;

  const outcomes = steps.map(async ([word, step]) => {
    const silent: Script = (line, socket) => (line.startsWith(word) ? undefined : answering({})(line, socket));
    await using server = await openScripted(silent);
    const outcome = await sendMail(serverOn(server.port, { auth: 'plain', ...credentials }), outgoing, shortTimeouts);
    assert.deepEqual(outcome, { kind: 'timed-out', step }, word);
  });

  await Promise.all(outcomes);
});

test('A server has more time to accept a mail in the background than one that a user waits for', async () => {
  const opening = 3_000;
  await using mailbox = await openMailbox({ beforeAccepting: () => pause(opening + 500) });
  const timeouts: MailTimeouts = { silence: minute, opening, message: minute };

  const outcome = await sendMail(serverOn(mailbox.port), outgoing, timeouts);

  assert.deepEqual(outcome, { kind: 'accepted' });
});

test('A server that keeps sending parts of an answer does not delay the timeout', async () => {
  const slow: Script = (line, socket) => {
    if (!line.startsWith('EHLO')) return answering({})(line, socket);
    const more = setInterval(() => socket.write('250-and more\r\n'), 50);
    socket.once('close', () => clearInterval(more));
    return undefined;
  };
  await using server = await openScripted(slow);

  const outcome = await sendMail(serverOn(server.port), outgoing, { silence: 300, opening: 600, message: minute });

  assert.deepEqual(outcome, { kind: 'timed-out', step: 'greeting' });
});

test('A connection that the server closes is reported with its step', async () => {
  for (const [word, step] of [
    [connected, 'greeting'],
    ['AUTH', 'sign-in'],
    ['MAIL', 'message'],
    ['.', 'message'],
  ] as const) {
    const dropping: Script = (line, socket) => {
      if (line.split(/[ :]/)[0] !== word) return answering({})(line, socket);
      socket.destroy();
      return undefined;
    };
    await using server = await openScripted(dropping);
    const outcome = await sendMail(serverOn(server.port, { auth: 'plain', ...credentials }), outgoing, shortTimeouts);
    assert.deepEqual(outcome, { kind: 'failed', step, reply: '' }, word);
  }
});

test('The connection fails if nothing listens at the address or the host does not exist', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const address = closed.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  closed.close();
  await once(closed, 'close');

  const unheard = await sendMail(serverOn(port), outgoing);
  const unknown = await sendMail(serverOn(25, { host: 'nowhere.invalid' }), outgoing);

  assert.deepEqual(unheard, { kind: 'failed', step: 'connection', reply: '' });
  assert.deepEqual(unknown, { kind: 'failed', step: 'connection', reply: '' });
});

test('A password is never sent to another machine without encryption', async () => {
  const addresses = Object.values((await import('node:os')).networkInterfaces()).flatMap((each) => each ?? []);
  const outer = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (outer === undefined) return;
  const lines: string[] = [];
  const listener = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 here\r\n');
    socket.on('data', (bytes) => {
      const line = bytes.toString('utf8');
      lines.push(line);
      socket.write(`${answering({ STARTTLS: '502 no' })(line.trimEnd(), socket)}\r\n`);
    });
  }).listen(0, outer);
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;

  const outcome = await sendMail(
    serverOn(port, { host: outer, auth: 'plain', ...credentials }),
    outgoing,
    shortTimeouts,
  );
  listener.close();

  assert.deepEqual(outcome, { kind: 'failed', step: 'encryption', reply: '502 no' });
  assert.ok(!lines.some((line) => line.startsWith('AUTH')));
});

test('Link-local addresses and cloud metadata services are never connected to, in whatever notation', async () => {
  const hosts = ['169.254.169.254', '169.254.0.1', '2852039166', '0xa9fea9fe', '::ffff:169.254.169.254', 'fe80::1'];

  for (const host of [...hosts, 'fd00:ec2::254', '100.100.100.200', '64:ff9b::a9fe:a9fe']) {
    assert.deepEqual(await sendMail(serverOn(25, { host }), outgoing, shortTimeouts), {
      kind: 'failed',
      step: 'address',
      reply: '',
    });
  }
});

test('Addresses and subjects with line breaks are rejected', async () => {
  await using mailbox = await openMailbox();
  const server = serverOn(mailbox.port);

  await assert.rejects(sendMail(server, { ...outgoing, to: 'a@example.com\r\nRCPT TO:<b@example.com>' }), RangeError);
  await assert.rejects(sendMail(server, { ...outgoing, subject: 'Hello\r\nBcc: b@example.com' }), RangeError);
  await assert.rejects(sendMail({ ...server, sender: 'a@example.com\n' }, outgoing), RangeError);
  assert.equal(mailbox.connections(), 0);
});
