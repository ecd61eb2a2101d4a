import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prefersHtml } from './accept.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

test('A browser that opens an address prefers HTML', () => {
  const preferences = [browser, 'text/html', 'TEXT/HTML ; Q=0.5, */*;q=0.4', 'text/*', 'text/html;q=0.1'];

  assert.deepEqual(preferences.filter(prefersHtml), preferences);
});

test('Programs, and clients without a preference, get JSON', () => {
  const preferences = [
    '',
    '*/*',
    'application/json',
    'application/vnd.api+json, text/html',
    'text/html, application/*',
    'text/html;q=0.5, */*',
    'text/html;q=0',
    'text/html;q=x',
    ';;,,',
  ];

  assert.deepEqual([undefined, ...preferences].filter(prefersHtml), []);
});
