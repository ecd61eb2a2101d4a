// SMTP settings with real mail servers. The service sends a test message before it stores changes (reference,
// `smtp-settings`).
import assert from 'node:assert/strict';
import { auditOf } from '../support/audit.ts';
import { commandsOnEachEngine, tipstaff } from '../support/command.ts';
import { details, pointers } from '../support/documents.ts';
import { connected, nobody, openMailbox, openScripted } from '../support/mailbox.ts';
import { newServerKeyPair } from '../support/saml/certificate.ts';
import { settingsClient } from '../support/settings.ts';
import { onEachEngine, type World } from '../support/world.ts';

const tryImplicit = 'If connections to this port start with TLS, set tls-mode to implicit.';

const type = 'smtp-settings';
const reader = 'reader@example.com';
const credentials = { username: 'tipstaff', password: 'the password of the mail server' };

const settingsFor = (port: number, others: object = {}) => ({
  enabled: true,
  host: '127.0.0.1',
  port,
  sender: 'tipstaff@example.com',
  'test-email-address': reader,
  ...others,
});

/** Default values of attributes that the tests do not set. */
const unset = { 'tls-mode': 'auto', 'ca-certificate': null, 'client-name': null };

const smtpClient = (world: World) => settingsClient(world, type);

onEachEngine('A test message is sent, and the settings are stored', async (world) => {
  await using mailbox = await openMailbox({ credentials });
  const { patch, show } = await smtpClient(world);

  const answer = await patch(settingsFor(mailbox.port, { auth: 'plain', ...credentials }));

  assert.equal(answer.status, 200);
  const [mail] = mailbox.mails;
  assert.deepEqual(
    [mail?.to, mail?.from, mail?.subject],
    [[reader], 'tipstaff@example.com', 'Test message from Tipstaff'],
  );
  assert.match(mail?.text ?? '', /support@example\.com/);
  const kept = {
    enabled: true,
    host: '127.0.0.1',
    port: mailbox.port,
    sender: 'tipstaff@example.com',
    auth: 'plain',
    ...unset,
  };
  assert.deepEqual(answer.body.data.attributes, { ...kept, username: 'tipstaff' });
  assert.deepEqual(await show(), { ...kept, username: 'tipstaff' });
});

onEachEngine('No test message is sent without a recipient, or while mail is off', async (world) => {
  await using mailbox = await openMailbox();
  const { patch } = await smtpClient(world);
  const { 'test-email-address': _address, ...plain } = settingsFor(mailbox.port);

  const answers = [
    await patch({ ...plain, enabled: false, 'test-email-address': reader }),
    await patch(plain),
    await patch({ ...plain, 'test-email-address': '' }),
    await patch({ ...plain, 'test-email-address': null }),
  ];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.equal(mailbox.connections(), 0);
});

onEachEngine('The stored password is not sent to another host', async (world) => {
  await using mailbox = await openMailbox({ credentials });
  const { patch } = await smtpClient(world);
  await patch(settingsFor(mailbox.port, { auth: 'plain', ...credentials }));

  const moved = await patch(settingsFor(mailbox.port, { host: 'localhost' }));
  const again = await patch(settingsFor(mailbox.port, { host: 'localhost', password: credentials.password }));
  const off = await patch({ enabled: false, host: '127.0.0.1' });
  const on = await patch({ enabled: true, 'test-email-address': reader });

  assert.deepEqual([moved.status, details(moved)], [422, ['Password must be sent again because the host has changed']]);
  assert.deepEqual([again.status, off.status], [200, 200]);
  assert.deepEqual([on.status, details(on)], [422, ["Password can't be blank"]]);
  assert.equal(mailbox.mails.length, 2);
});

onEachEngine('The stored password can be used for another test message', async (world) => {
  await using mailbox = await openMailbox({ credentials, method: 'LOGIN' });
  const { patch } = await smtpClient(world);
  await patch(settingsFor(mailbox.port, { auth: 'login', ...credentials }));

  const again = await patch({ 'test-email-address': 'other@example.com' });

  assert.equal(again.status, 200);
  assert.deepEqual(
    mailbox.mails.map(({ to }) => to),
    [[reader], ['other@example.com']],
  );
  const updates = (await auditOf(world, 'smtp')).filter(({ action }) => action === 'settings.update');
  assert.equal(updates.length, 1);
});

onEachEngine('Refused credentials give 401, and nothing is stored', async (world) => {
  await using mailbox = await openMailbox({ credentials });
  const { patch, show } = await smtpClient(world);
  const before = await show();

  const answer = await patch(settingsFor(mailbox.port, { auth: 'plain', ...credentials, password: 'wrong' }));

  assert.equal(answer.status, 401);
  assert.equal(answer.headers.get('www-authenticate'), null);
  assert.deepEqual(details(answer), ['SMTP credentials invalid: 535 5.7.8 Authentication credentials invalid']);
  assert.deepEqual(await show(), before);
});

onEachEngine('A refused recipient gives 500 with the reply of the server, and nothing is stored', async (world) => {
  await using mailbox = await openMailbox({ refuses: nobody });
  const { patch, show } = await smtpClient(world);
  const before = await show();

  const answer = await patch(settingsFor(mailbox.port));

  assert.equal(answer.status, 500);
  assert.deepEqual(details(answer), [
    'SMTP server error (sending the recipient address): 550 5.1.1 <reader@example.com> no such mailbox',
  ]);
  assert.deepEqual(await show(), before);
});

onEachEngine('A dropped connection, a closed port and a refused address give 500', async (world) => {
  await using dropping = await openScripted((_line, socket) => void socket.destroy());
  const { patch, show } = await smtpClient(world);
  const before = await show();

  const answers = [
    await patch(settingsFor(dropping.port)),
    await patch(settingsFor(1)),
    await patch(settingsFor(25, { host: '169.254.169.254' })),
  ];

  assert.deepEqual(
    answers.map((answer) => [answer.status, ...details(answer)]),
    [
      [500, `SMTP server error (waiting for the greeting). ${tryImplicit}`],
      [500, 'SMTP server error (no connection could be made).'],
      [
        500,
        'SMTP server error (its address is link-local or belongs to a metadata service, and Tipstaff does not connect to such addresses).',
      ],
    ],
  );
  assert.deepEqual(await show(), before);
});

onEachEngine('A server that does not encrypt from the first byte gives 500, with the required mode', async (world) => {
  await using mailbox = await openMailbox();
  const { patch } = await smtpClient(world);

  const answer = await patch(settingsFor(mailbox.port, { 'tls-mode': 'implicit' }));

  assert.equal(answer.status, 500);
  assert.match(
    details(answer)[0] ?? '',
    / If connections to this port do not start with TLS, set tls-mode to starttls\.$/,
  );
});

onEachEngine('STARTTLS with an untrusted certificate gives 500, and nothing is sent', async (world) => {
  await using mailbox = await openMailbox({ identity: newServerKeyPair(), credentials });
  const { patch, show } = await smtpClient(world);
  const before = await show();

  const answer = await patch(settingsFor(mailbox.port, { host: 'localhost', auth: 'plain', ...credentials }));

  assert.equal(answer.status, 500);
  assert.deepEqual(details(answer), [
    'SMTP server error (encrypting the connection): the certificate of the server cannot be verified (self-signed certificate). If a private authority issued this certificate, set ca-certificate to the certificate of that authority.',
  ]);
  assert.equal(mailbox.mails.length, 0);
  assert.deepEqual(await show(), before);
});

onEachEngine('A server that does not answer gives 504 after ten seconds, and nothing is stored', async (world) => {
  await using silent = await openScripted(() => undefined);
  const { patch, show } = await smtpClient(world);
  const before = await show();

  const answer = await patch(settingsFor(silent.port));

  assert.equal(answer.status, 504);
  assert.deepEqual(details(answer), [`SMTP server timed out (waiting for the greeting). ${tryImplicit}`]);
  assert.deepEqual(await show(), before);
});

onEachEngine('Missing values are reported before anything is sent', async (world) => {
  await using mailbox = await openMailbox();
  const { patch } = await smtpClient(world);

  const answer = await patch(settingsFor(mailbox.port, { auth: 'plain', sender: 'no address' }));

  assert.equal(answer.status, 422);
  assert.deepEqual(
    pointers(answer).toSorted(),
    ['password', 'sender', 'username'].map((name) => `/data/attributes/${name}`),
  );
  assert.equal(mailbox.connections(), 0);
});

onEachEngine('A reply that contains the password is not shown', async (world) => {
  await using server = await openScripted((line) => {
    if (line === connected) return '220 here';
    return line.startsWith('EHLO') ? '250 AUTH PLAIN' : `535 no: ${line} ${credentials.password}`;
  });
  const { patch } = await smtpClient(world);

  const answer = await patch(settingsFor(server.port, { auth: 'plain', ...credentials }));

  const text = answer.bytes.toString('utf8');
  assert.equal(answer.status, 401);
  assert.ok(!text.includes(credentials.password));
  assert.ok(!text.includes(Buffer.from(`\0tipstaff\0${credentials.password}`).toString('base64')));
});

commandsOnEachEngine('The command line also tries a change with a test message', async (environment) => {
  await using mailbox = await openMailbox({ credentials });
  const set = (attributes: object) =>
    tipstaff(['settings', 'set', 'smtp', '--stdin', '--json'], environment, { input: JSON.stringify(attributes) });

  const refused = await set(settingsFor(mailbox.port, { auth: 'plain', ...credentials, password: 'wrong' }));
  const kept = await set(settingsFor(mailbox.port, { auth: 'plain', ...credentials }));

  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /535 5\.7\.8 Authentication credentials invalid/);
  assert.equal(kept.code, 0, kept.stderr);
  assert.equal(kept.json().data.attributes.enabled, true);
  assert.ok(!kept.stdout.includes(credentials.password));
  assert.deepEqual(
    mailbox.mails.map(({ to }) => to),
    [[reader]],
  );
});
