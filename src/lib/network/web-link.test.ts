import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webLink } from './web-link.ts';

test('An address of the web is a link, and nothing in it ends the attribute', () => {
  assert.equal(
    webLink('HTTPS://example.com/?a=1&b="x"').toString(),
    '<a href="HTTPS://example.com/?a=1&amp;b=&quot;x&quot;" rel="nofollow noopener noreferrer">HTTPS://example.com/?a=1&amp;b=&quot;x&quot;</a>',
  );
});

test('Whatever else somebody gave for a link is text', () => {
  const texts = [
    '',
    'javascript:alert(1)',
    ' https://example.com',
    'https:example.com',
    '//example.com',
    'https://',
    'ftp://example.com',
  ];

  for (const text of texts) assert.equal(webLink(text).toString(), text);
});
