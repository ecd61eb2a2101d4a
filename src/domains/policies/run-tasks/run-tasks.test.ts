// Tests creating, updating and deleting run tasks, and the rejection of invalid calls.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { callOf, sendCall, verification } from '../../../../test/support/run-platform.ts';
import { type Home, onEachEngine, setRateLimit, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';

const key = 'a key of the platform';

const attributes = { name: 'platform', 'hmac-key': key, 'allowed-hosts': ['app.example.com'] };

const create = ({ client, name }: Home, changed: object = {}) =>
  client.post(`/organizations/${name}/policy-run-tasks`, documentOf('policy-run-tasks', { ...attributes, ...changed }));

const storedCalls = query()((db) => db.selectFrom('policy_run_task_calls').selectAll());
const storedTasks = query()((db) => db.selectFrom('policy_run_tasks').selectAll());

const callable = async (world: World, changed: object = {}) => {
  const home = await world.home();
  const { body } = await create(home, changed);
  return { home, id: String(body.data.id), url: String(body.data.attributes.url) };
};

onEachEngine('A run task is created, listed, changed and deleted, and its key is never shown', async (world) => {
  const home = await world.home();

  const created = await create(home, {
    'allowed-hosts': ['App.Example.com', 'https://tf.internal:8443/', 'app.example.com:443'],
  });
  const { id } = created.body.data;
  const listed = await home.client.get(`/organizations/${home.name}/policy-run-tasks`);
  const renamed = await home.client.patch(
    `/policy-run-tasks/${id}`,
    documentOf('policy-run-tasks', { name: 'renamed', enabled: false, 'hmac-key': 'another key, 16 or more' }),
  );
  const same = await home.client.patch(`/policy-run-tasks/${id}`, documentOf('policy-run-tasks', { enabled: false }));
  const shown = await home.client.get(`/policy-run-tasks/${id}`);
  const [stored] = await world.context.database.rows(storedTasks, {});
  const deleted = await home.client.delete(`/policy-run-tasks/${id}`);

  assert.equal(created.status, 201);
  assert.deepEqual(created.body.data.attributes['allowed-hosts'], [
    'https://app.example.com',
    'https://tf.internal:8443',
  ]);
  assert.equal(created.body.data.attributes.url, `${world.url}/api/v2/policy-run-tasks/${id}/calls`);
  assert.equal(created.body.data.attributes.enabled, true);
  assert.deepEqual(listed.body.data, [created.body.data]);
  assert.deepEqual([renamed.body.data.attributes.name, renamed.body.data.attributes.enabled], ['renamed', false]);
  assert.deepEqual(shown.body.data, same.body.data);
  assert.equal(deleted.status, 204);
  assert.equal((await home.client.get(`/policy-run-tasks/${id}`)).status, 404);
  const records = await auditOf(world, id);
  assert.deepEqual(
    records.map(({ action }) => action),
    ['policy-run-task.create', 'policy-run-task.update', 'policy-run-task.delete'],
  );
  const everything = JSON.stringify([created.body, renamed.body, shown.body, records, stored]);
  assert.doesNotMatch(everything, /a key of the platform|another key/);
});

onEachEngine('An invalid run task is rejected with the reason', async (world) => {
  const home = await world.home();
  await create(home);

  const wrong = await create(home, {
    name: 'other',
    'allowed-hosts': ['http://app.example.com', 'app.example.com/path', 'a b', 'ftp://x', 'user@host', '*.example.com'],
  });
  const short = await create(home, { name: 'short', 'hmac-key': 'too short' });
  const none = await create(home, { name: 'none', 'allowed-hosts': [] });
  const taken = await create(home);
  const without = await home.client.post(
    `/organizations/${home.name}/policy-run-tasks`,
    documentOf('policy-run-tasks', { name: 'without' }),
  );

  assert.deepEqual([wrong.status, short.status, none.status, taken.status, without.status], [422, 422, 422, 422, 422]);
  assert.match(details(wrong).join('\n'), /app\.example\.com\/path, which is not a host: use/);
  assert.match(
    details(wrong).join('\n'),
    /http:\/\/app\.example\.com, which does not use TLS: .* TIPSTAFF_RUN_PLATFORMS/,
  );
  assert.match(details(wrong).join('\n'), /\*\.example\.com, which is not a host: use/);
  assert.equal(details(wrong).length, 6);
  assert.deepEqual(pointers(taken), ['/data/attributes/name']);
  assert.deepEqual(pointers(without), ['/data/attributes/hmac-key', '/data/attributes/allowed-hosts']);
});

onEachEngine('A call without a valid signature gives 401 and has no effect', async (world) => {
  const { url } = await callable(world);
  const unknown = url.replace(/polrt-\w+/, 'polrt-1111111111111111');
  const payload = callOf({ url: 'https://app.example.com' });

  const statuses = [
    await sendCall(url, undefined, payload),
    await sendCall(url, 'another key of somebody', payload),
    await sendCall(url, undefined, verification()),
    await sendCall(unknown, key, payload),
  ];
  const long = { ...payload, run_message: 'x'.repeat(200_000) };
  const tooLong = [await sendCall(url, key, long), await sendCall(unknown, key, long)];

  assert.deepEqual([...statuses, ...tooLong], [401, 401, 401, 401, 413, 413]);
  assert.deepEqual(await world.context.database.rows(storedCalls, {}), []);
});

onEachEngine('Invalid signatures are rate-limited by address; valid ones are never limited', async (world) => {
  const { url } = await callable(world);
  await setRateLimit(world.context, 5);

  const right: number[] = [];
  for (let count = 0; count < 12; count += 1) right.push(await sendCall(url, key, verification()));
  const wrong: number[] = [];
  for (let count = 0; count < 12; count += 1) wrong.push(await sendCall(url, 'wrong', verification()));

  assert.deepEqual(new Set(right), new Set([200]));
  assert.equal(wrong[0], 401);
  assert.ok(wrong.includes(429));
});

onEachEngine('Concurrent repetitions of a call create one call', async (world) => {
  const { url } = await callable(world);
  const calls = Array.from({ length: 10 }, () => sendCall(url, key, callOf({ url: 'https://app.example.com' })));

  const statuses = await Promise.all(calls);

  assert.deepEqual(new Set(statuses), new Set([200]));
  assert.equal((await world.context.database.rows(storedCalls, {})).length, 1);
});

onEachEngine('A platform can verify a run task, and a call that cannot be answered is rejected', async (world) => {
  const { url, id, home } = await callable(world);
  const call = callOf({ url: 'https://app.example.com' });

  const verified = await sendCall(url, key, verification());
  const refused = [
    await sendCall(url, key, { ...call, task_result_callback_url: 'https://elsewhere.example.com/callback' }),
    await sendCall(url, key, { ...call, task_result_callback_url: 'file:///etc/passwd' }),
    await sendCall(url, key, { ...call, task_result_callback_url: 'https://app.example.com@elsewhere.example.com/' }),
    await sendCall(url, key, { ...call, task_result_callback_url: 'http://app.example.com/callback' }),
    await sendCall(url, key, { ...call, payload_version: 2 }),
    await sendCall(url, key, { ...call, access_token: 'two\nlines' }),
    await sendCall(url, key, { ...call, task_result_id: undefined }),
    await sendCall(url, key, [1]),
  ];
  await home.client.patch(`/policy-run-tasks/${id}`, documentOf('policy-run-tasks', { enabled: false }));
  const disabled = await sendCall(url, key, call);

  assert.equal(verified, 200);
  assert.deepEqual(new Set(refused), new Set([422]));
  assert.equal(disabled, 403);
  assert.deepEqual(await world.context.database.rows(storedCalls, {}), []);
});

onEachEngine('A call with a text that cannot be stored is rejected', async (world) => {
  const { url } = await callable(world);
  const call = callOf({ url: 'https://app.example.com' });
  const texts = [
    'stage',
    'run_id',
    'run_message',
    'workspace_name',
    'vcs_branch',
    'plan_json_api_url',
    'task_result_id',
  ];

  const statuses = await Promise.all(
    texts.flatMap((name) => ['a\0b', 'a\ud800b'].map((value) => sendCall(url, key, { ...call, [name]: value }))),
  );

  assert.deepEqual(new Set(statuses), new Set([422]));
  assert.deepEqual(await world.context.database.rows(storedCalls, {}), []);
});
