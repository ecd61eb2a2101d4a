// Concurrent requests by many clients: exactly one of several conflicting changes succeeds, and nothing is counted
// twice.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { query } from '../../src/db/query.ts';
import type { Answer } from '../support/answer.ts';
import { type Home, onEachEngine, type World } from '../support/world.ts';

const policy = (name: string, kind = 'opa') => ({
  data: { type: 'policies', attributes: { name, kind, 'enforcement-level': 'advisory' } },
});

const many = <T>(times: number, make: (index: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => make(index)));

const statusesOf = (answers: readonly Answer[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, same]) => [status, same.length]));

const create = ({ client, name: organization }: Home, name: string, kind?: string): Promise<Answer> =>
  client.post(`/organizations/${organization}/policies`, policy(name, kind));

const totalOf = async ({ client, name }: Home, filter = ''): Promise<number> => {
  const { body } = await client.get(`/organizations/${name}/policies?page[size]=100${filter}`);
  assert.equal(body.meta.pagination['total-count'], body.data.length);
  return body.data.length;
};

onEachEngine('Of fifty requests at once to create a record with one name, one succeeds', async (world) => {
  const home = await world.home();

  const answers = await many(50, () => create(home, 'same'));

  assert.deepEqual(statusesOf(answers), { 200: 1, 422: 49 });
  const refused = answers.filter(({ status }) => status === 422);
  assert.ok(refused.every(({ body }) => body.errors[0].detail === 'Name has already been taken'));
  assert.equal(await totalOf(home), 1);
});

onEachEngine('Fifty records that are created at once with different names are each counted once', async (world) => {
  const home = await world.home();

  const answers = await many(50, (index) => create(home, `policy-${index}`));

  assert.deepEqual(statusesOf(answers), { 200: 50 });
  assert.equal(await totalOf(home), 50);
  assert.equal(await totalOf(home, '&filter[kind]=opa'), 50);
});

onEachEngine('Twenty deletions of one policy at once reduce the count by one', async (world) => {
  const home = await world.home();
  const { body } = await create(home, 'doomed');
  await create(home, 'staying');

  const answers = await many(20, () => home.client.delete(`/policies/${body.data.id}`));

  assert.deepEqual(statusesOf(answers), { 204: 1, 404: 19 });
  assert.equal(await totalOf(home), 1);
});

const actOnPolicy = ({ client }: Home, id: string, index: number): Promise<Answer> => {
  const attributes = { description: `change ${index}` };
  if (index === 30) return client.delete(`/policies/${id}`);
  if (index % 3 === 0) return client.put(`/policies/${id}/upload`, randomBytes(300_000));
  if (index % 3 === 1) return client.patch(`/policies/${id}`, { data: { type: 'policies', attributes } });
  return client.get(`/policies/${id}/download`);
};

onEachEngine(
  'Concurrent updates, uploads, downloads and a deletion of one policy each succeed or get 404',
  async (world) => {
    const home = await world.home();
    const { body } = await create(home, 'busy');

    const answers = await many(45, (index) => actOnPolicy(home, body.data.id, index));
    const after = await home.client.get(`/policies/${body.data.id}`);

    assert.deepEqual(
      Object.keys(statusesOf(answers)).filter((status) => !['200', '204', '404'].includes(status)),
      [],
    );
    assert.equal(statusesOf(answers)[204], 1);
    assert.equal(after.status, 404);
    assert.equal(await totalOf(home), 0);
  },
);

const revisionsOf = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('policy_revisions').select(['number', 'sha256']).where('policy_id', '=', id).orderBy('number'),
);

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const revisions = (world: World, id: string) => world.context.database.rows(revisionsOf, { id });

onEachEngine('Twenty uploads to one policy at once become twenty complete revisions', async (world) => {
  const home = await world.home();
  const { body } = await create(home, 'popular');
  const codes = Array.from({ length: 20 }, (_, index) => randomBytes(100_000 + index * 40_000));

  const answers = await Promise.all(codes.map((code) => home.client.put(`/policies/${body.data.id}/upload`, code)));
  const current = await home.client.get(`/policies/${body.data.id}/download`);

  assert.deepEqual(statusesOf(answers), { 200: 20 });
  const kept = await revisions(world, body.data.id);
  assert.deepEqual(
    kept.map(({ number }) => number),
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  assert.deepEqual(kept.map(({ sha256 }) => sha256).toSorted(), codes.map(sha256Of).toSorted());
  assert.equal(sha256Of(current.bytes), kept.at(-1)?.sha256);
});

onEachEngine('Of ten requests at once for an organization with one name, one succeeds', async (world) => {
  const { client } = await world.person({ isAdmin: true });
  const attributes = { name: 'Same', email: 'same@example.com' };

  const answers = await many(10, () => client.post('/organizations', { data: { type: 'organizations', attributes } }));

  assert.deepEqual(statusesOf(answers), { 201: 1, 422: 9 });
});
