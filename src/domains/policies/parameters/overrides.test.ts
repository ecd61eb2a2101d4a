import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { inWorkspace } from '../../../../test/support/evaluations.ts';
import { newMember } from '../../../../test/support/members.ts';
import { newParameter } from '../../../../test/support/policies.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { maxOverrides, maxOverridesOfSet } from './overrides.ts';

const everyOverride = query()((db) => db.selectFrom('policy_parameter_overrides').selectAll());

const override = (attributes: object, relationships?: object) =>
  documentOf('parameter-overrides', attributes, relationships);

/** Inserts overrides for the tags `tag-<first>` to `tag-<last>` with one statement. */
const insertOverrides = (world: World, parameter: string, first: number, last: number) =>
  world.context.database.transaction((tx) =>
    tx.run((db) => ({
      compile: () =>
        sql`insert into policy_parameter_overrides (id, parameter_id, place, tag_key, value, created_at)
          with recursive n (i) as (select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(last)})
          select 'parov-many' || i, ${parameter}, 'tag tag-' || i, 'tag-' || i, '1', '2026-01-01T00:00:00.000Z'
          from n`.compile(db),
    })),
  );

const inProject = (id: string) => ({ project: { data: { id, type: 'projects' } } });

const valuesIn = async (world: World) => JSON.stringify(await world.context.database.rows(everyOverride, {}));

onEachEngine('An override is created, listed, shown, changed and deleted', async (world) => {
  const home = await world.home();
  const workspace = await newWorkspace(home, 'prod');
  const path = `${await newParameter(home, { key: 'limit', value: '2' })}/overrides`;

  const created = await home.client.post(path, override({ value: '20' }, inWorkspace(workspace)));
  const { id } = created.body.data;
  const tagged = await home.client.post(path, override({ value: '5', 'tag-key': 'env', 'tag-value': 'dev' }));
  const changed = await home.client.patch(`${path}/${id}`, override({ value: '30' }));
  const listed = await home.client.get(`${path}?include=workspace`);
  const shown = await home.client.get(`${path}/${id}`);
  const deleted = await home.client.delete(`${path}/${id}`);

  assert.equal(created.status, 201, created.bytes.toString());
  const attributes = { value: '20', sensitive: false, 'tag-key': null, 'tag-value': null };
  assert.deepEqual(created.body.data.attributes, attributes);
  assert.deepEqual(created.body.data.relationships.workspace.data, { id: workspace, type: 'workspaces' });
  assert.deepEqual([changed.status, changed.body.data.attributes.value], [200, '30']);
  assert.deepEqual(listed.body.data, [tagged.body.data, changed.body.data]);
  assert.equal(listed.body.included[0].attributes.name, 'prod');
  assert.deepEqual(shown.body, changed.body);
  assert.deepEqual([deleted.status, (await home.client.get(`${path}/${id}`)).status], [204, 404]);
  assert.deepEqual(
    (await auditOf(world, id)).map(({ action, change }) => [action, change.after?.value]),
    [
      ['policy-parameter-override.create', '20'],
      ['policy-parameter-override.update', '30'],
      ['policy-parameter-override.delete', undefined],
    ],
  );
});

onEachEngine('An override is refused unless it has exactly one place, which has no override yet', async (world) => {
  const home = await world.home();
  const [workspace, project] = [await newWorkspace(home, 'prod'), await newProject(home, 'Shop')];
  const other = await world.home();
  const foreign = await newWorkspace(other, 'prod');
  const path = `${await newParameter(home, { key: 'limit', value: '2' })}/overrides`;
  const value = '20';
  const place = { ...inWorkspace(workspace), ...inProject(project) };
  const send = (attributes: object, relationships?: object) =>
    home.client.post(path, override({ value, ...attributes }, relationships));

  const refused = [
    await send({}),
    await send({}, place),
    await send({ 'tag-key': 'env' }, inProject(project)),
    await send({ 'tag-value': 'dev' }),
    await send({}, inWorkspace(foreign)),
    await home.client.post(path, override({}, inWorkspace(workspace))),
  ];
  const all = [{ 'tag-key': 'env' }, { 'tag-key': 'env', 'tag-value': '' }, { 'tag-key': 'env', 'tag-value': 'dev' }];
  const accepted = [];
  for (const each of all) accepted.push(await send(each));
  const taken = [];
  for (const each of all) taken.push(await send(each));

  assert.deepEqual(
    refused.map((answer) => [answer.status, ...pointers(answer)]),
    [
      [422, '/data'],
      [422, '/data'],
      [422, '/data'],
      [422, '/data'],
      [422, '/data/relationships/workspace/data/id'],
      [422, '/data/attributes/value'],
    ],
  );
  assert.match(details(refused[0] ?? (taken[0] as never))[0] ?? '', /^Send exactly one place/);
  assert.deepEqual(
    accepted.map(({ status }) => status),
    [201, 201, 201],
  );
  assert.deepEqual(
    taken.map((answer) => details(answer)),
    all.map(() => ['The parameter already has an override in this place: change that override instead']),
  );
});

onEachEngine('Overrides of a sensitive parameter are encrypted, never shown and never audited', async (world) => {
  const home = await world.home();
  const path = await newParameter(home, { key: 'token', value: 'plain' });
  const early = await home.client.post(`${path}/overrides`, override({ value: 'swordfish', 'tag-key': 'env' }));
  await home.client.patch(path, documentOf('vars', { sensitive: true }));
  const stored = await valuesIn(world);

  const { id } = early.body.data;
  const shown = await home.client.get(`${path}/overrides/${id}`);
  const changed = await home.client.patch(`${path}/overrides/${id}`, override({ value: 'herring' }));
  const late = await home.client.post(`${path}/overrides`, override({ value: 'salmon', 'tag-key': 'tier' }));
  await home.client.delete(`${path}/overrides/${id}`);

  const attributesOf = ({ body }: typeof shown) => [body.data.attributes.value, body.data.attributes.sensitive];
  assert.deepEqual(
    [shown, changed, late].map(attributesOf),
    [1, 2, 3].map(() => [null, true]),
  );
  const [, ...audited] = [...(await auditOf(world, id)), ...(await auditOf(world, late.body.data.id))];
  assert.equal(audited.length, 3);
  assert.doesNotMatch(stored + (await valuesIn(world)) + JSON.stringify(audited), /swordfish|herring|salmon/);
});

onEachEngine(
  'With If-Match a sensitive value is changed only if it is the one that the client has read',
  async (world) => {
    const home = await world.home();
    const path = await newParameter(home, { key: 'limit', value: 'swordfish', sensitive: true });
    const created = await home.client.post(`${path}/overrides`, override({ value: 'salmon', 'tag-key': 'env' }));
    for (const [at, type] of [
      [path, 'vars'],
      [`${path}/overrides/${created.body.data.id}`, 'parameter-overrides'],
    ] as const) {
      const tag = (await home.client.get(at)).headers.get('etag') ?? '';
      const send = (value: string, headers = { 'if-match': tag }) =>
        home.client.request('PATCH', at, { json: documentOf(type, { value }), headers });
      const first = await send('herring');
      const late = await send('trout');
      const again = await send('trout', { 'if-match': first.headers.get('etag') ?? '' });

      assert.deepEqual(
        [first, late, again].map(({ status }) => status),
        [200, 412, 200],
        type,
      );
    }
  },
);

onEachEngine('The numbers of overrides of a parameter and of a policy set are limited', async (world) => {
  const home = await world.home();
  const path = await newParameter(home, { key: 'limit', value: '2' });
  const other = await home.client.post(path.replace(/\/[^/]*$/, ''), documentOf('vars', { key: 'other', value: '2' }));
  const send = (at: string, key: string) =>
    home.client.post(`${at}/overrides`, override({ value: '1', 'tag-key': key }));
  const parameter = path.split('/').at(-1) ?? '';

  await insertOverrides(world, parameter, 1, maxOverrides - 1);
  const last = await send(path, 'last');
  const beyond = await send(path, 'beyond');
  await insertOverrides(world, parameter, maxOverrides, maxOverridesOfSet);
  const ofSet = await send(path.replace(parameter, other.body.data.id), 'first');

  assert.deepEqual(
    [last, beyond, ofSet].map(({ status }) => status),
    [201, 422, 422],
  );
  assert.deepEqual([beyond, ofSet].map(details), [
    ['A parameter can have at most 1000 overrides'],
    ['The parameters of a policy set can have at most 10000 overrides'],
  ]);
});

onEachEngine('Overrides are deleted with their workspace, project and parameter (cascade)', async (world) => {
  const home = await world.home();
  const [workspace, project] = [await newWorkspace(home, 'prod'), await newProject(home, 'Shop')];
  const path = await newParameter(home, { key: 'limit', value: '2' });
  const places = [override({ value: '1' }, inWorkspace(workspace)), override({ value: '1' }, inProject(project))];
  for (const each of [...places, override({ value: '1', 'tag-key': 'env' })])
    assert.equal((await home.client.post(`${path}/overrides`, each)).status, 201);
  const left = async () => (await world.context.database.rows(everyOverride, {})).length;

  const counts = [await left()];
  for (const each of [`/workspaces/${workspace}`, `/projects/${project}`, path]) {
    assert.equal((await home.client.delete(each)).status, 204);
    counts.push(await left());
  }

  assert.deepEqual(counts, [3, 2, 1, 0]);
});

onEachEngine('A member whose plan is stopped cannot read or change a parameter or an override', async (world) => {
  const home = await world.home();
  const path = await newParameter(home, { key: 'limit', value: '2' });
  const created = await home.client.post(`${path}/overrides`, override({ value: '20', 'tag-key': 'env' }));
  const { client } = await newMember(world, home);
  const ofOverride = `${path}/overrides/${created.body.data.id}`;

  const answers = [
    await client.get(path),
    await client.patch(path, documentOf('vars', { value: '99' })),
    await client.get(`${path}/overrides`),
    await client.post(`${path}/overrides`, override({ value: '99', 'tag-key': 'dev' })),
    await client.patch(ofOverride, override({ value: '99' })),
    await client.delete(ofOverride),
  ];

  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 404),
  );
  assert.deepEqual((await home.client.get(`${path}/overrides`)).body.data, [created.body.data]);
});
