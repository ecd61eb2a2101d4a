// Tests of the hosts that are reached without a proxy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exceptionIn, isExcepted } from './no-proxy.ts';

const matches: readonly (readonly [exception: string, host: string, port: number, isMatch: boolean])[] = [
  ['*', 'example.com', 443, true],
  ['Example.com.', 'example.com', 443, true],
  ['example.com', 'example.com.', 443, true],
  ['example.com', 'www.example.com', 443, false],
  ['.example.com', 'www.example.com', 443, true],
  ['.example.com', 'example.com', 443, true],
  ['.example.com', 'notexample.com', 443, false],
  ['*.example.com', 'www.example.com', 443, true],
  ['*.example.com', 'example.com', 443, false],
  ['*.example.com', 'notexample.com', 443, false],
  ['bücher.example', 'xn--bcher-kva.example', 443, true],
  ['example.com:443', 'example.com', 443, true],
  ['example.com:443', 'example.com', 8443, false],
  ['.example.com:8443', 'www.example.com', 8443, true],
  ['10.0.0.5', '10.0.0.5', 443, true],
  ['10.0.0.5', '10.0.0.55', 443, false],
  ['10.0.0.1-10.0.0.99', '10.0.0.20', 443, true],
  ['10.0.0.1-10.0.0.99', '10.0.0.100', 443, false],
  ['10.0.0.1-10.0.0.99:8443', '10.0.0.20', 443, false],
  ['10.0.0.1-10.0.0.99', 'example.com', 443, false],
  ['::1', '[::1]', 443, true],
  ['[FD00::0:1]:8443', '[fd00::1]', 8443, true],
  ['[fd00::1]:8443', '[fd00::1]', 443, false],
];

test('An exception applies to its hosts and to its port', () => {
  for (const [exception, host, port, isMatch] of matches) {
    const normalized = exceptionIn(exception);
    assert.equal(isExcepted(host, port, [normalized ?? 'none']), isMatch, `${exception} ${host}:${port}`);
  }
  assert.equal(isExcepted('example.com', 443, []), false);
});

test('A text that would never match, or match something else, is no exception', () => {
  for (const text of [
    '10.0.0.0/8',
    '10.0.0.9-10.0.0.1',
    '10.0.0.1-99',
    '10.0.0.',
    '10.0.0.*',
    '010.0.0.1',
    '2130706433',
    '.10.0.0.1',
    '*:443',
    '*a',
    '.',
    '*.',
    'a..b',
    'a b',
    'a;b',
    '<local>',
    'http://example.com',
    'user@example.com',
    'example.com:0',
    'example.com:99999',
    'example.com:https',
    '[fd00::1',
  ])
    assert.equal(exceptionIn(text), undefined, text);
});
