// Instance with a record of every type that configuration as code can declare.
import assert from 'node:assert/strict';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { organizationByKey } from '../../src/domains/organizations/organizations/store.ts';
import { attributeIn, vocabularies } from '../../src/jsonapi/vocabulary.ts';
import type { Client } from './client.ts';
import { tipstaff } from './command.ts';
import { documentOf, identifiers } from './documents.ts';
import { giveAccess } from './grants.ts';
import { newModule, newPublished } from './modules.ts';
import { newPolicy, newPolicySet } from './policies.ts';
import { folderWith } from './policy-folders.ts';
import { newProject, newWorkspace } from './workspaces.ts';
import { type Home, type Person, system, type World } from './world.ts';

/** Creates an administrator who has the same e-mail address on every instance. */
export const ada = (world: World): Promise<Person> =>
  world.person({ username: 'ada', email: 'ada@example.com', isAdmin: true });

/** Returns the environment variables for commands that use a user's token. */
export const variablesOf = ({ url }: World, { token }: Person) => ({ TIPSTAFF_URL: url, TIPSTAFF_TOKEN: token });

/** Secrets that an export of the instance refers to, by environment variable. */
export const secrets = {
  SECRET_SMTP_PASSWORD: 's3cr3t-mail',
  SECRET_COST_ESTIMATION_CLOUD_A_ACCESS_KEY_ID: 's3cr3t-key',
  SECRET_COST_ESTIMATION_CLOUD_A_SECRET_KEY: 's3cr3t-cloud',
  SECRET_HUB_CLIENT_SECRET: 's3cr3t-hub',
  SECRET_KEYCLOAK_CLIENT_SECRET: 's3cr3t-keycloak',
  SECRET_SHIRE_BASELINE_TOKEN_VALUE: 's3cr3t-parameter',
  SECRET_SHIRE_BASELINE_TOKEN_TAG_ENV_VALUE: 's3cr3t-override',
};

const succeed = async (answering: ReturnType<Client['get']>) => {
  const answer = await answering;
  assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

async function fillSite({ client }: Person, vocabulary: keyof typeof vocabularies): Promise<void> {
  const words = vocabularies[vocabulary];
  const patch = (group: string, attributes: object) => {
    const own = Object.entries(attributes).map(([name, value]) => [attributeIn(words, name), value]);
    return succeed(client.patch(`/admin/${group}-settings`, documentOf(`${group}-settings`, Object.fromEntries(own))));
  };
  await patch('general', { 'plan-timeout': '3h', 'policy-plan-size-limit': 30 });
  await patch('customization', { footer: 'Two\nlines', 'login-help': 'Ask <b>ops</b>.' });
  await patch('smtp', { host: 'mail.example.com', port: 25, username: 'robot', password: 's3cr3t-mail' });
  await patch('cost-estimation', { 'cloud-a-access-key-id': 's3cr3t-key', 'cloud-a-secret-key': 's3cr3t-cloud' });
  const retention = documentOf('data-retention-policy-delete-olders', { 'delete-older-than-n-days': 40 });
  await succeed(client.post('/admin/data-retention-policy-settings', retention));
  const { data } = await succeed(client.get('/admin/feature-set-catalogue'));
  const [, , plus] = data.attributes['feature-sets'];
  const { id: _, ...large } = { ...plus, identifier: 'large', name: 'Large', 'policy-limit': 500 };
  const sets = [...data.attributes['feature-sets'], large];
  await succeed(
    client.patch('/admin/feature-set-catalogue', documentOf('feature-set-catalogues', { 'feature-sets': sets })),
  );
  const provider = (attributes: object) =>
    succeed(client.post('/admin/oidc-providers', documentOf('oidc-providers', attributes)));
  await provider({ key: 'hub', name: 'Hub', preset: 'github', 'client-id': 'hub', 'client-secret': 's3cr3t-hub' });
  await provider({
    key: 'keycloak',
    name: 'Keycloak',
    preset: 'keycloak',
    position: 1,
    issuer: 'https://idp.example.com/realms/shire',
    'client-id': 'tipstaff',
    'client-secret': 's3cr3t-keycloak',
    'allowed-domains': ['example.com'],
    'groups-claim': '',
    'creates-accounts': false,
  });
  await patch('oidc-sign-in', { enabled: true });
  const account = { username: 'second', email: 'second@example.com', 'is-admin': true };
  await succeed(client.post('/admin/users', documentOf('users', account)));
}

async function fillPeople({ client, name }: Home): Promise<string> {
  const invite = async (email: string) =>
    (
      await succeed(
        client.post(
          `/organizations/${name}/organization-memberships`,
          documentOf('organization-memberships', { email }),
        ),
      )
    ).data.id;
  const [sam, kim] = [await invite('sam@example.com'), await invite('kim@example.com')];
  const access = { 'manage-policies': true, 'delegate-policy-overrides': true };
  const attributes = { name: 'Platform team', visibility: 'organization', 'organization-access': access };
  const { data } = await succeed(client.post(`/organizations/${name}/teams`, documentOf('teams', attributes)));
  const members = identifiers('organization-memberships', sam, kim);
  await succeed(client.post(`/teams/${data.id}/relationships/organization-memberships`, members));
  return data.id;
}

interface Places {
  readonly workspaces: readonly string[];
  readonly project: string;
  /** Team that approves exceptions. */
  readonly team: string;
  /** Name of the native policy kind in the instance's vocabulary. */
  readonly native: string;
}

async function fillPolicies(world: World, home: Home, { workspaces, project, team, native }: Places): Promise<void> {
  const { client, name } = home;
  const opa = {
    kind: 'opa',
    query: 'data.tags.deny',
    'enforcement-level': 'mandatory',
    description: 'Two\nlines',
    introduction: 'enforce-new',
  };
  const tags = await newPolicy(home, 'tags', opa);
  await succeed(client.put(`/policies/${tags}/upload`, 'package tags\n\ndeny contains "none" if input.none\n'));
  await succeed(
    client.put(
      `/policies/${tags}/tests`,
      'package tags_test\n\nimport data.tags\n\ntest_deny if count(tags.deny) == 0\n',
    ),
  );
  await newPolicy(home, 'draft', { kind: 'opa', shadow: true, input: 'raw' });
  const former = await newPolicy(home, 'former', { kind: native, 'enforcement-level': 'soft-mandatory' });
  await succeed(client.put(`/policies/${former}/upload`, 'main = rule { true }\n'));
  const baseline = await newPolicySet(home, 'baseline', { kind: 'opa', description: 'For some', overridable: true }, [
    tags,
  ]);
  const [shop = '', edge = ''] = workspaces;
  const relate = (type: string, of: string, ...ids: readonly string[]) =>
    succeed(client.post(`/policy-sets/${baseline}/relationships/${type}`, identifiers(of, ...ids)));
  await relate('workspaces', 'workspaces', shop);
  await relate('projects', 'projects', project);
  await relate('workspace-exclusions', 'workspaces', edge);
  await relate('approvers', 'teams', team);
  const selectors = [{ 'tag-key': 'env', 'tag-value': 'prod', 'is-exclude': false }];
  await succeed(client.post(`/policy-sets/${baseline}/tag-selectors`, { data: selectors }));
  const parameter = (attributes: object) =>
    succeed(client.post(`/policy-sets/${baseline}/parameters`, documentOf('vars', attributes)));
  const region = await parameter({ key: 'region', value: 'eu' });
  const token = await parameter({ key: 'token', value: 's3cr3t-parameter', sensitive: true });
  const override = ({ data }: typeof region, attributes: object, relationships?: object) => {
    const path = `/policy-sets/${baseline}/parameters/${data.id}/overrides`;
    return succeed(client.post(path, documentOf('parameter-overrides', attributes, relationships)));
  };
  await override(region, { value: 'us' }, { workspace: { data: { id: edge, type: 'workspaces' } } });
  await override(region, { value: 'uk' }, { project: { data: { id: project, type: 'projects' } } });
  await override(region, { value: 'af', 'tag-key': 'env', 'tag-value': 'prod' });
  await override(token, { value: 's3cr3t-override', 'tag-key': 'env' });
  await newPolicySet(home, 'natives', { kind: native, global: true }, [former]);
  await newPolicySet(home, 'pushed', { kind: 'opa', 'policies-path': 'governance' });
  await using folder = await folderWith({
    'policies.yaml': 'policies:\n  - name: sizes\n    query: data.sizes.deny\n    enforcement-level: advisory\n',
    'sizes.rego': 'package sizes\n\ndeny contains "large" if data.limits.max < 3\n',
    'limits/data.json': '{"max": 5}\n',
  });
  const words = ['policy', 'push', folder.path, '--organization', name, '--set', 'pushed'];
  const pushed = await tipstaff(words, variablesOf(world, home.owner));
  assert.equal(pushed.code, 0, pushed.stderr);
}

/** Publishes modules with versions. Exported files contain only their deprecations. */
export async function publishModules(world: World, home: Home): Promise<void> {
  await newModule(home);
  for (const version of ['1.0.0', '1.1.0', '2.0.0']) await newPublished(world, home, version);
}

/** Returns the existing organization with this name, and its owner. */
export const homeNamed = async (world: World, owner: Person, name: string): Promise<Home> => {
  const organization = await world.context.database.first(organizationByKey, { key: name });
  assert.ok(organization);
  return { organization, name, owner, client: owner.client };
};

/** Creates the instance's records. Returns an organization that the administrator owns. */
export async function fillInstance(
  world: World,
  owner: Person,
  vocabulary: keyof typeof vocabularies = 'neutral',
): Promise<Home> {
  await fillSite(owner, vocabulary);
  const home = await fillOrganization(world, owner, vocabularies[vocabulary].native);
  const { data } = await succeed(owner.client.get('/admin/oidc-providers'));
  const lists = documentOf('oidc-providers', { organizations: [home.name] });
  await succeed(owner.client.patch(`/admin/oidc-providers/${data[0].id}`, lists));
  return home;
}

/** Creates the organization "shire" with a record of every type. */
export async function fillOrganization(world: World, owner: Person, native: string): Promise<Home> {
  const { client } = owner;
  const name = 'shire';
  const organization = await createOrganization(
    world.context,
    system,
    { name, email: 'home@example.com' },
    owner.user.id,
  );
  const home = { organization, name, owner, client };
  const attributes = { 'policy-upload-check': 'enforce', 'session-timeout': 30, 'plan-timeout': '1h' };
  await succeed(client.patch(`/organizations/${name}`, documentOf('organizations', attributes)));
  const limit = documentOf('organizations', { 'workspace-limit': 50 });
  await succeed(client.patch(`/admin/organizations/${name}`, limit));
  const team = await fillPeople(home);
  const web = await newProject(home, 'Web shop', { tags: { team: 'web' } });
  const workspaces = [
    await newWorkspace(home, 'shop', { project: web, tags: { env: 'prod', flat: '' } }),
    await newWorkspace(home, 'edge'),
  ];
  await fillPolicies(world, home, { workspaces, project: web, team, native });
  const delegation = {
    team: { data: { id: team, type: 'teams' } },
    project: { data: { id: web, type: 'projects' } },
  };
  const document = documentOf('policy-override-delegations', {}, delegation);
  await succeed(client.post(`/organizations/${name}/policy-override-delegations`, document));
  const [shop = ''] = workspaces;
  await succeed(giveAccess(client, { team, project: web }, 'admin'));
  await succeed(giveAccess(client, { team, workspace: shop }, 'custom', { runs: 'plan' }));
  await publishModules(world, home);
  const statement = { 'deprecated-status': 'Deprecated', reason: 'Too old', link: 'https://example.com/old' };
  const path = `/organizations/${name}/registry-modules/private/${name}/network/aws/1.0.0`;
  await succeed(client.patch(path, documentOf('module-versions', { deprecation: statement })));
  return home;
}
