import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { clientAddresses } from './client-address.ts';

const requestFrom = (remoteAddress: string, forwarded?: string): IncomingMessage => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
};

test('The client is the last address that is not a trusted proxy', () => {
  const addressOf = clientAddresses(['10.0.0.0/8', '2001:db8::1']);
  const cases = [
    ['192.0.2.1', undefined, '192.0.2.1'],
    ['192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['2001:db8::1', '198.51.100.1', '198.51.100.1'],
    ['2001:db8::2', '198.51.100.1', '2001:db8::2'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.1 ,, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, unknown, 203.0.113.9', '203.0.113.9'],
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['10.0.0.1', '[2001:db8::9]:4711', '2001:db8::9'],
  ] as const;

  for (const [remote, forwarded, expected] of cases) {
    assert.equal(addressOf(requestFrom(remote, forwarded)), expected, `${remote} ${forwarded}`);
  }
});

test('Without trusted proxies the header is ignored', () => {
  assert.equal(clientAddresses([])(requestFrom('127.0.0.1', '198.51.100.1')), '127.0.0.1');
});
