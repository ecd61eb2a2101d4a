import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, namesIn, pointers } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { signedIn } from '../../../../test/support/session.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const organization = (attributes: object, relationships?: object) =>
  documentOf('organizations', attributes, relationships);
const defaultProject = (id: string) => ({ 'default-project': { data: { type: 'projects', id } } });

onEachEngine('An organization sets the project of workspaces that are created without one', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  const [project, foreign] = [await newProject(home, 'net'), await newProject(other, 'foreign')];
  const path = `/organizations/${home.name}`;

  const changed = await home.client.patch(path, organization({}, defaultProject(project)));
  const workspace = await home.client.get(`/workspaces/${await newWorkspace(home, 'edge')}`);
  const included = await home.client.get(`${path}?include=default_project`);
  const refused = await home.client.patch(path, organization({}, defaultProject(foreign)));
  const kept = await home.client.delete(`/projects/${project}`);

  assert.deepEqual(changed.body.data.relationships['default-project'].data, { id: project, type: 'projects' });
  assert.equal(workspace.body.data.relationships.project.data.id, project);
  assert.equal(included.body.included[0].id, project);
  assert.deepEqual([refused.status, pointers(refused)], [422, ['/data/relationships/default-project/data/id']]);
  assert.equal(kept.status, 422);
  const [record] = (await auditOf(world, home.organization.id)).slice(-1);
  assert.equal(record?.change.after?.['default-project'], project);
});

onEachEngine(
  'An organization that refuses the tokens of people is open to sessions and its own tokens',
  async (world) => {
    const { client, browser } = await signedIn(world, { isAdmin: true });
    const created = await client.post('/organizations', organization({ name: 'acme', email: 'ops@acme.example' }));
    const own = await clientOfOwner(world, { kind: 'organization', id: created.body.data.attributes['external-id'] });

    const turnedOff = await client.patch('/organizations/acme', organization({ 'user-tokens-enabled': false }));
    const byToken = await client.get('/organizations/acme');
    const listed = await client.get('/organizations');
    const policies = await client.get('/organizations/acme/policies');
    const [bySession, byOwn] = [await browser.get('/organizations/acme'), await own.get('/organizations/acme')];
    await browser.patch('/organizations/acme', organization({ 'user-tokens-enabled': true }));
    const again = await client.get('/organizations/acme');

    assert.deepEqual([turnedOff.status, turnedOff.body.data.attributes['user-tokens-enabled']], [200, false]);
    assert.deepEqual([byToken.status, policies.status, namesIn(listed)], [401, 401, []]);
    assert.deepEqual([bySession.status, byOwn.status, again.status], [200, 200, 200]);
  },
);

onEachEngine('Creation accepts and refuses the same attributes as an update', async (world) => {
  const { client, browser } = await signedIn(world, { isAdmin: true });
  const requested = {
    'user-tokens-enabled': false,
    'policy-upload-check': 'enforce-tests',
    'module-deprecation-notices-enabled': false,
    'evaluated-policies-required': true,
    'policy-input-retention-days': 7,
    'plan-timeout': '2h',
  };
  const named = (name: string, attributes: object) => organization({ name, email: 'ops@acme.example', ...attributes });

  const created = await client.post('/organizations', named('acme', requested));
  const refused = await Promise.all([
    client.post('/organizations', named('one', { 'policy-upload-check': 'nonsense' })),
    client.post('/organizations', named('two', { 'cost-estimation-enabled': true })),
    client.post('/organizations', named('three', { 'allow-force-delete-workspaces': 'x' })),
  ]);

  const { attributes } = created.body.data;
  assert.equal(created.status, 201);
  assert.deepEqual(Object.fromEntries(Object.keys(requested).map((name) => [name, attributes[name]])), requested);
  assert.equal((await client.get('/organizations/acme')).status, 401);
  const shown = (await browser.get('/organizations/acme')).body.data.attributes;
  assert.deepEqual([shown['user-tokens-enabled'], shown['policy-input-retention-days']], [false, 7]);
  const [record] = await auditOf(world, attributes['external-id']);
  assert.equal(record?.change.after?.['user-tokens-enabled'], false);
  assert.deepEqual(
    refused.map((answer) => [answer.status, ...pointers(answer)]),
    [
      [422, '/data/attributes/policy-upload-check'],
      [422, '/data/attributes/cost-estimation-enabled'],
      [422, '/data/attributes/allow-force-delete-workspaces'],
    ],
  );
});

onEachEngine('An organization shows what its caller may do there', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}`;
  const manager = await newMember(world, home, await newTeam(world, home, ['manage-policies', 'manage-teams']));
  const permissionsFor = async (client: typeof home.client) =>
    (await client.get(path)).body.data.attributes.permissions;

  const [ofOwner, ofManager] = [await permissionsFor(home.client), await permissionsFor(manager.client)];
  const [listed] = (await manager.client.get('/organizations')).body.data;

  assert.deepEqual([ofOwner['can-update'], ofOwner['can-destroy'], ofOwner['can-create-team']], [true, true, true]);
  assert.deepEqual([ofManager['can-update'], ofManager['can-create-project']], [false, false]);
  assert.deepEqual([ofManager['can-create-team'], ofManager['can-update-native']], [true, true]);
  assert.deepEqual(listed.attributes.permissions, ofManager);
});

onEachEngine(
  'In the Terraform vocabulary, security settings that cannot be enforced are refused and other attributes are stored',
  async (world) => {
    const home = await world.home();
    const path = `/organizations/${home.name}`;

    const kept = await home.client.patch(
      path,
      organization({
        'assessments-enforced': true,
        'allow-force-delete-workspaces': true,
        'speculative-plan-management-enabled': false,
        'enforce-hyok': false,
        'default-execution-mode': 'local',
      }),
    );
    const refused = await home.client.patch(
      path,
      organization({
        'enforce-hyok': true,
        'max-ttl-enabled': true,
        'owners-team-saml-role-id': 'owners',
        'default-execution-mode': 'agent',
      }),
    );

    const { attributes } = kept.body.data;
    assert.deepEqual([attributes['assessments-enforced'], attributes['allow-force-delete-workspaces']], [true, true]);
    assert.deepEqual([attributes['speculative-plan-management-enabled'], attributes['enforce-hyok']], [false, false]);
    assert.equal(refused.status, 422);
    assert.deepEqual(pointers(refused).toSorted(), [
      '/data/attributes/default-execution-mode',
      '/data/attributes/enforce-hyok',
      '/data/attributes/max-ttl-enabled',
      '/data/attributes/owners-team-saml-role-id',
    ]);
    assert.ok(
      details(refused).includes('Enforce hyok can only be false, because this service cannot enforce other values'),
    );
  },
  { environment: { TIPSTAFF_VOCABULARY: 'terraform' } },
);
