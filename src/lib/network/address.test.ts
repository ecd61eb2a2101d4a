import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNetwork } from './address.ts';

test('An IPv4 address counts for itself, also in its IPv6 dress', () => {
  assert.equal(clientNetwork('192.0.2.7'), '192.0.2.7');
  assert.equal(clientNetwork('::ffff:192.0.2.7'), '192.0.2.7');
});

test('The port that some proxies forward with an address makes no other client', () => {
  assert.equal(clientNetwork('192.0.2.7:50123'), '192.0.2.7');
  assert.equal(clientNetwork('[2001:db8:1:2::1]:50123'), '2001:db8:1:2::/64');
  assert.equal(clientNetwork('[2001:db8:1:2::1]'), '2001:db8:1:2::/64');
});

test('Addresses of one IPv6 /64 count as one, however they are written', () => {
  const network = clientNetwork('2001:db8:1:2:3:4:5:6');

  assert.equal(network, '2001:db8:1:2::/64');
  assert.equal(clientNetwork('2001:DB8:1:2::1'), network);
  assert.equal(clientNetwork('2001:0db8:0001:0002:ffff:ffff:ffff:ffff'), network);
  assert.notEqual(clientNetwork('2001:db8:1:3::1'), network);
});

test('Shortened and zoned IPv6 addresses are read whole', () => {
  assert.equal(clientNetwork('::1'), '0:0:0:0::/64');
  assert.equal(clientNetwork('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(clientNetwork('2001:db8::'), '2001:db8:0:0::/64');
});
