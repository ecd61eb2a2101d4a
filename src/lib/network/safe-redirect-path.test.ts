import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { safeRedirectPath } from './safe-redirect-path.ts';

const site = 'https://tipstaff.example.com';

test('A path of our own stays as it is, with its query', () => {
  const paths = ['/', '/sign-in', '/app/policies?page=2#top', '/a//b'];

  assert.deepEqual(paths.map(safeRedirectPath), paths);
});

test('What leads to another site, or is no path, is refused', () => {
  const others = [
    '',
    'sign-in',
    '//evil.example.com',
    '/\\evil.example.com',
    '/\t/evil.example.com',
    '/\n\\evil.example.com',
    '\t//evil.example.com',
    '/.//evil.example.com',
    '/a/..//evil.example.com',
    'https://evil.example.com/',
    'javascript:alert(1)',
    '///',
  ];

  assert.deepEqual(
    others.filter((text) => safeRedirectPath(text) !== undefined),
    [],
  );
});

test('No text leads a browser away, and each that is taken can stand in a header field', () => {
  const pieces = fc.array(fc.constantFrom('/', '\\', '.', '..', '\t', '\n', '@', ':', '%', '?', '#', 'evil.com', 'é'));
  const property = fc.property(
    fc.oneof(
      pieces.map((all) => `/${all.join('')}`),
      fc.string(),
    ),
    (text) => {
      const path = safeRedirectPath(text);

      if (path === undefined) return;
      assert.equal(new URL(path, site).origin, site);
      assert.match(path, /^\/[!-~]*$/);
    },
  );

  fc.assert(property, { numRuns: 5_000 });
});
