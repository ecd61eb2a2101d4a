// A request that creates a record can be sent again with its Idempotency-Key without creating a second record.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../src/db/query.ts';
import { servedWith } from '../../src/domains/index.ts';
import { vocabularies } from '../../src/jsonapi/vocabulary.ts';
import { expiry } from '../../src/runtime/jobs/expiry.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { expiringAnswers } from '../../src/runtime/state/idempotency-store.ts';
import type { Answer } from '../support/answer.ts';
import type { Client } from '../support/client.ts';
import { documentOf } from '../support/documents.ts';
import { policyDocument } from '../support/policies.ts';
import { type Home, onEachEngine, type World } from '../support/world.ts';

const day = 86_400_000;

const keyed = (client: Client, path: string, json: unknown, key: string): Promise<Answer> =>
  client.request('POST', path, { json, headers: { 'idempotency-key': key } });

const document = (name = 'policy') => policyDocument({ name, 'enforcement-level': 'advisory' });

const createPolicy = ({ client, name }: Home, key: string, json: unknown = document()) =>
  keyed(client, `/organizations/${name}/policies`, json, key);

const policyNames = async ({ client, name }: Home): Promise<readonly string[]> => {
  const { body } = await client.get(`/organizations/${name}/policies?page[size]=100`);
  return body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
};

const keptRows = query()((db) => db.selectFrom('kept_answers').selectAll());
const auditedCreations = query()((db) =>
  db.selectFrom('audit_records').select('id').where('action', '=', 'policy.create'),
);

/** Routes that create a record but do not accept an idempotency key, each with the reason. */
const withoutKey: Readonly<Record<string, string>> = {
  createSession: 'signs in: a client that has no answer signs in again, and the other session ends by its age',
  createTwoFactorEnrolment: 'another enrolment replaces the first one',
  createRecoveryCodes: 'other codes replace the first ones',
  createPolicyReplay: 'its check by the policy engine cannot wait within a transaction',
  createPolicySetReplay: 'its check by the policy engine cannot wait within a transaction',
};

test('Every route that creates a record accepts a key, except for routes that are listed here with the reason', () => {
  const creating = servedWith(vocabularies.neutral).routes.filter(
    ({ method, reply }) => method === 'POST' && reply.status === 201,
  );

  const without = creating.filter(({ creates }) => !creates).map(({ operation }) => operation?.operationId);

  assert.deepEqual(without.toSorted(), Object.keys(withoutKey).toSorted());
});

onEachEngine('A request that is sent again gets the first response, and creates nothing', async (world) => {
  const home = await world.home();

  const first = await createPolicy(home, 'key');
  const second = await createPolicy(home, 'key');

  assert.equal(first.status, 200);
  assert.equal(second.status, 200);
  assert.deepEqual(second.bytes, first.bytes);
  assert.equal(second.headers.get('content-type'), first.headers.get('content-type'));
  assert.deepEqual(await policyNames(home), ['policy']);
  assert.equal((await world.context.database.rows(auditedCreations, {})).length, 1);
});

onEachEngine('A key that was used with a different request is refused', async (world) => {
  const home = await world.home();
  await createPolicy(home, 'key');

  const otherBody = await createPolicy(home, 'key', document('other'));
  const otherPath = await keyed(
    home.client,
    `/organizations/${home.name}/policy-sets`,
    documentOf('policy-sets', { name: 'set' }),
    'key',
  );

  for (const { status, body } of [otherBody, otherPath]) {
    assert.equal(status, 422);
    assert.match(body.errors[0].detail, /^This Idempotency-Key was used for another request.*Use a new key/);
  }
  assert.deepEqual(await policyNames(home), ['policy']);
});

onEachEngine('Each caller has its own idempotency keys', async (world) => {
  const [one, other] = [await world.home(), await world.home()];

  const answers = [await createPolicy(one, 'key'), await createPolicy(other, 'key')];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  assert.notEqual(answers[0]?.body.data.id, answers[1]?.body.data.id);
});

onEachEngine(
  'Of several requests with one key at once, one creates the record, and the others wait or get 503',
  async (world) => {
    const home = await world.home();

    const answers = await Promise.all(Array.from({ length: 8 }, () => createPolicy(home, 'key')));
    const afterwards = await createPolicy(home, 'key');

    const made = answers.filter(({ status }) => status === 200);
    const waiting = answers.filter(({ status }) => status === 503);
    assert.ok(made.length >= 1);
    assert.equal(made.length + waiting.length, answers.length);
    for (const { headers } of waiting) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    for (const { bytes } of made) assert.deepEqual(bytes, afterwards.bytes);
    assert.deepEqual(await policyNames(home), ['policy']);
  },
);

onEachEngine(
  'A response with a secret is not stored, and the repeated request gets the id of the record',
  async (world) => {
    const person = await world.person();
    const path = `/users/${person.user.id}/authentication-tokens`;
    const json = documentOf('authentication-tokens', { description: 'pipeline' });

    const first = await keyed(person.client, path, json, 'key');
    const second = await keyed(person.client, path, json, 'key');

    assert.equal(first.status, 201);
    assert.equal(second.status, 422);
    const { id, attributes } = first.body.data;
    assert.match(second.body.errors[0].detail, new RegExp(`The first request created authentication-tokens ${id}\\.$`));
    const rows = JSON.stringify(await world.context.database.rows(keptRows, {}));
    assert.ok(!rows.includes(attributes.token));
  },
);

onEachEngine('A refused request created nothing, and can be sent again', async (world) => {
  const home = await world.home();
  const { body } = await createPolicy(home, 'first');

  const refused = await createPolicy(home, 'key');
  await home.client.delete(`/policies/${body.data.id}`);
  const accepted = await createPolicy(home, 'key');

  assert.deepEqual([refused.status, accepted.status], [422, 200]);
  assert.deepEqual(await policyNames(home), ['policy']);
});

onEachEngine('A caller who has lost the right to a record does not get its response again', async (world) => {
  const home = await world.home();
  await createPolicy(home, 'key');
  await home.client.delete(`/organizations/${home.name}`);

  const repeated = await createPolicy(home, 'key');

  assert.equal(repeated.status, 404);
});

onEachEngine('After 24 hours a key can be used again, and its row is deleted', async (world: World) => {
  const home = await world.home();
  await createPolicy(home, 'key');
  world.advance(day + 1);

  const again = await createPolicy(home, 'key', document('other'));
  world.advance(day + 1);
  await runOnce(world.context, expiry(world.context, [expiringAnswers]));

  assert.equal(again.status, 200);
  assert.deepEqual((await policyNames(home)).toSorted(), ['other', 'policy']);
  assert.deepEqual(await world.context.database.rows(keptRows, {}), []);
});

onEachEngine('An invalid key, and a key over the limit, are refused', async (world) => {
  const home = await world.home();
  const { id } = home.owner.user;
  const expires_at = new Date(world.context.clock.now() + day).toISOString();
  const rest = { caller: `user ${id}`, fingerprint: '', status: 200, headers: '{}', body: '{}', expires_at };
  const rows = Array.from({ length: 1_000 }, (_, index) => index);
  for (let thousand = 0; thousand < 10; thousand += 1) {
    const values = rows.map((index) => ({ id: `${thousand * 1_000 + index}`, ...rest }));
    await world.context.database.transaction((tx) => tx.run((db) => db.insertInto('kept_answers').values(values)));
  }

  const tooMany = await createPolicy(home, 'key');
  const tooLong = await createPolicy(home, 'k'.repeat(256));
  const strange = await createPolicy(home, 'ä');
  const without = await home.client.post(`/organizations/${home.name}/policies`, document());

  assert.deepEqual([tooMany.status, tooLong.status, strange.status, without.status], [422, 400, 400, 200]);
  assert.match(tooMany.body.errors[0].detail, /^A caller can use at most 10000 Idempotency-Keys in 24 hours/);
  assert.match(tooLong.body.errors[0].detail, /1 to 255 printable ASCII characters/);
});
