// Tests of sign-in at GitHub with OAuth 2 and GitHub's API.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type GitHubAccount, openGitHub } from '../../../test/support/openid/github.ts';
import { clientFor, redirectUri, refusalOf } from '../../../test/support/openid/sign-in.ts';
import { newSignInSecrets } from './authorization.ts';
import type { OpenIdErrorCode } from './error.ts';

const gitHub = await openGitHub();
after(() => gitHub[Symbol.asyncDispose]());
const { settings } = gitHub;
const client = clientFor([settings.issuer]);

const signIn = async (changes: Partial<GitHubAccount> = {}) => {
  gitHub.change(changes);
  const secrets = await newSignInSecrets();
  const address = new URL(await client.authorizationUrl(settings, { ...secrets, redirectUri }));
  const parameters = new URLSearchParams({ code: 'the-code', state: address.searchParams.get('state') ?? '' });
  return { ...(await client.finish(settings, { ...secrets, redirectUri, parameters })), address, secrets };
};

test('A GitHub user is identified by the account number, and has the verified primary address, organizations and teams', async () => {
  const { issuer, subject, claims, idToken, address, secrets } = await signIn();

  assert.deepEqual([issuer, subject, idToken], [settings.issuer, '583231', undefined]);
  assert.deepEqual(claims, {
    sub: '583231',
    login: 'alice',
    name: 'Alice',
    email: 'alice@example.com',
    email_verified: true,
    groups: ['acme', 'octo', 'acme/operators'],
  });
  assert.equal(address.href.split('?')[0], `${settings.issuer}/login/oauth/authorize`);
  assert.equal(address.searchParams.get('code_challenge'), secrets.codeChallenge);
  assert.equal(gitHub.forms.at(-1)?.code_verifier, secrets.codeVerifier);
});

test('Organizations and teams are read to the last page', async () => {
  const orgs = Array.from({ length: 45 }, (_, index) => ({ login: `org-${index}` }));

  const { claims } = await signIn({ orgs, pageSize: 10 });

  assert.deepEqual(claims.groups, [...orgs.map(({ login }) => login), 'acme/operators']);
});

test('A revoked membership is removed at the next sign-in, even the last one', async () => {
  const { claims } = await signIn({ orgs: [], teams: [] });

  assert.deepEqual(claims.groups, []);
});

test('An address that is not verified, or not the primary one, is ignored', async () => {
  const unverified = { email: 'alice@example.com', primary: true, verified: false };
  const other = { email: 'other@example.com', primary: false, verified: true };

  const { claims } = await signIn({ emails: [unverified, other] });

  assert.equal(claims.email, undefined);
});

const many = Array.from({ length: 21 }, (_, index) => ({ login: `org-${index}` }));
const token = { access_token: 'gho_token', token_type: 'bearer', scope: 'read:user,user:email,read:org' };

const refused: Readonly<Record<string, [OpenIdErrorCode, Partial<GitHubAccount>]>> = {
  'A list with more pages of organizations than are read': ['groups-not-sent', { orgs: many, pageSize: 1 }],
  'A list that lacks organizations': [
    'groups-incomplete',
    { headers: { 'x-github-sso': 'partial-results; organizations=1' } },
  ],
  'A next page on another host, which would receive the token': [
    'malformed-answer',
    { orgs: many, pageSize: 10, next: 'http://127.0.0.1:9/' },
  ],
  'A scope that was not granted': ['scope-not-granted', { token: { ...token, scope: 'read:user,user:email' } }],
  'A GitHub App, which has no scopes': ['scope-not-granted', { token: { ...token, scope: '' } }],
  'A code that was already used': [
    'code-refused',
    { token: { error: 'bad_verification_code', error_description: 'words' } },
  ],
  'A wrong client secret': ['client-refused', { token: { error: 'incorrect_client_credentials' } }],
  'An access token that the API refuses': ['userinfo-refused', { token: { ...token, access_token: 'gho_other' } }],
  'An account without an identifier': ['malformed-answer', { user: { login: 'alice' } }],
  'A team without an organization': ['malformed-answer', { teams: [{ slug: 'operators' }] }],
};

for (const [name, [code, changes]] of Object.entries(refused)) {
  test(`${name} is refused: ${code}`, async () => {
    assert.equal(await refusalOf(() => signIn(changes)), code);
  });
}

test('Wider scopes include the configured ones', async () => {
  const { subject } = await signIn({ token: { ...token, scope: 'user,admin:org' } });

  assert.equal(subject, '583231');
});

test('GitHub supports neither sign-out URLs nor logout tokens', async () => {
  const request = { idToken: '', returnUri: 'https://tipstaff.example.com/', state: 'the-state' };

  assert.equal(await client.logoutUrl(settings, request), undefined);
  assert.equal(await refusalOf(() => client.verifyLogout(settings, 'a.b.c')), 'logout-unsupported');
});
