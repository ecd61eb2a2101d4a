// Tests of sign-in through GitHub over HTTP, against a fake GitHub API.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { type Browser, browserOf } from '../../../../test/support/browser.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import { type GitHubAccount, openGitHub } from '../../../../test/support/openid/github.ts';
import {
  bringBack,
  fillTeamsOf,
  type OpenIdWorld,
  onEachEngineWithProviders,
  refusalsIn,
  startAt,
} from '../../../../test/support/openid/world.ts';
import { homeWith, teamsOf } from '../../../../test/support/sso-teams.ts';
import { getUser } from '../users/users.ts';

const gitHub = await openGitHub();
after(() => gitHub[Symbol.asyncDispose]());

const addGitHub = async ({ admin }: OpenIdWorld): Promise<void> => {
  const { issuer, clientId } = gitHub.settings;
  const own = { key: 'github', name: 'GitHub', preset: 'github', issuer, 'creates-accounts': true };
  const document = documentOf('oidc-providers', { ...own, 'client-id': clientId, 'client-secret': 'the secret' });
  assert.equal((await admin.post('/admin/oidc-providers', document)).status, 201);
};

/** Signs in with the account that the fake GitHub API currently returns. */
const enter = async (
  world: OpenIdWorld,
  account: Partial<GitHubAccount> = {},
  browser: Browser = browserOf(world.url),
) => {
  gitHub.change(account);
  const address = new URL(await startAt(browser, 'github'));
  const state = address.searchParams.get('state') ?? '';
  return bringBack(browser, new URLSearchParams({ code: 'the-code', state }), 'github');
};

const inGitHub = (sentence: string, play: (world: OpenIdWorld) => Promise<void>): void =>
  onEachEngineWithProviders(
    sentence,
    async (world) => {
      await addGitHub(world);
      await play(world);
    },
    [gitHub.settings.issuer],
  );

inGitHub(
  "The verified primary address creates the account, and the person's number signs in to it later",
  async (world) => {
    const first = await enter(world);
    const renamed = await enter(world, {
      user: { id: 583_231, login: 'alice-2', name: 'Alice' },
      emails: [{ email: 'new@example.com', primary: true, verified: true }],
    });
    const taken = await enter(world, {
      user: { id: 2, login: 'alice', name: 'Mallory' },
      emails: [{ email: 'mallory@example.com', primary: true, verified: true }],
    });
    const unverified = await enter(world, {
      user: { id: 3, login: 'eve' },
      emails: [
        { email: 'eve@example.com', primary: true, verified: false },
        { email: 'alice@example.com', primary: false, verified: true },
      ],
    });

    assert.deepEqual(
      [first, renamed, taken, unverified].map(({ status }) => status),
      [303, 303, 303, 403],
    );
    const alice = await getUser(world.context, 'alice');
    assert.equal(alice.email, 'alice@example.com');
    const { body } = await world.admin.get(`/admin/users/${alice.id}/identities`);
    assert.deepEqual(
      body.data.map(({ attributes }: { attributes: object }) => Reflect.get(attributes, 'name-id')),
      ['583231'],
    );
    assert.deepEqual(await refusalsIn(world), ['no-email']);
  },
);

inGitHub('Organizations and teams on all pages are groups, and a revoked membership gives no access', async (world) => {
  const home = await homeWith(world);
  await fillTeamsOf(world, [home], 'github');
  for (const [name, group] of Object.entries({ acme: 'acme', octo: 'octo', readers: 'acme/operators' })) {
    const team = documentOf('teams', { name, 'sso-team-id': group });
    assert.equal((await home.client.post(`/organizations/${home.name}/teams`, team)).status, 201);
  }
  const orgs = [
    ...Array.from({ length: 4 }, (_, index) => ({ login: `other-${index}` })),
    { login: 'acme' },
    { login: 'octo' },
  ];

  const whole = await enter(world, { orgs, pageSize: 2 });
  const before = await teamsOf(world, home);
  const revoked = await enter(world, { orgs: [{ login: 'octo' }], teams: [] });
  const afterwards = await teamsOf(world, home);

  assert.deepEqual([whole.status, revoked.status], [303, 303]);
  assert.deepEqual([before, afterwards], [['acme', 'octo', 'readers'], ['octo']]);
});

inGitHub('A sign-in is refused if GitHub omits data without an error, and teams stay unchanged', async (world) => {
  const home = await homeWith(world);
  await fillTeamsOf(world, [home], 'github');
  const team = documentOf('teams', { name: 'acme', 'sso-team-id': 'acme' });
  assert.equal((await home.client.post(`/organizations/${home.name}/teams`, team)).status, 201);
  await enter(world);
  const many = Array.from({ length: 21 }, (_, index) => ({ login: `other-${index}` }));

  const answers = [
    await enter(world, { headers: { 'x-github-sso': 'partial-results; organizations=1' } }),
    await enter(world, { orgs: many, pageSize: 1 }),
    await enter(world, { token: { access_token: 'gho_token', token_type: 'bearer', scope: 'read:user,user:email' } }),
    await enter(world, { next: 'https://evil.example.com/page', pageSize: 1 }),
  ];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 403, 403, 403],
  );
  assert.deepEqual(await refusalsIn(world), [
    'groups-incomplete',
    'groups-not-sent',
    'scope-not-granted',
    'malformed-answer',
  ]);
  assert.deepEqual(await teamsOf(world, home), ['acme']);
});

inGitHub('A GitHub organization with the name of a team adds nobody to the team', async (world) => {
  const home = await homeWith(world, 'developers');
  await fillTeamsOf(world, [home], 'github');
  const team = documentOf('teams', { name: 'platform', 'sso-team-id': 'acme/platform' });
  assert.equal((await home.client.post(`/organizations/${home.name}/teams`, team)).status, 201);

  const { status } = await enter(world, { orgs: [{ login: 'platform' }, { login: 'developers' }], teams: [] });

  assert.deepEqual([status, await teamsOf(world, home)], [303, []]);
});
