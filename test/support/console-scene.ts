// Creates records for every console page, with long names and with texts that contain HTML and scripts.
import assert from 'node:assert/strict';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { replayJob } from '../../src/domains/policies/replays/job.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { archiveOf } from './archive.ts';
import { newPerson } from './console.ts';
import { documentOf, identifiers } from './documents.ts';
import { evaluated, evaluatedIn, inWorkspace, newOpaPolicy, opaSet } from './evaluations.ts';
import type { PageParameters } from './every-page.ts';
import { giveAccess } from './grants.ts';
import { newMember, newTeam } from './members.ts';
import { modulePath, newModule, newPublished } from './modules.ts';
import { planCalling } from './plans-with-modules.ts';
import { planOf } from './policy-inputs.ts';
import { insertIdentityOf, linkIdentity } from './saml/sso.ts';
import { deprecating } from './seeded-modules.ts';
import { settingsOver } from './settings.ts';
import { tagBindings } from './workspaces.ts';
import { type Home, type Person, system, type World } from './world.ts';

/** Text with HTML and scripts, which pages must display as plain text. */
export const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script></textarea>{{7*7}}javascript:alert(3)';
const long = 'x'.repeat(120);
const name = 'works';
const past = '2026-01-01T00:00:00.000Z';

const readme = `# Network

${hostile}

A [bad link](javascript:alert(1)), a [good one](https://example.com/) and ![a picture](https://example.com/x.png).

| Name | What |
| --- | --- |
| \`cidr\` | The range |
`;

const code = `variable "cidr" {
  type        = string
  description = ${JSON.stringify(hostile)}
}
output "id" {
  value = 1
}
resource "terraform_data" "it" {}
`;

/** User who views the pages, the user's organization, and values for the parameters in the paths of pages. */
interface ConsoleScene {
  readonly person: Person;
  readonly home: Home;
  readonly parameters: PageParameters;
}

const identifierOf = async (answer: Promise<{ readonly status: number; readonly body: unknown }>): Promise<string> => {
  const { status, body } = await answer;
  assert.ok(status < 300, JSON.stringify(body));
  return String(Reflect.get(Object(Reflect.get(Object(body), 'data')), 'id'));
};

/** Creates a suspended user with a long name and e-mail address. Returns the user's id. */
const newLongUser = async (world: World, { client }: Person): Promise<string> => {
  const email = `"<img/src=x/onerror=alert(1)>"@${'long-'.repeat(30)}example.com`;
  const { user } = await newPerson(world, { username: `-.${'x'.repeat(40)}_`, email });
  await world.context.database.transaction((tx) =>
    insertIdentityOf(tx, user.id, { name_id: long, to_confirm_since: past }),
  );
  await client.post(`/admin/users/${user.id}/actions/suspend`);
  return user.id;
};

/** Creates a workspace and a project with long names and tags. A policy set applies to both. */
const newPlaces = async ({ client }: Person, set: string) => {
  const tags = { 'tag-bindings': tagBindings({ tier: 'prod', [`owner-${'x'.repeat(100)}`]: hostile }) };
  const attributes = { name: `project-${'x'.repeat(80)}`, description: hostile };
  const project = await identifierOf(
    client.post(`/organizations/${name}/projects`, documentOf('projects', attributes, tags)),
  );
  const relationships = { ...tags, project: { data: { type: 'projects', id: project } } };
  const shop = documentOf('workspaces', { name: `shop-${'x'.repeat(80)}`, description: hostile }, relationships);
  const workspace = await identifierOf(client.post(`/organizations/${name}/workspaces`, shop));
  await client.post(`/policy-sets/${set}/relationships/projects`, identifiers('projects', project));
  return { workspace: [workspace], project: [project] };
};

const newPolicies = async (world: World, { client }: Person) => {
  const home = { client, name };
  const source = `package buckets\n\n# ${hostile}\ndeny contains ${JSON.stringify(hostile)} if print(${JSON.stringify(hostile)})\n`;
  const policy = await newOpaPolicy(home, `no-public-buckets-${long}`, { source: 'package buckets\n' });
  await client.put(`/policies/${policy}/upload`, source);
  await client.patch(`/policies/${policy}`, documentOf('policies', { description: hostile }));
  const set = await opaSet(home, `baseline-${long}`, [policy], { description: hostile, overridable: true });
  const parameter = documentOf('vars', { key: long, value: `${hostile}${long}` });
  await identifierOf(client.post(`/policy-sets/${set}/parameters`, parameter));
  await client.patch(`/organizations/${name}`, documentOf('organizations', { 'policy-input-retention-days': 30 }));
  const path = `/policy-sets/${set}/evaluations`;
  const evaluation = await evaluated({ world, by: home, path }, planOf({ acl: 'public-read' }));
  assert.equal(evaluation.attributes.status, 'failed');
  const exemption = { reason: hostile, owner: hostile, 'expires-at': null, 'resource-address': 'aws_s3_bucket.logs' };
  const exempt = documentOf('policy-exemptions', exemption);
  const exemptionId = await identifierOf(client.post(`/policies/${policy}/exemptions`, exempt));
  const tried = documentOf('policy-replays', { code: 'package buckets\n\ndeny contains "x" if false\n' });
  const replay = await identifierOf(client.post(`/policies/${policy}/replays`, tried));
  await runOnce(world.context, replayJob(world.context));
  const ofPolicy = { policy: [policy], replay: [replay], revision: ['1'], exemption: [exemptionId] };
  return { ...ofPolicy, set: [set], evaluation: [String(evaluation.id)] };
};

/** Blocks a plan of the workspace. Another member asks for an exemption, and the plan is overridden. */
const newRequest = async (world: World, home: Home, workspace: string, policy: string): Promise<string> => {
  const { id } = await evaluatedIn(world, home, workspace, planOf({ acl: 'private' }));
  const developer = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
  const attributes = { 'policy-id': policy, 'resource-address': null, reason: hostile };
  const request = documentOf('policy-exemption-requests', attributes);
  const requested = await identifierOf(developer.client.post(`/policy-evaluations/${id}/exemption-requests`, request));
  const override = documentOf('policy-evaluations', { comment: hostile });
  await identifierOf(home.client.post(`/policy-evaluations/${id}/actions/override`, override));
  return requested;
};

/** Creates a run task with a long name, and a team that may override policy results in a workspace. */
const newRunTask = async ({ client }: Person, team: string, workspace: string): Promise<string> => {
  const attributes = { name: `run-task-${long}`, 'hmac-key': long, 'allowed-hosts': ['app.terraform.io'] };
  const delegation = documentOf('policy-override-delegations', {}, { ...inWorkspace(workspace), ...ofTeam(team) });
  await identifierOf(client.post(`/organizations/${name}/policy-override-delegations`, delegation));
  return identifierOf(
    client.post(`/organizations/${name}/policy-run-tasks`, documentOf('policy-run-tasks', attributes)),
  );
};

const ofTeam = (id: string) => ({ team: { data: { id, type: 'teams' } } });

/** Publishes a module whose first version is deprecated and in use, also by the workspace. */
const newModules = async (world: World, home: Home, workspace: string): Promise<void> => {
  await newModule(home);
  const archive = archiveOf({ 'README.md': readme, 'main.tf': code });
  for (const version of ['1.0.0', '1.1.0']) await newPublished(world, home, version, { archive });
  await identifierOf(home.client.patch(`${modulePath(home)}/1.0.0`, deprecating({ reason: hostile })));
  await home.client.get(`//api/registry/v1/modules/${home.name}/network/aws/1.0.0/download`);
  const used = [{ address: `${home.name}/network/aws`, version: '>= 1.0.0, < 1.1.0' }];
  await evaluatedIn(world, home, workspace, planCalling(world, used));
};

/** Creates two identity providers; the first has long names. */
const newIdentityProvider = async ({ client }: Person): Promise<string> => {
  const create = (key: string, attributes: object) =>
    identifierOf(client.post('/admin/oidc-providers', documentOf('oidc-providers', { key, ...attributes })));
  const credential = { 'client-id': long, 'client-secret': 'a secret' };
  const issuer = `https://${'idp-'.repeat(12)}.example.com/${long}`;
  const id = await create(`key-${'x'.repeat(60)}`, { name: `IdP ${'x'.repeat(56)}`, issuer, ...credential });
  await create('google', { name: 'Google', preset: 'google', ...credential });
  return id;
};

/** Creates all records. If a new page has a path parameter, add the parameter's value here. */
export async function openConsoleScene(world: World): Promise<ConsoleScene> {
  const person = await newPerson(world, { username: 'ada', email: 'ada@example.com', isAdmin: true });
  const { client } = person;
  const organization = await createOrganization(
    world.context,
    system,
    { name, email: 'a@example.com' },
    person.user.id,
  );
  await settingsOver(client, 'customization-settings').patch({
    announcement: hostile,
    footer: hostile,
    'new-user': hostile,
  });
  await linkIdentity(world, person.user.id);
  const tokens = `/users/${person.user.id}/authentication-tokens`;
  await client.post(tokens, documentOf('authentication-tokens', { description: hostile }));
  const team = await identifierOf(
    client.post(`/organizations/${name}/teams`, documentOf('teams', { name: `${hostile} ${long}` })),
  );
  const policies = await newPolicies(world, person);
  const home = { organization, name, owner: person, client };
  const places = await newPlaces(person, String(policies.set[0]));
  const [workspace = ''] = places.workspace;
  await identifierOf(giveAccess(client, { team, workspace }, 'custom', { runs: 'plan' }));
  await identifierOf(giveAccess(client, { team, project: String(places.project[0]) }, 'admin'));
  const request = [await newRequest(world, home, workspace, String(policies.policy[0]))];
  await newModules(world, home, workspace);
  return {
    person,
    home,
    parameters: {
      ...policies,
      ...places,
      workspaceName: [`shop-${'x'.repeat(80)}`],
      runTask: [await newRunTask(person, team, workspace)],
      request,
      organization: [name],
      team: [team],
      identityProvider: [await newIdentityProvider(person)],
      name: ['network'],
      provider: ['aws'],
      user: [await newLongUser(world, person)],
      group: [
        'general',
        'customization',
        'smtp',
        'sms',
        'audit-stream',
        'saml',
        'oidc-sign-in',
        'cost-estimation',
        'data-retention',
      ],
    },
  };
}
