import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Answer } from '../../../../test/support/answer.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { inRounds, statusesOf } from '../../../../test/support/races.ts';
import { grantAccess } from '../../../../test/support/team-access.ts';
import { newProject } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

const token = (attributes: object) => documentOf('authentication-tokens', attributes);

const newNamedTeam = async ({ client, name: home }: Home, name: string): Promise<string> => {
  const { body } = await client.post(`/organizations/${home}/teams`, documentOf('teams', { name }));
  return body.data.id;
};

const worksFor = async ({ url }: World, { name }: Home, text: string): Promise<number> =>
  (await clientOf(url, text).get(`/organizations/${name}`)).status;

const descriptionsIn = ({ body }: Answer): readonly (string | null)[] =>
  body.data.map(({ attributes }: { attributes: { description: string | null } }) => attributes.description);

onEachEngine('A team has several named tokens in addition to its single token', async (world) => {
  const home = await world.home();
  const team = await newNamedTeam(home, 'reviewers');
  const path = `/teams/${team}/authentication-tokens`;

  const single = await home.client.post(`/teams/${team}/authentication-token`, token({}));
  const expires = '2100-01-01T00:00:00.000Z';
  const one = await home.client.post(path, token({ description: 'one', 'expired-at': expires }));
  world.advance(1);
  const two = await home.client.post(path, token({ description: 'two' }));
  world.advance(1);
  const replaced = await home.client.post(`/teams/${team}/authentication-token`, token({}));
  const listed = await home.client.get(`${path}?include=created_by`);
  const shown = await home.client.get(`/authentication-tokens/${one.body.data.id}`);
  const singular = await home.client.get(`/teams/${team}/authentication-token`);

  assert.deepEqual([single.status, one.status, two.status, replaced.status], [201, 201, 201, 201]);
  const { attributes, relationships } = one.body.data;
  assert.deepEqual([attributes.description, attributes['expired-at']], ['one', expires]);
  assert.deepEqual(relationships.team.data, { id: team, type: 'teams' });
  assert.deepEqual(
    [await worksFor(world, home, attributes.token), await worksFor(world, home, two.body.data.attributes.token)],
    [200, 200],
  );
  assert.equal(await worksFor(world, home, single.body.data.attributes.token), 401);
  assert.deepEqual(descriptionsIn(listed), ['one', 'two', null]);
  assert.ok(listed.body.data.every((each: { attributes: { token: unknown } }) => each.attributes.token === null));
  assert.equal(shown.body.data.attributes.description, 'one');
  assert.equal(singular.body.data.id, replaced.body.data.id);
  assert.equal((await home.client.delete(`/authentication-tokens/${one.body.data.id}`)).status, 204);
  assert.equal(await worksFor(world, home, attributes.token), 401);
  assert.deepEqual(
    (await auditOf(world, one.body.data.id)).map(({ action }) => action),
    ['token.create', 'token.delete'],
  );
});

onEachEngine('A description is required and unique within a team', async (world) => {
  const home = await world.home();
  const [team, other] = [await newNamedTeam(home, 'one'), await newNamedTeam(home, 'other')];
  const path = `/teams/${team}/authentication-tokens`;
  await home.client.post(path, token({ description: 'pipeline' }));

  const taken = await home.client.post(path, token({ description: 'pipeline' }));
  const blank = await home.client.post(path, token({ description: ' ' }));
  const missing = await home.client.post(path, token({}));
  const empty = await home.client.post(path, token({ description: '' }));
  const emptyAgain = await home.client.post(path, token({ description: '' }));
  const past = await home.client.post(path, token({ description: 'x', 'expired-at': '2020-01-01T00:00:00.000Z' }));
  const elsewhere = await home.client.post(`/teams/${other}/authentication-tokens`, token({ description: 'pipeline' }));

  assert.deepEqual([empty.status, empty.body.data.attributes.description], [201, '']);
  assert.deepEqual([taken, emptyAgain, blank, missing].map(details), [
    ['Description has already been taken'],
    ['Description has already been taken'],
    ["Description can't be blank"],
    ["Description can't be blank"],
  ]);
  assert.deepEqual([past.status, pointers(past)], [422, ['/data/attributes/expired-at']]);
  assert.equal(elsewhere.status, 201);
});

onEachEngine('The tokens of all teams are listed by name of team, searched and sorted', async (world) => {
  const home = await world.home();
  const [b, a] = [await newNamedTeam(home, 'Beta'), await newNamedTeam(home, 'alpha')];
  await home.client.post(
    `/teams/${b}/authentication-tokens`,
    token({ description: 'of b', 'expired-at': '2100-01-01T00:00:00Z' }),
  );
  await home.client.post(
    `/teams/${a}/authentication-tokens`,
    token({ description: 'of a', 'expired-at': '2101-01-01T00:00:00Z' }),
  );
  const path = `/organizations/${home.name}/team-tokens`;

  const all = await home.client.get(path);
  const latest = await home.client.get(`${path}?sort=-expired-at&page[size]=1`);
  const searched = await home.client.get(`${path}?q=ALPH`);
  const unknown = await home.client.get(`${path}?sort=color`);

  assert.deepEqual(descriptionsIn(all), ['of a', 'of b']);
  assert.deepEqual([descriptionsIn(latest), latest.body.meta.pagination['total-count']], [['of a'], 2]);
  assert.deepEqual(descriptionsIn(searched), ['of a']);
  assert.equal(unknown.status, 400);
});

onEachEngine('A page far into the token list has the same rows by number and by cursor', async (world) => {
  const home = await world.home();
  const teams = [await newNamedTeam(home, 'one'), await newNamedTeam(home, 'another')];
  const add = sql`insert into tokens (id, hash, kind, team_id, description, created_at)
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 1100)
    select 'at-deep' || number, 'hash ' || number, 'team', case number % 2 when 0 then ${teams[0]} else ${teams[1]} end,
      'token ' || number, '2026-01-02T03:04:05.678Z' from numbers`;
  await world.context.database.transaction((tx) => tx.run((db) => ({ compile: () => add.compile(db) })));
  const path = `/organizations/${home.name}/team-tokens`;

  for (const sort of ['team-name', '-team-name', '-last-used-at', 'created-by']) {
    const before = await home.client.get(`${path}?sort=${sort}&page[size]=10&page[number]=101`);
    const deep = await home.client.get(`${path}?sort=${sort}&page[size]=10&page[number]=102`);
    const after = await home.client.get(
      `${path}?sort=${sort}&page[size]=10&page[after]=${before.body.meta.cursors.after}`,
    );

    assert.equal(deep.body.meta.pagination['total-count'], 1_100);
    assert.deepEqual(descriptionsIn(deep), descriptionsIn(after), sort);
    assert.equal(descriptionsIn(deep).length, 10);
  }
});

onEachEngine(
  'A manager of teams sees only tokens of teams without permissions that the manager lacks',
  async (world) => {
    const home = await world.home();
    const managing = await newTeam(world, home, ['manage-teams']);
    const stronger = await newTeam(world, home, ['manage-policies']);
    const placed = await newTeam(world, home, []);
    await grantAccess(world, home, { team: placed, project: await newProject(home, 'shop') });
    const manager = await newMember(world, home, managing);
    const member = await newMember(world, home);
    for (const team of [managing, stronger, placed]) {
      await home.client.post(`/teams/${team}/authentication-tokens`, token({ description: team }));
    }
    const path = `/organizations/${home.name}/team-tokens`;

    assert.deepEqual(descriptionsIn(await manager.client.get(path)), [managing]);
    assert.equal((await home.client.get(path)).body.data.length, 3);
    assert.equal((await member.client.get(path)).status, 404);
  },
);

onEachEngine(
  'A team has at most a hundred named tokens, and of two simultaneous ones with the same description one is created',
  async (world) => {
    const home = await world.home();
    const team = await newNamedTeam(home, 'team');
    const path = `/teams/${team}/authentication-tokens`;

    let number = 0;
    await inRounds(async () => {
      number += 1;
      const document = token({ description: `race ${number}` });
      const made = await Promise.all([home.client.post(path, document), home.client.post(path, document)]);
      assert.deepEqual(statusesOf(made), { 201: 1, 422: 1 });
    });
    for (let more = number; more < 100; more += 1) await home.client.post(path, token({ description: `${more}` }));
    const last = await home.client.post(path, token({ description: 'one too many' }));

    assert.deepEqual(
      [last.status, details(last)],
      [422, ['A team can have at most 100 tokens with a description. Delete a token first']],
    );
  },
);

onEachEngine(
  'In the vocabulary of released clients a token ends after 24 months, and members manage the token of a new team',
  async (world) => {
    const home = await world.home();
    const path = `/organizations/${home.name}/authentication-token`;
    const created = await home.client.post(`/organizations/${home.name}/teams`, documentOf('teams', { name: 'one' }));
    const { id, attributes } = created.body.data;

    const made = [
      await home.client.post(path, token({})),
      await home.client.post(`${path}?token=audit-trails`, token({ 'expired-at': null })),
      await home.client.post(`/teams/${id}/authentication-token`, token({})),
      await home.client.post(`/users/${home.owner.user.id}/authentication-tokens`, token({ description: 'mine' })),
    ];
    const named = await home.client.post(path, token({ 'expired-at': '2100-01-01T00:00:00.000Z' }));

    assert.equal(attributes['allow-member-token-management'], true);
    for (const { status, body } of made) {
      const { 'created-at': from, 'expired-at': end } = body.data.attributes;
      const in24Months = Date.parse(from.replace(/^\d+/, (year: string) => String(Number(year) + 2)));
      assert.equal(status, 201);
      assert.ok(Math.abs(Date.parse(end) - in24Months) < 3_600_000, `${from} to ${end}`);
    }
    assert.equal(named.body.data.attributes['expired-at'], '2100-01-01T00:00:00.000Z');
  },
  { environment: { TIPSTAFF_VOCABULARY: 'terraform' } },
);
