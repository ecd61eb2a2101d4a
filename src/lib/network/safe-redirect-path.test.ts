import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { safeRedirectPath } from './safe-redirect-path.ts';

const site = 'https://tipstaff.example.com';

test('A path of this site is not changed and keeps its query', () => {
  const paths = ['/', '/sign-in', '/app/policies?page=2#top', '/a//b'];

  assert.deepEqual(paths.map(safeRedirectPath), paths);
});

test('Paths that lead to another site, and texts that are not paths, are refused', () => {
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

test('No accepted text leads a browser to another site, and each can be sent in a header', () => {
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
