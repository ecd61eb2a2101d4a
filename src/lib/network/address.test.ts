import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNetwork } from './address.ts';

test('An IPv4 address is one client, also in its IPv6-mapped form', () => {
  assert.equal(clientNetwork('192.0.2.7'), '192.0.2.7');
  assert.equal(clientNetwork('::ffff:192.0.2.7'), '192.0.2.7');
});

test('A forwarded port does not make an address a different client', () => {
  assert.equal(clientNetwork('192.0.2.7:50123'), '192.0.2.7');
  assert.equal(clientNetwork('[2001:db8:1:2::1]:50123'), '2001:db8:1:2::/64');
  assert.equal(clientNetwork('[2001:db8:1:2::1]'), '2001:db8:1:2::/64');
});

test('Addresses in one IPv6 /64 network are one client, in any notation', () => {
  const network = clientNetwork('2001:db8:1:2:3:4:5:6');

  assert.equal(network, '2001:db8:1:2::/64');
  assert.equal(clientNetwork('2001:DB8:1:2::1'), network);
  assert.equal(clientNetwork('2001:0db8:0001:0002:ffff:ffff:ffff:ffff'), network);
  assert.notEqual(clientNetwork('2001:db8:1:3::1'), network);
});

test('Shortened IPv6 addresses and addresses with a zone are parsed', () => {
  assert.equal(clientNetwork('::1'), '0:0:0:0::/64');
  assert.equal(clientNetwork('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(clientNetwork('2001:db8::'), '2001:db8:0:0::/64');
});
