// Tests of who may sign in through a provider and who gets a new account.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  addProvider,
  type OpenIdWorld,
  onEachEngineWithProviders,
  refusalsIn,
  signInAt,
} from '../../../../test/support/openid/world.ts';

const warning = (name: string) =>
  `Anybody can create an account at ${name}, and use that account to sign up for this service. Set allowed-domains or allowed-groups of the provider, or turn creates-accounts off.`;

/**
 * Creates a provider. Returns whether it creates accounts, its warning, and whether team names are matched with groups.
 */
const adding = async ({ admin }: OpenIdWorld, key: string, attributes: object) => {
  const own = { key, name: key, 'client-id': 'tipstaff', 'client-secret': 'the secret' };
  const { status, body } = await admin.post(
    '/admin/oidc-providers',
    documentOf('oidc-providers', { ...own, ...attributes }),
  );
  assert.equal(status, 201, JSON.stringify(body));
  const { 'creates-accounts': creates, warning, 'team-names-count': namesCount } = body.data.attributes;
  return [creates, warning, namesCount];
};

onEachEngineWithProviders(
  'A public provider creates no accounts by default, and its groups do not count as teams of the same name',
  async (world) => {
    const personal = { preset: 'entra', tenant: '9188040d-6c67-4c5b-b112-36a304b66dad' };

    const shut = [
      await adding(world, 'google', { preset: 'google' }),
      await adding(world, 'gitlab', { preset: 'gitlab' }),
      await adding(world, 'github', { preset: 'github' }),
      await adding(world, 'other-gitlab', { issuer: 'https://gitlab.com' }),
    ];
    const restricted = [
      await adding(world, 'google-work', { preset: 'google', 'allowed-domains': ['example.com'] }),
      await adding(world, 'github-work', { preset: 'github', 'allowed-groups': ['acme'] }),
    ];
    const open = [
      await adding(world, 'hub', { preset: 'github', 'creates-accounts': true }),
      await adding(world, 'microsoft', personal),
    ];
    const company = await adding(world, 'keycloak', { preset: 'keycloak', issuer: 'https://idp.example.com/realms/a' });
    const { body } = await world.admin.get('/admin/system-status');

    assert.deepEqual(shut, Array(4).fill([false, null, false]));
    assert.deepEqual(restricted, Array(2).fill([true, null, false]));
    assert.deepEqual(open, [
      [true, warning('hub'), false],
      [true, warning('microsoft'), true],
    ]);
    assert.deepEqual(company, [true, null, true]);
    const findings: readonly { check: string; detail: string }[] = body.data.attributes.findings;
    assert.deepEqual(
      findings.filter(({ check }) => check === 'sign-in').map(({ detail }) => detail),
      [warning('hub'), warning('microsoft')],
    );
  },
);

onEachEngineWithProviders('Only people in one of the allowed groups sign in', async (world) => {
  await world.change('corp', { 'allowed-groups': ['staff', 'acme/platform'] });

  const inside = await signInAt(world, {
    claims: { sub: 'in', email: 'in@example.com', groups: ['x', 'acme/platform'] },
  });
  const outside = await signInAt(world, { claims: { sub: 'out', email: 'out@example.com', groups: ['Staff'] } });
  const silent = await signInAt(world, { claims: { sub: 'out', email: 'out@example.com' } });
  const refused = await world.change('corp', { 'groups-claim': '' });

  assert.deepEqual(
    [inside, outside, silent].map(({ answer }) => answer.status),
    [303, 403, 403],
  );
  assert.deepEqual(await refusalsIn(world), ['group-not-allowed', 'group-not-allowed']);
  assert.deepEqual(
    [refused.status, refused.body.errors[0].detail],
    [422, 'Allowed groups must be empty while the groups claim is blank'],
  );
});

onEachEngineWithProviders(
  'A Google account outside the allowed Workspace cannot sign in with an address of its domain',
  async (world) => {
    const google = { key: 'other', name: 'Google', preset: 'google', 'allowed-domains': ['Example.com'] };
    assert.equal((await addProvider(world.admin, world.other, google)).status, 201);
    const enter = (sub: string, hd?: string) =>
      signInAt(world, { key: 'other', claims: { sub, email: `${sub}@example.com`, ...(hd !== undefined && { hd }) } });

    const answers = [await enter('work', 'example.com'), await enter('private'), await enter('former', 'other.com')];

    assert.deepEqual(
      answers.map(({ answer }) => answer.status),
      [303, 403, 403],
    );
    assert.deepEqual(await refusalsIn(world), ['workspace-not-allowed', 'workspace-not-allowed']);
  },
);

onEachEngineWithProviders('An issuer with a line break is refused', async (world) => {
  const answers = await Promise.all(
    ['https://idp.example.com\r\n', 'https://idp.exa\nmple.com', 'https://idp.example.com/a\tb'].map((issuer) =>
      world.change('corp', { issuer, 'client-secret': 'the secret' }),
    ),
  );

  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.errors[0].source.pointer]),
    Array(3).fill([422, '/data/attributes/issuer']),
  );
});
