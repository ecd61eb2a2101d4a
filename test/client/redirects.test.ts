import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeElsewhere } from '../../client/redirects.ts';

test('A redirect is followed on the same host and to named hosts, and never from https to http', () => {
  const to = (from: string, location: string, hosts?: readonly string[]) => placeElsewhere(from, location, hosts).href;

  assert.equal(to('https://a.example.com/x', '/y'), 'https://a.example.com/y');
  assert.equal(to('http://a.example.com/x', 'https://a.example.com/y'), 'https://a.example.com/y');
  assert.equal(to('https://a.example.com/x', 'https://b.example.com/y', ['b.example.com']), 'https://b.example.com/y');
  for (const location of [
    'https://b.example.com/y',
    'https://a.example.com:8443/y',
    '//a.example.com@b.example.com/',
    'file:///etc/passwd',
  ])
    assert.throws(
      () => to('https://a.example.com/x', location),
      /redirects to another host, .*, which is not allowed\.$/,
    );
  assert.throws(
    () => to('http://a.example.com/x', 'http://169.254.169.254/y', ['b.example.com']),
    /redirects to another host, 169\.254\.169\.254, which is not allowed: .* add --content-host 169\.254\.169\.254\.$/,
  );
  assert.throws(
    () => to('https://a.example.com/x', 'http://b.example.com/y', ['b.example.com']),
    /redirects to http:\/\/b\.example\.com, which does not use TLS/,
  );
});
