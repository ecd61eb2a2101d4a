import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { repositoryPath } from './repository-path.ts';

const here = process.cwd();

test('Paths in the repository are relative to its root, whatever the current folder is', () => {
  const above = join(here, '..');
  const name = here.slice(above.length + 1);

  assert.equal(repositoryPath('policies/a.rego', here), 'policies/a.rego');
  assert.equal(repositoryPath('policies/a.rego', above), `${name}/policies/a.rego`);
  assert.equal(repositoryPath('../policies/a.rego', above), 'policies/a.rego');
  assert.equal(repositoryPath(join(here, 'policies/a.rego'), here), 'policies/a.rego');
  assert.equal(repositoryPath('..policies/a.rego', here), '..policies/a.rego');
});

test('Paths outside of the repository, and outside of a job, stay as they are', () => {
  assert.equal(repositoryPath('../policies/a.rego', here), '../policies/a.rego');
  assert.equal(repositoryPath('/policies/a.rego', here), '/policies/a.rego');
  assert.equal(repositoryPath('./policies/a.rego', undefined), './policies/a.rego');
});
