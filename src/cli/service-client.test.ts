import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeElsewhere } from './service-client.ts';

test('A redirect is followed to another host, and never from TLS to none', () => {
  const to = (from: string, location: string) => placeElsewhere(from, location)?.href;

  assert.equal(to('https://a.example.com/x', '/y'), 'https://a.example.com/y');
  assert.equal(to('https://a.example.com/x', 'https://b.example.com/y'), 'https://b.example.com/y');
  assert.equal(to('http://127.0.0.1:1/x', 'http://127.0.0.1:2/y'), 'http://127.0.0.1:2/y');
  assert.throws(
    () => to('https://a.example.com/x', 'http://b.example.com/y'),
    /leads to http:\/\/b\.example\.com, which has no TLS/,
  );
});
