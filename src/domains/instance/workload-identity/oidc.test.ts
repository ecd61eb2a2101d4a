import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { details } from '../../../../test/support/documents.ts';
import { clientOfOwner, newTeam } from '../../../../test/support/members.ts';
import { day, newToken, publishedKids, timersOf, verified } from '../../../../test/support/oidc.ts';
import { longTimeouts } from '../../../../test/support/postgres-databases.ts';
import { untilWaiting } from '../../../../test/support/races.ts';
import { onEachEngine, openWorld, system, type World } from '../../../../test/support/world.ts';
import { openDatabase } from '../../../db/open.ts';
import { query } from '../../../db/query.ts';
import { rotateKey } from './oidc.ts';

const actions = '/admin/oidc-settings/actions';

const administrator = async (world: World) => (await world.person({ isAdmin: true })).client;

const rows = query()((db) => db.selectFrom('oidc_keys').selectAll().orderBy('created_at'));
const signing = query()((db) => db.selectFrom('oidc_signing').selectAll());
const trail = query()((db) =>
  db
    .selectFrom('audit_records')
    .select(['action', 'actor', 'change', 'resource_id'])
    .where('resource_type', '=', 'oidc-keys')
    .orderBy('id'),
);

const kidOf = (token: string): string => decodeProtectedHeader(token).kid ?? '';

onEachEngine('A token is verified with the published keys, and names its workload', async (world) => {
  const token = await newToken(world);

  const claims = await verified(world, token);

  const { jti, iat = 0, ...rest } = claims;
  assert.match(jti ?? '', /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, {
    iss: world.url,
    aud: 'cloud.example.com',
    nbf: iat - 5,
    exp: iat + 86_400,
    sub: 'organization:acme:project:Default Project:workspace:network:run_phase:apply',
    iac_organization_id: 'org-1',
    iac_organization_name: 'acme',
    iac_project_id: 'prj-1',
    iac_project_name: 'Default Project',
    iac_workspace_id: 'ws-1',
    iac_workspace_name: 'network',
    iac_full_workspace: 'organization:acme:project:Default Project:workspace:network',
    iac_run_id: 'run-1',
    iac_run_phase: 'apply',
  });
  assert.deepEqual(decodeProtectedHeader(token), { typ: 'JWT', alg: 'RS256', kid: kidOf(token) });
});

onEachEngine('The published keys have public members only, and may be cached for a short time', async (world) => {
  const [first, again] = [
    await world.anonymous.get('//.well-known/jwks'),
    await world.anonymous.get('//.well-known/jwks'),
  ];

  const unchanged = await world.anonymous.get('//.well-known/jwks', {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });

  const [key] = first.body.keys;
  assert.deepEqual(Object.keys(key).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  assert.equal(Buffer.from(key.n, 'base64url').length, 256);
  assert.deepEqual(again.body, first.body);
  assert.equal(unchanged.status, 304);
  assert.equal(first.headers.get('cache-control'), 'public, max-age=60');
  assert.equal(first.headers.get('x-ratelimit-limit'), null);
});

onEachEngine('The discovery document lists all claims, and its issuer is the base address', async (world) => {
  const { body, headers } = await world.anonymous.get('//.well-known/openid-configuration');

  const claims = Object.keys(await verified(world, await newToken(world)));
  assert.equal(body.issuer, world.url);
  assert.equal(body.jwks_uri, `${world.url}/.well-known/jwks`);
  assert.deepEqual([...body.claims_supported].sort(), claims.sort());
  assert.equal(headers.get('content-type'), 'application/json');
  assert.equal(headers.get('cache-control'), 'public, max-age=60');
});

onEachEngine(
  'A rotation adds one key, which then signs, and does not change the time of the next trim',
  async (world) => {
    const client = await administrator(world);
    const before = await newToken(world);
    const [kids, timers] = [await publishedKids(world), await timersOf(world)];
    world.advance(1_000);

    const answer = await client.post(`${actions}/rotate-key`);

    const after = await newToken(world);
    const [kidsAfter, timersAfter] = [await publishedKids(world), await timersOf(world)];
    assert.equal(answer.status, 204);
    assert.equal(answer.bytes.length, 0);
    assert.deepEqual(kidsAfter, [kidOf(after), ...kids]);
    assert.deepEqual(kids, [kidOf(before)]);
    await verified(world, before);
    await verified(world, after);
    assert.equal(timersAfter.nextTrimAt, timers.nextTrimAt);
    assert.ok(timersAfter.nextRotationAt > timers.nextRotationAt);
  },
);

onEachEngine('A trim keeps the signing key and the time of the next rotation', async (world) => {
  const client = await administrator(world);
  const before = await newToken(world);
  await client.post(`${actions}/rotate-key`);
  await client.post(`${actions}/rotate-key`);
  const after = await newToken(world);
  const timers = await timersOf(world);
  world.advance(1_000);

  const answer = await client.post(`${actions}/trim-key`);

  const timersAfter = await timersOf(world);
  assert.equal(answer.status, 204);
  assert.deepEqual(await publishedKids(world), [kidOf(after)]);
  await verified(world, after);
  await assert.rejects(verified(world, before), { code: 'ERR_JWKS_NO_MATCHING_KEY' });
  assert.equal(timersAfter.nextRotationAt, timers.nextRotationAt);
  assert.ok(timersAfter.nextTrimAt > timers.nextTrimAt);
});

onEachEngine('After twelve rotations the newest key signs, and all thirteen verify', async (world) => {
  const tokens = [await newToken(world)];

  for (let rotation = 0; rotation < 12; rotation += 1) {
    await rotateKey(world.context, system);
    tokens.push(await newToken(world));
  }

  const kids = tokens.map(kidOf);
  assert.equal(new Set(kids).size, 13);
  assert.equal((await publishedKids(world))[0], kids.at(-1));
  for (const token of tokens) await verified(world, token);
});

onEachEngine('Concurrent rotations on two instances add one key each, and only one key signs', async (world) => {
  await using second = await openDatabase(world.context.config, longTimeouts);
  const other = { ...world.context, database: second };
  await publishedKids(world);

  await Promise.all([world.context, other, world.context, other].map((context) => rotateKey(context, system)));

  const keys = await world.context.database.rows(rows, {});
  const [state] = await world.context.database.rows(signing, {});
  const able = keys.filter(({ private_key }) => private_key !== null);
  assert.equal(keys.length, 5);
  assert.deepEqual(
    able.map(({ kid, retired_at }) => [kid, retired_at]),
    [[state?.kid, null]],
  );
  await verified(world, await newToken(world));
});

test('Rotations that begin at the same time run one after the other', async () => {
  await using world = await openWorld('postgres');
  const { database } = world.context;
  await publishedKids(world);
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locking = database.transaction(async (tx) => {
    await tx.run((db) => db.updateTable('oidc_signing').set({ id: 1 }));
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;

  const rotations = [1, 2, 3, 4].map(() => rotateKey(world.context, system));
  await untilWaiting(world, rotations);
  gate.resolve();
  await Promise.all([locking, ...rotations]);

  const keys = await database.rows(rows, {});
  const [state] = await database.rows(signing, {});
  const able = keys.filter(({ private_key }) => private_key !== null);
  assert.equal(keys.length, 5);
  assert.deepEqual(
    able.map(({ kid }) => kid),
    [state?.kid],
  );
});

onEachEngine('Two instances that need the first key at the same time use the same key', async (world) => {
  await using second = await openDatabase(world.context.config, longTimeouts);
  const other = { ...world, context: { ...world.context, database: second } };

  const tokens = await Promise.all([newToken(world), newToken(other), newToken(world), newToken(other)]);

  const kids = await publishedKids(world);
  assert.equal(kids.length, 1);
  assert.deepEqual(new Set(tokens.map(kidOf)), new Set(kids));
});

onEachEngine('A body that is not a JSON object is refused and changes nothing', async (world) => {
  const client = await administrator(world);
  const kids = await publishedKids(world);
  const bodies = ['[]', '"x"', '1', 'true', '{', 'a=b', '[{}]', '\0', Buffer.from([0xff]), '{"a":'.repeat(40)];
  const types = ['application/vnd.api+json', 'text/plain'];
  const requests = bodies.flatMap((raw) => types.map((type) => ({ raw, headers: { 'content-type': type } })));

  const answers = await Promise.all(
    requests.flatMap((request) =>
      ['rotate-key', 'trim-key'].map((action) => client.request('POST', `${actions}/${action}`, request)),
    ),
  );

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([422]));
  assert.ok(answers.flatMap(details).every((detail) => detail.startsWith('The body ')));
  assert.deepEqual(await publishedKids(world), kids);
});

onEachEngine('An empty body counts as no body, regardless of its content type', async (world) => {
  const client = await administrator(world);
  const bodies = [undefined, 'null', '{}', ' null\n', ' ', '{"data":{"type":"oidc-settings"}}'];
  const types = ['application/vnd.api+json', 'application/x-www-form-urlencoded', ''];
  const requests = bodies.flatMap((raw) =>
    types.map((type) => ({ ...(raw !== undefined && { raw }), headers: { 'content-type': type } })),
  );

  const answers = await Promise.all(requests.map((request) => client.request('POST', `${actions}/trim-key`, request)));

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]));
});

onEachEngine('The keys are shown with the times of the next rotation and trim', async (world) => {
  const admin = await administrator(world);
  const [first] = await publishedKids(world);
  world.advance(day);
  await admin.post(`${actions}/rotate-key`);
  const [second] = await publishedKids(world);

  const { status, body } = await admin.get('/admin/oidc-settings');

  assert.equal(status, 200);
  const { 'next-rotation-at': rotation, 'next-trim-at': trim, keys } = body.data.attributes;
  const [signs, former] = keys;
  assert.deepEqual([body.data.type, body.data.id, keys.length], ['oidc-settings', 'oidc', 2]);
  assert.deepEqual([signs.kid, signs['retired-at'], former.kid], [second, null, first]);
  assert.equal(former['retired-at'], signs['created-at']);
  assert.ok(Date.parse(signs['created-at']) - Date.parse(former['created-at']) >= day);
  assert.equal(Date.parse(rotation) - Date.parse(signs['created-at']), 90 * day);
  // The rotation has not changed the time of the next trim.
  assert.equal(Math.floor((Date.parse(trim) - Date.parse(former['created-at'])) / day), 30);
});

onEachEngine('Only site administrators can rotate and trim keys', async (world) => {
  const home = await world.home();
  const team = await newTeam(world, home, ['manage-policies']);
  const ofTeam = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const ofOrganization = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });
  const clients = [home.client, ofTeam, ofOrganization, world.anonymous];

  const answers = await Promise.all(
    clients.flatMap((client) => [
      client.post(`${actions}/rotate-key`),
      client.request('POST', `${actions}/trim-key`, { raw: 'garbage' }),
    ]),
  );

  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404, 404, 404, 401, 401],
  );
});

onEachEngine(
  'The hosted edition publishes keys, and only its operator can change them',
  async (world) => {
    const client = await administrator(world);

    const answer = await client.post(`${actions}/rotate-key`);

    assert.equal(answer.status, 404);
    await verified(world, await newToken(world));
  },
  { environment: { TIPSTAFF_EDITION: 'hosted' } },
);

onEachEngine(
  'At most one private key is stored, it is encrypted, and the audit log does not contain it',
  async (world) => {
    const client = await administrator(world);
    const token = await newToken(world);
    const [first] = await world.context.database.rows(rows, {});
    await client.post(`${actions}/rotate-key`);
    await client.post(`${actions}/trim-key`);
    await newToken(world);

    const [left] = await world.context.database.rows(rows, {});
    const records = await world.context.database.rows(trail, {});

    assert.deepEqual(
      records.map(({ action, actor }) => [action, JSON.parse(actor).kind]),
      [
        ['oidc.create-key', 'system'],
        ['oidc.sign', 'system'],
        ['oidc.rotate-key', 'user'],
        ['oidc.trim-key', 'user'],
        ['oidc.sign', 'system'],
      ],
    );
    assert.match(first?.private_key ?? '', /^v1\.[0-9a-f]{16}\.[\w-]+$/);
    assert.match(left?.private_key ?? '', /^v1\./);
    const text = JSON.stringify(records);
    assert.ok(!text.includes('PRIVATE') && !text.includes(token) && !text.includes('v1.'));
    if (world.engine === 'sqlite') {
      const file = await readFile(join(world.context.config.dataDir, 'tipstaff.db'), 'latin1');
      const log = await readFile(join(world.context.config.dataDir, 'tipstaff.db-wal'), 'latin1');
      assert.ok(!(file + log).includes('PRIVATE KEY'));
    }
  },
);
