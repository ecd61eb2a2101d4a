import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { inRepository } from './in-repository.ts';

const here = process.cwd();
const pathIn = (file: string, root: string | undefined) => inRepository({ file }, root).file;

test('Paths in the repository are relative to its root, whatever the current folder is', () => {
  const above = join(here, '..');
  const name = here.slice(above.length + 1);

  assert.equal(pathIn('policies/a.rego', here), 'policies/a.rego');
  assert.equal(pathIn('policies/a.rego', above), `${name}/policies/a.rego`);
  assert.equal(pathIn('../policies/a.rego', above), 'policies/a.rego');
  assert.equal(pathIn(join(here, 'policies/a.rego'), here), 'policies/a.rego');
  assert.equal(pathIn('..policies/a.rego', here), '..policies/a.rego');
});

test('Paths outside of the repository, and outside of a job, stay as they are', () => {
  assert.equal(pathIn('../policies/a.rego', here), '../policies/a.rego');
  assert.equal(pathIn('/policies/a.rego', here), '/policies/a.rego');
  assert.equal(pathIn('./policies/a.rego', undefined), './policies/a.rego');
});
