// Tests of user claims in assertions: identity and groups.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAssertionOf, saying } from '../../../test/support/saml/reading.ts';
import type { Claims } from '../sign-in/claims.ts';
import { type AttributeNames, readClaims } from './claims.ts';
import { SamlError } from './error.ts';

const usual: AttributeNames = {
  'attr-username': 'Username',
  'attr-email': '',
  'attr-groups': 'MemberOf',
  'groups-separator': ',',
  'attr-site-admin': 'SiteAdmin',
  'site-admin-role': 'site-admins',
};

type Attributes = Readonly<Record<string, readonly string[]>>;

const claimsOf = (attributes: Attributes, names: Partial<AttributeNames> = {}, nameId = 'alice@example.com'): Claims =>
  readClaims(readAssertionOf(saying({ attributes, nameId })), { ...usual, ...names });

const groupsOf = (groups: readonly string[], names: Partial<AttributeNames> = {}) => {
  const claims = claimsOf({ MemberOf: groups }, names);
  return [[...claims.groups], claims.isAdmin];
};

const refusal = (attributes: Attributes, names: Partial<AttributeNames> = {}): string | undefined => {
  try {
    claimsOf(attributes, names);
    return undefined;
  } catch (error) {
    return error instanceof SamlError ? error.code : String(error);
  }
};

test('A group name with a separator cannot make a user a site administrator: the role must be a whole value', () => {
  const distinguished = 'CN=x,site-admins,OU=Groups';

  assert.deepEqual(groupsOf(['devs', 'lunch,site-admins']), [['devs', 'lunch,site-admins'], false]);
  assert.deepEqual(groupsOf([distinguished]), [[distinguished], false]);
  assert.deepEqual(groupsOf(['devs,site-admins']), [['devs,site-admins', 'devs', 'site-admins'], false]);
  assert.deepEqual(groupsOf(['site-admins']), [['site-admins'], true]);
  assert.deepEqual(groupsOf(['devs', ' site-admins ']), [['devs', 'site-admins'], true]);
  assert.deepEqual(groupsOf([distinguished], { 'site-admin-role': distinguished }), [[distinguished], true]);
});

test('A single value is split at the configured separator, and not without one', () => {
  assert.deepEqual(groupsOf(['a; b;;c'], { 'groups-separator': ';' })[0], ['a; b;;c', 'a', 'b', 'c']);
  assert.deepEqual(groupsOf(['a,b'], { 'groups-separator': ';' })[0], ['a,b']);
  assert.deepEqual(groupsOf(['a,b'], { 'groups-separator': '' })[0], ['a,b']);
  assert.deepEqual(groupsOf(['', ' '])[0], []);
});

test('The address comes from the named attribute, else from one with a common name in any case, else from the NameID', () => {
  const emailOf = (attributes: Attributes, names: Partial<AttributeNames> = {}, nameId = 'alice@corp.example') =>
    claimsOf(attributes, names, nameId).email;
  const claim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';

  for (const name of ['EmailAddress', 'User.Email', 'MAIL', 'urn:oid:1.2.840.113549.1.9.1', claim]) {
    assert.equal(emailOf({ [name]: ['alice@example.com'] }), 'alice@example.com', name);
  }
  assert.equal(
    emailOf({ Email: ['a@example.com'], Contact: ['b@example.com'] }, { 'attr-email': 'Contact' }),
    'b@example.com',
  );
  assert.equal(emailOf({ 'urn:x" FriendlyName="email': ['c@example.com'] }), 'c@example.com');
  assert.equal(emailOf({ Email: ['none'] }), 'alice@corp.example');
  assert.equal(emailOf({}, {}, 'alice_example.com#EXT#@corp.onmicrosoft.example'), undefined);
});

test('Missing groups, and attributes with XML elements, cause a refusal of the sign-in', () => {
  const link = { 'http://schemas.microsoft.com/claims/groups.link': ['https://graph.example.com/x'] };
  const structured = ['<a>x</a><b>y</b>'];

  assert.equal(refusal(link), 'groups-not-sent');
  assert.equal(refusal({ ...link, MemberOf: ['devs'] }), undefined);
  for (const name of ['Username', 'MemberOf', 'SiteAdmin']) {
    assert.equal(refusal({ [name]: structured }), 'unreadable-attribute', name);
  }
  assert.equal(refusal({ Contact: structured }, { 'attr-email': 'Contact' }), 'unreadable-attribute');
  assert.equal(refusal({ eduPersonTargetedID: structured }), undefined);
});
