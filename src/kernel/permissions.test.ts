import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allPermissions, hasPermission, permissionNames, withPermissions } from './permissions.ts';

test('Each permission changes without affecting the others', () => {
  for (const permission of permissionNames) {
    const only = withPermissions(0, { [permission]: true });
    const allBut = withPermissions(allPermissions, { [permission]: false });

    for (const other of permissionNames) {
      assert.equal(hasPermission(only, other), other === permission, `${permission} brings ${other}`);
      assert.equal(hasPermission(allBut, other), other !== permission, `without ${permission}, ${other}`);
    }
  }
});

test('Permissions that are not given keep their values', () => {
  const before = withPermissions(0, { 'manage-policies': true, 'manage-teams': true });

  const after = withPermissions(before, { 'manage-teams': false });

  assert.equal(after, withPermissions(0, { 'manage-policies': true }));
});
