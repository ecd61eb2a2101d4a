import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { cutChangelog } from '../../scripts/release/changelog.ts';

const head = '# Changelog\n\n';
const changes = '### Added\n\n- A thing.\n\n### Fixed\n\n- A fault.\n';
const last = '## [0.1.0] - 2026-01-01\n\n### Added\n\n- All of it.\n';

test('A release moves unreleased entries to its version and date, below an empty section', () => {
  const text = `${head}## [Unreleased]\n\n${changes}\n${last}`;

  const cut = cutChangelog(text, '0.2.0', '2026-01-31');

  assert.equal(cut, `${head}## [Unreleased]\n\n## [0.2.0] - 2026-01-31\n\n${changes}\n${last}`);
});

test('A release is refused if the changelog is malformed', () => {
  const cut =
    (unreleased: string, version = '0.2.0') =>
    () =>
      cutChangelog(`${head}## [Unreleased]\n\n${unreleased}\n${last}`, version, '2026-01-31');

  assert.throws(cut(changes, '0.1.0'), /already contains 0\.1\.0/);
  assert.throws(cut(''), /the section "Unreleased" is empty/);
  assert.throws(cut(`- A thing.\n\n${changes}`), /each line under "Unreleased" belongs below/);
  assert.throws(cut('### Fixed\n\n- A fault.\n\n### Added\n\n- A thing.\n'), /each once and in this order/);
  assert.throws(cut('### Fixes\n\n- A fault.\n'), /each once and in this order/);
  assert.throws(cut('### Added\n\n### Fixed\n\n- A fault.\n'), /the section "Added" is empty/);
  assert.throws(() => cutChangelog(`${head}${last}`, '0.2.0', '2026-01-31'), /needs one line/);
});

test('The changelog of this project can be released, or has just been', async () => {
  const written = await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  const text = written.replace(/^(## \[Unreleased\]\n)\n## \[.+\] - .+\n/m, '$1');

  assert.match(cutChangelog(text, '99.0.0', '2026-01-31'), /^## \[99\.0\.0\] - 2026-01-31$/m);
});
