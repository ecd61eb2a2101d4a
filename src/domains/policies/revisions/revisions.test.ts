import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { auditOf } from '../../../../test/support/audit.ts';
import { newPolicy } from '../../../../test/support/policies.ts';
import { inRounds } from '../../../../test/support/races.ts';
import { type Home, onEachEngine, setGeneral, system } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { superseded } from '../../index.ts';
import { setRetentionPolicy } from '../../instance/retention/data-retention.ts';
import { purging } from '../../instance/retention/purge.ts';

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Creates a policy and uploads the given code versions one after the other. */
const withCode = async (home: Home, ...codes: readonly (string | Buffer)[]): Promise<string> => {
  const id = await newPolicy(home, 'deny', { kind: 'opa' });
  for (const code of codes) assert.equal((await home.client.put(`/policies/${id}/upload`, code)).status, 200);
  return id;
};

const restore = ({ client }: Home, id: string, number: number | string) =>
  client.post(`/policies/${id}/revisions/${number}/actions/restore`);

const codeOf = async ({ client }: Home, id: string): Promise<Buffer> =>
  (await client.get(`/policies/${id}/download`)).bytes;

const numbersOf = async ({ client }: Home, id: string): Promise<readonly number[]> => {
  const { body } = await client.get(`/policies/${id}/revisions?page[size]=100`);
  return body.data.map(({ attributes }: { attributes: { number: number } }) => attributes.number);
};

onEachEngine('Revisions show their creator and are paged, the newest first', async (world) => {
  const home = await world.home();
  const id = await withCode(home, 'first', 'second', 'third');

  const page = await home.client.get(`/policies/${id}/revisions?page[size]=2`);
  const rest = await home.client.get(`/policies/${id}/revisions?page[size]=2&page[number]=2`);
  const one = await home.client.get(`/policies/${id}/revisions/2`);

  const { owner } = home;
  assert.deepEqual(
    page.body.data.map(({ attributes }: { attributes: { number: number } }) => attributes.number),
    [3, 2],
  );
  assert.equal(page.body.meta.pagination['total-count'], 3);
  assert.deepEqual(
    [...page.body.data, ...rest.body.data].map(({ attributes }) => attributes['is-current']),
    [true, false, false],
  );
  assert.deepEqual(one.body.data, page.body.data[1]);
  const { id: revision, type, attributes, relationships, links } = one.body.data;
  assert.match(revision, /^polrev-[1-9A-Za-z]{16}$/);
  assert.equal(type, 'policy-revisions');
  assert.deepEqual(attributes, {
    number: 2,
    sha256: sha256('second'),
    size: 6,
    message: null,
    'created-at': attributes['created-at'],
    'is-current': false,
    'created-by': { kind: 'user', id: owner.user.id, username: owner.user.username, name: owner.user.username },
  });
  assert.deepEqual(relationships, { policy: { data: { id, type: 'policies' } } });
  const self = `/api/v2/policies/${id}/revisions/2`;
  assert.deepEqual(links, { self, download: `${self}/download` });
});

onEachEngine('The code of a revision is downloaded unchanged', async (world) => {
  const home = await world.home();
  const large = randomBytes(2_500_000);
  const id = await withCode(home, 'package old\n', large, 'package new\n');

  const old = await home.client.get(`/policies/${id}/revisions/1/download`);
  const second = await home.client.get(`/policies/${id}/revisions/2/download`);
  const current = await home.client.get(`/policies/${id}/revisions/3/download`);
  const ofPolicy = await home.client.get(`/policies/${id}/download`);

  assert.equal(old.bytes.toString('utf8'), 'package old\n');
  assert.ok(second.bytes.equals(large));
  const headersOf = ({ headers }: typeof old) =>
    [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name) && !name.startsWith('x-ratelimit'));
  assert.deepEqual(headersOf(current), headersOf(ofPolicy));
  assert.equal(old.headers.get('content-disposition'), 'attachment; filename="deny.rego"');
  const downloads = (await auditOf(world, id)).filter(({ action }) => action === 'policy.download');
  assert.deepEqual(
    downloads.map(({ change }) => change.after),
    [{ revision: 1 }, { revision: 2 }, { revision: 3 }, { revision: 3 }],
  );
});

onEachEngine('Restoring an old revision creates a new one, and the audit record names the old one', async (world) => {
  const home = await world.home();
  const old = randomBytes(2_500_000);
  const id = await withCode(home, old, 'second');

  const restored = await restore(home, id, 1);
  const policy = await home.client.get(`/policies/${id}`);

  assert.equal(restored.status, 200);
  const { number, sha256: hash, 'is-current': isCurrent, 'created-at': at } = restored.body.data.attributes;
  assert.deepEqual([number, hash, isCurrent], [3, sha256(old), true]);
  assert.equal(policy.body.data.attributes['updated-at'], at);
  assert.ok((await codeOf(home, id)).equals(old));
  assert.deepEqual(await numbersOf(home, id), [3, 2, 1]);
  const record = (await auditOf(world, id)).at(-2);
  assert.deepEqual(
    [record?.action, record?.actor.id, record?.change],
    [
      'policy.restore',
      home.owner.user.id,
      { before: { revision: 2 }, after: { revision: 3, 'restored-from': 1, sha256: sha256(old), size: old.length } },
    ],
  );
});

onEachEngine('Restoring the current code creates no revision, but is audited', async (world) => {
  const home = await world.home();
  const id = await withCode(home, 'same', 'other', 'same');
  const before = await home.client.get(`/policies/${id}`);

  const answers = [await restore(home, id, 3), await restore(home, id, 1)];
  const after = await home.client.get(`/policies/${id}`);

  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.data.attributes.number]),
    [
      [200, 3],
      [200, 3],
    ],
  );
  assert.deepEqual(await numbersOf(home, id), [3, 2, 1]);
  assert.deepEqual(after.body, before.body);
  const records = (await auditOf(world, id)).filter(({ action }) => action === 'policy.restore');
  assert.deepEqual(
    records.map(({ change }) => [change.before.revision, change.after.revision, change.after['restored-from']]),
    [
      [3, 3, 3],
      [3, 3, 1],
    ],
  );
});

onEachEngine('An upload and a restore can give their revision a message, which is audited', async (world) => {
  const home = await world.home();
  const id = await withCode(home, 'first');
  const message = 'Erlaubt eu-west-1 – für Zürich & Genf';
  const query = new URLSearchParams({ message: ` ${message} ` });

  const uploaded = await home.client.put(`/policies/${id}/upload?${query}`, 'second');
  const same = await home.client.put(`/policies/${id}/upload?message=again`, 'second');
  const restored = await home.client.post(`/policies/${id}/revisions/1/actions/restore?message=Back`);
  const { body } = await home.client.get(`/policies/${id}/revisions`);

  assert.deepEqual([uploaded.status, same.status, restored.status], [200, 200, 200]);
  assert.equal(restored.body.data.attributes.message, 'Back');
  assert.deepEqual(
    body.data.map(({ attributes }: { attributes: { message: string | null } }) => attributes.message),
    ['Back', message, null],
  );
  const records = (await auditOf(world, id)).filter(({ action }) => /upload|restore/.test(action));
  assert.deepEqual(
    records.map(({ change }) => change.after.message),
    [undefined, message, undefined, 'Back'],
  );
});

onEachEngine('A message is one line of at most 500 characters', async (world) => {
  const home = await world.home();
  const id = await withCode(home, 'first');
  const full = 'é'.repeat(500);
  const refused = ['é'.repeat(501), 'two\nlines', 'bell \u0007', 'nul \u0000', 'turned \u202e'];

  const answers = await Promise.all(
    refused.map((message) => home.client.put(`/policies/${id}/upload?${new URLSearchParams({ message })}`, 'second')),
  );
  const taken = await home.client.put(`/policies/${id}/upload?${new URLSearchParams({ message: full })}`, 'second');

  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.errors[0].code, body.errors[0].source]),
    refused.map(() => [400, 'invalid-parameter', { parameter: 'message' }]),
  );
  assert.equal(taken.status, 200);
  const [{ attributes }] = (await home.client.get(`/policies/${id}/revisions`)).body.data;
  assert.deepEqual([attributes.number, attributes.message], [2, full]);
});

onEachEngine('A missing revision gives 404 with the reason', async (world) => {
  const home = await world.home();
  const stranger = await world.home();
  const id = await withCode(home, 'first', 'second');
  const empty = await newPolicy(home, 'empty');
  const theirs = await withCode(stranger, 'theirs');

  const missing = await home.client.get(`/policies/${id}/revisions/3`);
  const bad = ['0', '-1', '01', '1.0', 'x', '99999999999', '%00', '2147483648'];
  const answers = await Promise.all(bad.map((number) => home.client.get(`/policies/${id}/revisions/${number}`)));
  const none = await home.client.get(`/policies/${empty}/revisions`);
  const first = await restore(home, empty, 1);
  const foreign = [
    await home.client.get(`/policies/${theirs}/revisions`),
    await home.client.get(`/policies/${theirs}/revisions/1`),
    await home.client.get(`/policies/${theirs}/revisions/1/download`),
    await restore(home, theirs, 1),
  ];

  assert.deepEqual(missing.body.errors, [
    {
      status: '404',
      code: 'not-found',
      title: 'not found',
      detail: 'The policy has no revision 3: its last revision is 2',
    },
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    bad.map(() => 404),
  );
  assert.deepEqual([none.status, none.body.data], [200, []]);
  assert.deepEqual([first.status, first.body.errors[0].detail], [404, 'The policy has no such revision']);
  for (const { status, body } of foreign) {
    assert.equal(status, 404);
    assert.deepEqual(body.errors, [{ status: '404', code: 'not-found', title: 'not found' }]);
  }
});

onEachEngine('A revision that data retention has deleted gives 404 with the reason', async (world) => {
  const home = await world.home();
  const id = await withCode(home, 'first', 'second');
  await setRetentionPolicy(world.context, system, { days: 1, ifMatch: () => true });
  world.advance(2 * 86_400_000);
  await runOnce(world.context, purging(world.context, superseded));

  const answers = [
    await home.client.get(`/policies/${id}/revisions/1`),
    await home.client.get(`/policies/${id}/revisions/1/download`),
    await restore(home, id, 1),
  ];

  for (const { status, body } of answers) {
    assert.equal(status, 404);
    assert.equal(body.errors[0].detail, 'Data retention has deleted revision 1 of the policy');
  }
  assert.deepEqual(await numbersOf(home, id), [2]);
  assert.equal((await codeOf(home, id)).toString(), 'second');
});

onEachEngine('A restored revision counts towards the limits of the organization', async (world) => {
  const home = await world.home();
  const id = await withCode(home, 'first', 'second');
  await setGeneral(world.context, { 'policy-revision-limit': 2 });

  const full = await restore(home, id, 1);
  await setGeneral(world.context, { 'policy-revision-limit': 3 });
  const enough = await restore(home, id, 1);

  assert.equal(full.status, 422);
  assert.match(full.body.errors[0].detail, /2 revisions of code \(policy-revision-limit\)/);
  assert.equal(enough.status, 200);
  assert.equal((await codeOf(home, id)).toString(), 'first');
});

onEachEngine(
  'Concurrent restores and uploads are numbered consecutively, and the last one is current',
  async (world) => {
    const home = await world.home();
    await inRounds(async () => {
      const id = await newPolicy(home, 'beside', { kind: 'opa' });
      for (const code of ['first', 'second']) await home.client.put(`/policies/${id}/upload`, code);

      const answers = await Promise.all([
        restore(home, id, 1),
        home.client.put(`/policies/${id}/upload`, 'third'),
        restore(home, id, 2),
        home.client.delete(`/policies/${id}/revisions/1`),
      ]);

      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 404],
      );
      const numbers = await numbersOf(home, id);
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => numbers.length - index),
      );
      const [newest] = (await home.client.get(`/policies/${id}/revisions?page[size]=1`)).body.data;
      assert.equal(newest.attributes.sha256, sha256(await codeOf(home, id)));
      await home.client.delete(`/policies/${id}`);
    });
  },
);
