// Tests of user claims with the claim names of the settings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../lib/json/json-tree.ts';
import { type ClaimNames, readClaims, requireAllowedDomain } from './claims.ts';
import { OpenIdError } from './error.ts';
import { mergedClaims } from './merged-claims.ts';

const usual: ClaimNames = {
  username: 'preferred_username',
  email: 'email',
  groups: 'groups',
  siteAdmin: '',
  siteAdminValue: '',
};

const claimsOf = (claims: JsonObject, names: Partial<ClaimNames> = {}) => {
  const signIn = { issuer: 'https://idp.example.com', subject: 'Sub-1', claims, issuedAt: 0, expiresAt: 0 };
  return readClaims(
    { ...signIn, idToken: undefined, sessionId: undefined, authenticatedAt: undefined },
    { ...usual, ...names },
  );
};

const refusal = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof OpenIdError ? error.code : String(error);
  }
};

test('An identity consists of issuer and subject, compared exactly, and never of an address', () => {
  const claims = claimsOf({ email: 'Alice@example.com', email_verified: true, preferred_username: 'alice' });

  assert.deepEqual(claims, {
    provider: 'https://idp.example.com',
    nameId: 'Sub-1',
    nameKey: 'Sub-1',
    isNameAddress: false,
    email: 'Alice@example.com',
    isEmailSent: true,
    username: 'alice',
    groups: new Set(),
    areGroupsSent: false,
    isAdmin: undefined,
  });
});

test('An address is only used if the provider confirms it', () => {
  const email = 'alice@example.com';
  const guest = 'alice_example.com#EXT#@corp.example.com';

  for (const proof of [true, 'true', 1, '1']) {
    assert.equal(claimsOf({ email, email_verified: proof }).email, email);
    assert.equal(claimsOf({ email, xms_edov: proof }).email, email);
  }
  assert.equal(claimsOf({ email, email_verified: false, xms_edov: true }).email, undefined);
  for (const proof of [undefined, null, false, 'false', 0, 'yes', {}]) {
    assert.equal(claimsOf({ email, email_verified: proof }).email, undefined, String(proof));
  }
  assert.equal(claimsOf({ email: guest, email_verified: true }).email, undefined);
  assert.equal(claimsOf({ email: 'alice@\u212aexample.com', email_verified: true }).email, undefined);
  assert.equal(claimsOf({ upn: email, email_verified: true }, { email: 'upn' }).email, undefined);
  assert.equal(
    claimsOf({ upn: email, email: 'ALICE@example.com', email_verified: true }, { email: 'upn' }).email,
    email,
  );
});

test('A confirmation in one source does not apply to the address of the other source', () => {
  const merged = (idToken: JsonObject, userInfo: JsonObject) => claimsOf(mergedClaims(idToken, userInfo)).email;

  for (const proof of ['email_verified', 'xms_edov']) {
    assert.equal(merged({ email: 'ceo@example.com' }, { email: 'm@example.com', [proof]: true }), undefined);
    assert.equal(merged({ email: 'ceo@example.com' }, { [proof]: true }), undefined);
    assert.equal(merged({ [proof]: true }, { email: 'ceo@example.com' }), undefined);
    assert.equal(merged({ email: 'A@example.com' }, { email: 'a@example.com', [proof]: true }), 'A@example.com');
    assert.equal(merged({}, { email: 'a@example.com', [proof]: true }), 'a@example.com');
    assert.equal(
      merged({ email: 'a@example.com', [proof]: false }, { email: 'a@example.com', [proof]: true }),
      undefined,
    );
  }
});

test('A nested claim is named with dots, and a claim whose own name has dots takes precedence', () => {
  const groupsAt = (claims: JsonObject, groups: string) => [...claimsOf(claims, { groups }).groups];

  assert.deepEqual(groupsAt({ realm_access: { roles: ['a', 'b'] } }, 'realm_access.roles'), ['a', 'b']);
  assert.deepEqual(
    groupsAt({ 'realm_access.roles': ['whole'], realm_access: { roles: ['a'] } }, 'realm_access.roles'),
    ['whole'],
  );
  assert.deepEqual(groupsAt({ 'https://example.com/roles': 'one' }, 'https://example.com/roles'), ['one']);
  assert.deepEqual(
    groupsAt({ resource_access: { 'my.client': { roles: ['a'] } } }, 'resource_access.my.client.roles'),
    ['a'],
  );
  assert.deepEqual(groupsAt({}, 'constructor.name'), []);
  assert.deepEqual(groupsAt({ groups: ['a', '', ' '] }, 'groups'), ['a']);
});

test('Sent groups, an empty list of groups and missing groups are distinguished', () => {
  assert.equal(claimsOf({ groups: [] }).areGroupsSent, true);
  assert.equal(claimsOf({ groups: null }).areGroupsSent, false);
  assert.equal(claimsOf({}).areGroupsSent, false);
  assert.equal(claimsOf({ groups: ['a'] }, { groups: '' }).areGroupsSent, false);
});

test('A user is a site administrator if the configured claim contains the configured value', () => {
  const isAdmin = (claims: JsonObject, names: Partial<ClaimNames>) => claimsOf(claims, names).isAdmin;

  assert.equal(isAdmin({ groups: ['admins'] }, { siteAdminValue: 'admins' }), true);
  assert.equal(isAdmin({ groups: ['admins-of-lunch'] }, { siteAdminValue: 'admins' }), false);
  assert.equal(isAdmin({}, { siteAdminValue: 'admins' }), undefined);
  assert.equal(isAdmin({ groups: ['admins'] }, {}), undefined);
  assert.equal(isAdmin({ groups: ['admins'], roles: [] }, { siteAdmin: 'roles', siteAdminValue: 'admins' }), false);
  assert.equal(isAdmin({ admin: true }, { siteAdmin: 'admin', siteAdminValue: 'true' }), true);
});

test('Missing groups, and claims of an unexpected type, cause a refusal of the sign-in', () => {
  const linked = {
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.example.com' } },
  };

  assert.equal(
    refusal(() => claimsOf(linked)),
    'groups-not-sent',
  );
  assert.equal(
    refusal(() => claimsOf({ hasgroups: true })),
    'groups-not-sent',
  );
  assert.equal(
    refusal(() => claimsOf(linked, { groups: '' })),
    undefined,
  );
  assert.equal(
    refusal(() => claimsOf({ groups: [{ name: 'a' }] })),
    'unreadable-claim',
  );
  assert.equal(
    refusal(() => claimsOf({ groups: { a: true } })),
    'unreadable-claim',
  );
  assert.equal(
    refusal(() => claimsOf({ preferred_username: ['a'] })),
    'unreadable-claim',
  );
  assert.equal(
    refusal(() => claimsOf({ preferred_username: 'a\0' })),
    'unreadable-claim',
  );
  assert.equal(
    refusal(() => claimsOf({ groups: ['a', 'b\0'] })),
    'unreadable-claim',
  );
  assert.equal(
    refusal(() => claimsOf({ email: ['a@example.com'] })),
    'unreadable-claim',
  );
  assert.equal(
    refusal(() => claimsOf({ address: { country: 'x' } })),
    undefined,
  );
});

test('If domains are configured, only users with a verified address in one of them can sign in', () => {
  const allowed = (email: string, isVerified: boolean, domains: readonly string[]) =>
    refusal(() => requireAllowedDomain(claimsOf({ email, email_verified: isVerified }), domains));

  assert.equal(allowed('alice@EXAMPLE.com', true, ['Example.com']), undefined);
  assert.equal(allowed('alice@sub.example.com', true, ['example.com']), 'domain-not-allowed');
  assert.equal(allowed('alice@notexample.com', true, ['example.com']), 'domain-not-allowed');
  assert.equal(allowed('alice@example.com', false, ['example.com']), 'unproved-address');
  assert.equal(allowed('alice@example.com', false, []), undefined);
});
