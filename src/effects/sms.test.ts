// Tests of text messages through SMS providers, both working and faulty ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { account, answer, openSmsProvider } from '../../test/support/sms-provider.ts';
import { type SmsProvider, sendSms } from './sms.ts';

const providerAt = (baseUrl: string, others: Partial<SmsProvider> = {}): SmsProvider => ({
  baseUrl,
  accountSid: account.sid,
  authToken: account.token,
  fromNumber: '+1 555 010 0000',
  proxy: { noProxy: [] },
  ...others,
});

const sms = { to: '+1 (555) 010-1234', text: 'Grüße & a code: 123456' };

test('A text message is sent in the format of the provider', async () => {
  await using provider = await openSmsProvider();

  const outcome = await sendSms(providerAt(provider.url), sms);

  assert.deepEqual(outcome, { kind: 'accepted' });
  const [message] = provider.messages;
  assert.equal(message?.path, `/2010-04-01/Accounts/${account.sid}/Messages.json`);
  assert.equal(message.headers['content-type'], 'application/x-www-form-urlencoded');
  assert.deepEqual([message.to, message.from, message.body], ['+15550101234', '+15550100000', sms.text]);
});

test('The error message of the provider is shown without the credentials', async () => {
  await using refusing = await openSmsProvider(({ headers }, response) =>
    answer(response, 400, { message: `The number is not valid\n${account.token} ${headers.authorization}` }),
  );
  await using wordless = await openSmsProvider((_message, response) => void response.writeHead(503).end('<html>'));
  await using strict = await openSmsProvider();

  const outcomes = [
    await sendSms(providerAt(refusing.url), sms),
    await sendSms(providerAt(wordless.url), sms),
    await sendSms(providerAt(strict.url, { authToken: 'wrong' }), sms),
  ];

  assert.deepEqual(outcomes, [
    { kind: 'refused', reason: 'The number is not valid *** Basic ***' },
    { kind: 'refused', reason: 'HTTP status 503' },
    { kind: 'refused', reason: 'Authenticate' },
  ]);
});

test('A one-time code that a provider repeats is not shown', async () => {
  const providerMessage = ({ body }: { readonly body: string }) => `No ${body}; 123456 is too short`;
  await using provider = await openSmsProvider((message, response) =>
    answer(response, 400, { code: 21211, message: providerMessage(message) }),
  );

  const outcome = await sendSms(providerAt(provider.url), sms);

  assert.deepEqual(outcome, { kind: 'refused', reason: 'No ***; *** is too short' });
});

test('No redirect is followed', async () => {
  await using other = await openSmsProvider();
  await using provider = await openSmsProvider(
    (_message, response) => void response.writeHead(307, { location: other.url }).end(),
  );

  const outcome = await sendSms(providerAt(provider.url), sms);

  assert.deepEqual(outcome, { kind: 'refused', reason: 'HTTP status 307' });
  assert.equal(other.messages.length, 0);
});

test('A provider that does not answer, or never ends its answer, causes a timeout', async () => {
  await using silent = await openSmsProvider(() => undefined);
  await using endless = await openSmsProvider((_message, response) => {
    const more = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(more));
  });

  assert.deepEqual(await sendSms(providerAt(silent.url), sms, 300), { kind: 'timed-out' });
  assert.deepEqual(await sendSms(providerAt(endless.url), sms, 300), { kind: 'timed-out' });
});

test('A provider that switches to another protocol counts as not answering', async () => {
  const offer = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
  await using provider = await openSmsProvider((_message, response) => void response.socket?.write(offer));

  const outcome = await sendSms(providerAt(provider.url), sms);

  assert.deepEqual(outcome, { kind: 'failed', at: 'answer' });
});

test('A response of more than 64 KiB is not read to its end', async () => {
  await using provider = await openSmsProvider((_message, response) => {
    response.writeHead(201);
    const more = () => {
      while (response.writable && response.write(Buffer.alloc(16_384, ' ')));
    };
    response.on('drain', more);
    more();
  });

  assert.deepEqual(await sendSms(providerAt(provider.url), sms), { kind: 'failed', at: 'answer' });
});

test('The connection fails if nothing listens, and metadata services are never contacted', async () => {
  const links = ['169.254.169.254', '2852039166', '[::ffff:a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]', '[fe80::a9fe:a9fe]'];
  const services = ['[fd00:ec2::254]', '[fd20:ce::254]', '[fd00:c1::a9fe:a9fe]', '[fd00:42::42]', '168.63.129.16'];

  assert.deepEqual(await sendSms(providerAt('http://127.0.0.1:1'), sms), { kind: 'failed', at: 'connection' });
  for (const host of [...links, ...services]) {
    assert.deepEqual(await sendSms(providerAt(`http://${host}`), sms), { kind: 'failed', at: 'address' }, host);
  }
});
