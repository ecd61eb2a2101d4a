import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failMail } from '../../../../test/support/neglect.ts';
import { onEachEngine, openWorld } from '../../../../test/support/world.ts';
import { withDatabase } from '../../../context.ts';
import { newMetrics } from '../../../runtime/observability/metrics.ts';
import { conditions } from '../../index.ts';
import { jobStatuses } from '../services.ts';
import { gaugesOf } from './metrics.ts';

const elsewhere = { 'x-forwarded-for': '203.0.113.7' };

onEachEngine('Metrics count requests by path pattern, and contain no identifiers or names', async (world) => {
  const { client, user, token } = await world.person();
  await client.get(`/users/${user.id}`);
  await client.get(`/users/${user.id}`);
  await client.get('/users/user-unknown');
  await client.get('/nothing/here');
  const before = (await world.anonymous.get('//metrics')).bytes.toString();
  await world.context.database.transaction(failMail);

  const { status, headers, bytes } = await world.anonymous.get('//metrics');

  const text = bytes.toString();
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const count = (route: string, answered: number) =>
    `tipstaff_http_request_duration_seconds_count{method="GET",route="${route}",status="${answered}"}`;
  assert.ok(text.includes(`${count('/api/v2/users/:user_id', 200)} 2\n`), text);
  assert.ok(text.includes(`${count('/api/v2/users/:user_id', 404)} 1\n`));
  assert.ok(text.includes(`${count('unknown', 404)} 1\n`));
  assert.ok(text.includes(`engine="${world.engine}"`));
  assert.match(text, /^tipstaff_mail_failed_attempts 5$/m);
  assert.doesNotMatch(before, /^tipstaff_mail_failed_attempts \d/m);
  assert.match(text, /^tipstaff_audit_oldest_unsealed_timestamp_seconds \d/m);
  assert.match(text, /^process_cpu_seconds_total \d/m);
  assert.match(text, /^tipstaff_ready 1$/m);
  assert.match(text, /^tipstaff_data_folder_free_bytes \d/m);
  assert.match(text, /^tipstaff_evaluations_waiting 0$/m);
  assert.doesNotMatch(text, /^tipstaff_evaluations_oldest_waiting_timestamp_seconds \d/m);
  for (const secret of [user.id, user.username, token]) assert.ok(!text.includes(secret));
});

test('From other machines, metrics and readiness details are shown only with the token', async () => {
  const metricsToken = 'a-token-of-prometheus';
  await using world = await openWorld('sqlite', {
    environment: { TIPSTAFF_TRUSTED_PROXIES: '127.0.0.1', TIPSTAFF_METRICS_TOKEN: metricsToken },
  });
  const read = (path: string, token?: string) =>
    world.anonymous.request('GET', path, {
      headers: { ...elsewhere, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });

  const metrics = [await read('//metrics'), await read('//metrics', 'another'), await read('//metrics', metricsToken)];
  const readiness = [await read('//readyz'), await read('//readyz', metricsToken)];

  assert.deepEqual(
    metrics.map(({ status }) => status),
    [401, 401, 200],
  );
  assert.deepEqual(
    readiness.map(({ body }) => Object.keys(body)),
    [['status'], ['status', 'version', 'database']],
  );
});

test('Behind an untrusted proxy on the same machine, nobody can see metrics without the token', async () => {
  await using world = await openWorld('sqlite');

  const metrics = await world.anonymous.request('GET', '//metrics', { headers: elsewhere });
  const readiness = await world.anonymous.request('GET', '//readyz', { headers: elsewhere });

  assert.equal(metrics.status, 401);
  assert.deepEqual(readiness.body, { status: 'ready' });
});

test('A client that a trusted proxy reports as local can see metrics only with the token', async () => {
  await using world = await openWorld('sqlite', { environment: { TIPSTAFF_TRUSTED_PROXIES: '127.0.0.1' } });
  const fields: readonly Readonly<Record<string, string>>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '::1, 127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    {},
  ];

  const answers = await Promise.all(
    fields.map(async (headers) => [
      (await world.anonymous.request('GET', '//metrics', { headers })).status,
      Object.keys((await world.anonymous.request('GET', '//readyz', { headers })).body).length,
    ]),
  );

  assert.deepEqual(answers, [
    [401, 1],
    [401, 1],
    [401, 1],
    [200, 3],
  ]);
});

test('Metrics are available while the database does not answer', async () => {
  await using world = await openWorld('sqlite');
  const silent = () => Promise.reject(new Error('away'));
  const away = { ...world.context.database, rows: silent, first: silent };

  const parts = { edition: 'all', database: away, jobStatuses: jobStatuses(world.context) };
  const gauges = await gaugesOf(withDatabase(world.context, { ...away, probe: silent }), conditions);
  const text = await newMetrics(parts).text(gauges);

  assert.match(text, /^tipstaff_info\{/m);
  assert.match(text, /^tipstaff_ready 0$/m);
  assert.doesNotMatch(text, /^tipstaff_mail_failed_attempts \d/m);
});
