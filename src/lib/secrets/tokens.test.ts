import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCapability, newToken, withoutSecrets } from './tokens.ts';

test('Capabilities and tokens are removed from a logged path', () => {
  const [capability, token] = [newCapability(), newToken('tipstaff')];
  const encoded = `%${capability.charCodeAt(0).toString(16)}${capability.slice(1)}`;

  for (const secret of [capability, token, encoded, `${capability}.`, `x%2F${capability}`, '%zz']) {
    assert.equal(withoutSecrets(`/a/${secret}/b`), '/a/…/b');
  }
});

test('Identifiers and names are kept in a logged path', () => {
  const path = '/api/v2/organizations/a%20name/policies/pol-1234567890abcdef//';

  assert.equal(withoutSecrets(path), path);
});
