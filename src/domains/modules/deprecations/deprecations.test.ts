import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { versionDocument } from '../../../../test/support/modules.ts';
import { setPlan } from '../../../../test/support/plans.ts';
import { inRounds, statusesOf } from '../../../../test/support/races.ts';
import { deprecating, reinstating, seedModule } from '../../../../test/support/seeded-modules.ts';
import { onEachEngine, openWorld } from '../../../../test/support/world.ts';

const reason = 'It opens port 22 to everybody.';
const link = 'https://example.com/advisories/7';

onEachEngine(
  'Deprecating and reinstating a version returns exactly the documents of the API reference',
  async (world) => {
    const home = await world.home();
    const { path, versions } = await seedModule(world, home);

    const deprecated = await home.client.patch(`${path}/1.0.0`, deprecating({ reason, link }));
    const reverted = await home.client.patch(`${path}/1.0.0`, reinstating);

    const { data: known } = deprecated.body.data.relationships.deprecation;
    assert.match(known.id, /^moddep-[1-9A-HJ-NP-Za-km-z]{16}$/);
    assert.equal(deprecated.status, 200);
    assert.deepEqual(deprecated.body, {
      data: {
        id: versions.get('1.0.0'),
        type: 'module-versions',
        relationships: { deprecation: { data: { id: known.id, type: 'deprecations' } } },
      },
      included: [{ id: known.id, type: 'deprecations', attributes: { link, reason } }],
    });
    assert.equal(reverted.status, 200);
    assert.deepEqual(reverted.body, { data: { id: versions.get('1.0.0'), type: 'module-versions' } });
  },
);

onEachEngine('Modules are filtered by deprecated versions and sorted by their last change', async (world) => {
  const home = await world.home();
  const { path } = await seedModule(world, home);
  world.advance(1_000);
  const list = `/organizations/${home.name}/registry-modules`;
  await home.client.post(list, documentOf('registry-modules', { name: 'a-new-one', provider: 'aws' }));
  const read = async (query: string) =>
    (await home.client.get(`${list}?${query}`)).body.data.map(
      ({ attributes }: { attributes: Readonly<Record<string, unknown>> }) => attributes,
    );
  const [own] = await read('sort=updated-at');
  await home.client.patch(`${path}/1.0.0`, deprecating({ reason }));

  const [deprecated, ...others] = await read('filter[deprecated]=true');
  assert.deepEqual([deprecated.name, deprecated['deprecated-version-count'], others], [own.name, 1, []]);
  const fine = await read('filter[deprecated]=false');
  assert.deepEqual([fine.length, fine[0].name, fine[0]['deprecated-version-count']], [1, 'a-new-one', 0]);
  assert.deepEqual(await read('sort=-name'), (await read('')).toReversed());
  assert.equal((await home.client.get(`${list}?filter[deprecated]=maybe`)).status, 400);
});

onEachEngine('A version without an archive is not deprecated, and a range leaves it out', async (world) => {
  const home = await world.home();
  const { path } = await seedModule(world, home);
  const added = await home.client.post(`${path}/versions`, versionDocument('9.0.0'));
  const range = (versions: string) =>
    home.client.post(
      `${path}/actions/set-deprecation`,
      documentOf('module-versions', { versions, deprecation: { 'deprecated-status': 'Deprecated', reason } }),
    );

  const refused = [await home.client.patch(`${path}/9.0.0`, deprecating({ reason })), await range('9.0.0')];
  const reinstated = await home.client.patch(`${path}/9.0.0`, reinstating);
  const others = await range('>= 1.0');

  assert.equal(added.status, 201);
  for (const answer of refused) {
    assert.deepEqual([answer.status, pointers(answer)], [422, ['/data/attributes/deprecation']]);
    assert.match(details(answer)[0] ?? '', /^Version 9\.0\.0 has no archive yet/);
  }
  assert.deepEqual([reinstated.status, others.status], [200, 200]);
  const changed: readonly { readonly version: string }[] = others.body.data.attributes.versions;
  assert.ok(changed.length > 0 && changed.every(({ version }) => version !== '9.0.0'));
});

onEachEngine('Deprecating again replaces reason and link and keeps the identifier', async (world) => {
  const home = await world.home();
  const { path } = await seedModule(world, home);
  const set = (statement: object) => home.client.patch(`${path}/1.0.0`, deprecating(statement));

  const first = await set({ reason, link });
  const second = await set({ reason: 'Another reason.' });
  const same = await set({ reason: 'Another reason.', link: null });

  const [kept] = first.body.included;
  assert.deepEqual(second.body.included, [{ ...kept, attributes: { link: null, reason: 'Another reason.' } }]);
  assert.deepEqual(same.body, second.body);
});

onEachEngine('Reinstating a version that is not deprecated succeeds', async (world) => {
  const home = await world.home();
  const { path, versions } = await seedModule(world, home);
  const id = versions.get('1.0.0') ?? '';

  const answer = await home.client.patch(`${path}/1.0.0`, reinstating);

  assert.deepEqual([answer.status, answer.body], [200, { data: { id, type: 'module-versions' } }]);
  assert.deepEqual(await auditOf(world, id), []);
});

onEachEngine('Reason and link are returned exactly as they were sent', async (world) => {
  const home = await world.home();
  const { path } = await seedModule(world, home);
  const statement = { reason: `<b>"\${path.module}" %{if}\u202e\r\n\ttür</b>`, link: 'javascript:alert(1)' };

  const answer = await home.client.patch(`${path}/1.0.0`, deprecating(statement));

  assert.deepEqual(answer.body.included[0].attributes, statement);
});

onEachEngine('A body without a valid deprecation is refused, and every problem is reported', async (world) => {
  const home = await world.home();
  const { path, versions } = await seedModule(world, home);
  const at = '/data/attributes/deprecation';
  const bodies: readonly (readonly [unknown, readonly string[]])[] = [
    [{}, ['/data']],
    [{ data: { type: 'module-versions' } }, ['/data/attributes']],
    [{ data: { type: 'module-versions', attributes: {} } }, [at]],
    [{ data: { type: 'module-versions', attributes: { deprecation: null } } }, [at]],
    [{ data: { type: 'module-versions', attributes: { deprecation: {} } } }, [`${at}/deprecated-status`]],
    [{ ...deprecating(), data: { ...deprecating().data, type: 'registry-module-versions' } }, ['/data/type']],
    [{ data: { attributes: deprecating().data.attributes } }, ['/data/type']],
    [deprecating({ 'deprecated-status': 'deprecated' }), [`${at}/deprecated-status`]],
    [deprecating({ 'deprecated-status': null }), [`${at}/deprecated-status`]],
    [deprecating({ reason: 5, link: [] }), [`${at}/reason`, `${at}/link`]],
    [deprecating({ reason: 'x'.repeat(65_537) }), [`${at}/reason`]],
    [deprecating({ link: `https://example.com/${'x'.repeat(2_029)}` }), [`${at}/link`]],
    [deprecating({ reason: 'a\u0000b' }), [`${at}/reason`]],
  ];

  const answers = await Promise.all(bodies.map(([body]) => home.client.patch(`${path}/1.0.0`, body)));

  assert.deepEqual(
    answers.map((answer) => [answer.status, pointers(answer)]),
    bodies.map(([, wrong]) => [422, wrong]),
  );
  assert.ok(answers.flatMap(details).every((detail) => detail !== ''));
  assert.deepEqual(await auditOf(world, versions.get('1.0.0') ?? ''), []);
});

onEachEngine('The longest reason and link are returned complete', async (world) => {
  const home = await world.home();
  const { path } = await seedModule(world, home);
  const statement = { reason: 'ü'.repeat(65_536), link: `https://example.com/${'x'.repeat(2_028)}` };

  const answer = await home.client.patch(`${path}/1.0.0`, deprecating(statement));

  assert.deepEqual(answer.body.included[0].attributes, statement);
});

onEachEngine('A path with a wrong name gives 404', async (world) => {
  const home = await world.home();
  const other = await world.home();
  const { name, path } = await seedModule(world, home, { versions: ['1.0.0', '1.1.0-rc.1+build-5'] });
  const root = `/organizations/${home.name}/registry-modules`;
  const paths = [
    `${path}/1.0.1`,
    `${path}/1.0`,
    `${path}/v1.0.0`,
    `${path}/1.1.0-rc.1`,
    `${root}/private/${other.name}/${name}/aws/1.0.0`,
    `${root}/private/${home.name}/${name}/gcp/1.0.0`,
    `${root}/private/${home.name}/other/aws/1.0.0`,
    `${root}/public/${home.name}/${name}/aws/1.0.0`,
    `/organizations/${other.name}/registry-modules/private/${home.name}/${name}/aws/1.0.0`,
    `/organizations/${other.name}/registry-modules/private/${other.name}/${name}/aws/1.0.0`,
  ];

  const answers = await Promise.all(paths.map((each) => home.client.patch(each, deprecating())));
  const plus = await home.client.patch(`${path}/1.1.0-rc.1+build-5`, deprecating());
  const encoded = await home.client.patch(`${path}/1.1.0-rc.1%2Bbuild-5`, reinstating);

  assert.deepEqual(statusesOf(answers), { 404: paths.length });
  assert.deepEqual([plus.status, encoded.status], [200, 200]);
  assert.equal(plus.body.data.id, encoded.body.data.id);
});

onEachEngine(
  'Only members who may manage modules can deprecate versions, and only if the plan includes deprecation',
  async (world) => {
    const home = await world.home();
    const { path } = await seedModule(world, home);
    const teamId = await newTeam(world, home, ['manage-modules']);
    const organizationId = home.organization.id;
    const manager = await newMember(world, home, teamId);
    const members = [await newMember(world, home), await world.person({ isAdmin: true })];
    const team = await clientOfOwner(world, { kind: 'team', id: teamId, organizationId });
    const organization = await clientOfOwner(world, { kind: 'organization', id: organizationId });
    const others = await newTeam(world, home, ['manage-policies', 'manage-membership', 'manage-providers']);
    const otherManager = await newMember(world, home, others);
    const deprecate = (client: typeof home.client) => client.patch(`${path}/1.0.0`, deprecating());

    const admitIdentity = await Promise.all([home.client, manager.client, team, organization].map(deprecate));
    const refused = await Promise.all([...members, otherManager].map(({ client }) => deprecate(client)));
    await setPlan(world, home, 'standard');
    const without = await deprecate(home.client);

    assert.deepEqual(statusesOf(admitIdentity), { 200: 4 });
    assert.deepEqual(statusesOf(refused), { 404: 3 });
    assert.equal(without.status, 404);
  },
);

test('The self-hosted edition has no deprecation; the hosted one has it with a plan that includes it', async () => {
  await using selfHosted = await openWorld('sqlite', { environment: { TIPSTAFF_EDITION: 'self-hosted' } });
  await using hosted = await openWorld('sqlite', { environment: { TIPSTAFF_EDITION: 'hosted' } });
  const [here, there] = [await selfHosted.home(), await hosted.home()];
  const [ours, theirs] = [await seedModule(selfHosted, here), await seedModule(hosted, there)];

  const notServed = await here.client.patch(`${ours.path}/1.0.0`, deprecating());
  const onFreePlan = await there.client.patch(`${theirs.path}/1.0.0`, deprecating());
  await setPlan(hosted, there, 'plus');
  const onPlus = await there.client.patch(`${theirs.path}/1.0.0`, deprecating());

  assert.deepEqual([notServed.status, onFreePlan.status, onPlus.status], [404, 404, 200]);
});

onEachEngine('Each change is audited with the state before it, and a request without effect is not', async (world) => {
  const home = await world.home();
  const { path, name, versions } = await seedModule(world, home);
  const id = versions.get('1.0.0') ?? '';
  const statement = { reason, link };

  await home.client.patch(`${path}/1.0.0`, deprecating(statement));
  await home.client.patch(`${path}/1.0.0`, deprecating(statement));
  await home.client.patch(`${path}/1.0.0`, reinstating);
  await home.client.patch(`${path}/1.0.0`, reinstating);

  const named = { name, provider: 'aws', version: '1.0.0' };
  const [none, some] = [
    { ...named, deprecation: null },
    { ...named, deprecation: statement },
  ];
  const records = await auditOf(world, id);
  assert.deepEqual(
    records.map(({ action, change }) => [action, change]),
    [
      ['registry-module-version.deprecate', { before: none, after: some }],
      ['registry-module-version.reinstate', { before: some, after: none }],
    ],
  );
  assert.deepEqual(
    records.map(({ actor, organizationId }) => [actor.id, organizationId]),
    records.map(() => [home.owner.user.id, home.organization.id]),
  );
});

onEachEngine('Twenty simultaneous deprecations of a version all succeed with the same identifier', async (world) => {
  const home = await world.home();
  const { path, versions } = await seedModule(world, home);
  const numbers = Array.from({ length: 20 }, (_, index) => index);

  const answers = await Promise.all(
    numbers.map((number) => home.client.patch(`${path}/1.0.0`, deprecating({ reason: `Reason ${number}` }))),
  );

  assert.deepEqual(statusesOf(answers), { 200: 20 });
  assert.equal(new Set(answers.map(({ body }) => body.included[0].id)).size, 1);
  const records = await auditOf(world, versions.get('1.0.0') ?? '');
  assert.equal(records.length, 20);
  // The audit record of each change starts with the deprecation that the previous change had stored.
  const seen = records.map(({ change }) => [change.before.deprecation, change.after.deprecation]);
  assert.deepEqual(
    seen.slice(1).map(([before]) => before),
    seen.slice(0, -1).map(([, after]) => after),
  );
});

onEachEngine('Simultaneous deprecation, reinstatement and deletion leave a complete version or none', async (world) => {
  const home = await world.home();

  await inRounds(async () => {
    const { path, versions } = await seedModule(world, home, { versions: ['1.0.0', '2.0.0'] });
    const version = `${path}/1.0.0`;
    const answers = await Promise.all([
      home.client.patch(version, deprecating({ reason })),
      home.client.patch(version, reinstating),
      home.client.delete(version),
      home.client.patch(version, deprecating({ reason: 'Another.' })),
      home.client.patch(version, reinstating),
    ]);

    const [, , deleted] = answers;
    assert.equal(deleted?.status, 204);
    assert.deepEqual(
      answers.filter(({ status }) => ![200, 204, 404].includes(status)),
      [],
    );
    const after = await home.client.patch(version, deprecating());
    assert.equal(after.status, 404);
    const actions = (await auditOf(world, versions.get('1.0.0') ?? '')).map(({ action }) => action);
    assert.equal(actions.at(-1), 'registry-module-version.delete');
  });
});
