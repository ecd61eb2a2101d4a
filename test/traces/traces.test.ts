// Traces of requests and jobs, as an OpenTelemetry collector receives them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobParts } from '../../src/domains/instance/index.ts';
import { deliveryJob } from '../../src/domains/instance/mail/delivery.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { type Collector, openCollector, type ReceivedSpan } from '../support/collector.ts';
import { documentOf } from '../support/documents.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { openMailbox } from '../support/mailbox.ts';
import { newPolicySet } from '../support/policies.ts';
import { callOf, sendCall } from '../support/run-platform.ts';
import { finishCalls, key, newCode, openStage } from '../support/run-task-stage.ts';
import { settingsOver } from '../support/settings.ts';
import { engines, openWorld, type World } from '../support/world.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${callerId}-01`;

/** Runs an action in a test environment that sends traces. Returns the received spans and their encoded bytes. */
async function recorded(
  engine: World['engine'],
  play: (world: World, collector: Collector) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
) {
  await using collector = await openCollector();
  {
    await using world = await openWorld(engine, { environment: { ...collector.environment, ...environment } });
    await play(world, collector);
  }
  return { spans: collector.spans(), exports: collector.exports };
}

/** Returns the ancestors of a span, from its parent to the root span. */
function above(spans: readonly ReceivedSpan[], { parentId }: ReceivedSpan): readonly ReceivedSpan[] {
  const parent = spans.find(({ id }) => id === parentId);
  return parent === undefined ? [] : [parent, ...above(spans, parent)];
}

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const span = spans.find((each) => each.name === name);
  assert.ok(span, `${name} is not among ${spans.map((each) => each.name).join(', ')}`);
  return span;
};

const emailDocument = (email: string) => documentOf('organizations', { email });

for (const engine of engines) {
  test(`The spans of statements and transactions are descendants of their request (${engine})`, async () => {
    const { spans } = await recorded(engine, async ({ home }) => {
      const { client, name } = await home();
      const headers = { traceparent, 'content-type': 'application/vnd.api+json' };
      const json = emailDocument('new@example.com');
      assert.equal((await client.request('PATCH', `/organizations/${name}`, { headers, json })).status, 200);
    });

    const route = '/api/v2/organizations/:organization_name';
    const request = named(spans, `PATCH ${route}`);
    const update = named(spans, 'update organizations');
    assert.deepEqual([request.traceId, request.parentId, request.kind], [traceId, callerId, 'server']);
    const { 'tipstaff.request.id': id, ...attributes } = request.attributes;
    assert.match(String(id), /^[\w-]{36}$/);
    assert.deepEqual(attributes, {
      'http.request.method': 'PATCH',
      'http.route': route,
      'http.response.status_code': 200,
    });
    assert.deepEqual(
      above(spans, update).map(({ name }) => name),
      ['transaction', request.name],
    );
    const below = spans.filter(({ parentId }) => parentId === request.id).map(({ name }) => name);
    assert.deepEqual([...new Set(below)].toSorted(), ['select organizations', 'select tokens', 'transaction']);
    assert.deepEqual(
      [update.kind, update.attributes['db.system.name'], update.attributes['tipstaff.db.rows']],
      ['client', engine === 'sqlite' ? 'sqlite' : 'postgresql', 1],
    );
    assert.match(String(update.attributes['db.query.text']), /^update "organizations" set "email" = (\?|\$1)/);
    for (const span of spans) {
      assert.equal(span.traceId, traceId);
      assert.ok(span.start <= span.end, span.name);
      assert.ok(span.id === request.id || above(spans, span).includes(request), span.name);
    }
    const { 'service.instance.id': instance, ...resource } = request.resource;
    assert.ok(instance);
    assert.deepEqual([resource['service.name'], resource['telemetry.sdk.name']], ['tipstaff', 'opentelemetry']);
  });

  test(`Changes that share a commit have spans in the traces of their own requests (${engine})`, async () => {
    const traces = Array.from({ length: 8 }, (_, index) => `${index}`.padStart(32, 'a'));
    const { spans } = await recorded(engine, async ({ home }) => {
      const homes = await Promise.all(traces.map(() => home()));
      const statuses = await Promise.all(
        homes.map(async ({ client, name }, index) => {
          const headers = {
            traceparent: `00-${traces[index]}-${callerId}-01`,
            'content-type': 'application/vnd.api+json',
          };
          const json = emailDocument(`of-${index}@example.com`);
          return (await client.request('PATCH', `/organizations/${name}`, { headers, json })).status;
        }),
      );
      assert.deepEqual([...new Set(statuses)], [200]);
    });

    for (const trace of traces) {
      const own = spans.filter((span) => span.traceId === trace);
      const request = named(own, 'PATCH /api/v2/organizations/:organization_name');
      assert.ok(above(own, named(own, 'update organizations')).includes(request));
      assert.equal(own.filter(({ name }) => name === 'update organizations').length, 1);
    }
  });

  test(`The spans of the policy engine are descendants of their evaluation (${engine})`, async () => {
    let evaluation = '';
    const { spans } = await recorded(engine, async (world) => {
      const home = await world.home();
      const set = await opaSet(home, 'all', [await newOpaPolicy(home, 'buckets')]);
      const { id, attributes } = await evaluated(
        { world, by: home, path: `/policy-sets/${set}/evaluations` },
        creating,
      );
      assert.equal(attributes.status, 'failed');
      evaluation = id;
    });

    const plan = named(spans, 'evaluate plan');
    const policies = named(spans, 'evaluate policies');
    const verdict = named(spans, 'engine evaluate');
    assert.deepEqual(plan.attributes, { 'tipstaff.evaluation.id': evaluation });
    assert.deepEqual(policies.attributes, { 'tipstaff.plan.bytes': creating.length, 'tipstaff.policies': 1 });
    assert.deepEqual(
      above(spans, verdict).map(({ name }) => name.split('/')[0]?.trim()),
      // The evaluation job continues the trace of the request that uploaded the plan.
      ['evaluate policies', 'evaluate plan', 'transaction', 'PUT'],
    );
    assert.equal(named(spans, 'engine load-input').traceId, plan.traceId);
    assert.deepEqual([plan.isFailed, verdict.isFailed], [false, false]);
  });

  test(`The trace of a run platform continues in the work for its call, and in requests to the platform (${engine})`, async () => {
    await using collector = await openCollector();
    let seen: readonly (string | undefined)[] = [];
    {
      await using stage = await openStage(engine, { environment: collector.environment });
      const { home, platform, url } = stage;
      await newPolicySet(home, 'everywhere', { kind: 'opa', global: true }, [await newCode(home, 'strict')]);
      assert.equal(await sendCall(url, key, callOf(platform), { traceparent }), 200);
      await finishCalls(stage);
      seen = platform.seen.map(({ headers }) => String(headers.traceparent));
    }
    const spans = collector.spans().filter((span) => span.traceId === traceId);

    const call = named(spans, 'POST /api/v2/policy-run-tasks/:policy_run_task_id/calls');
    assert.equal(call.parentId, callerId);
    const steps = spans.filter(({ name }) => name.startsWith('run task '));
    assert.deepEqual(
      steps.map(({ name, parentId }) => [name, parentId]),
      [
        ['run task accepted', call.id],
        ['run task evaluating', call.id],
      ],
    );
    assert.ok(above(spans, named(spans, 'engine evaluate')).includes(call));
    const sent = spans.filter(({ kind, name }) => kind === 'client' && /^(GET|PATCH)$/.test(name));
    assert.deepEqual(
      seen,
      sent.map(({ id }) => `00-${traceId}-${id}-01`),
    );
    assert.deepEqual(
      sent.map(({ name, attributes }) => [name, attributes['http.response.status_code'], attributes['server.address']]),
      [
        ['PATCH', 200, '127.0.0.1'],
        ['GET', 307, '127.0.0.1'],
        ['GET', 200, '127.0.0.1'],
        ['PATCH', 200, '127.0.0.1'],
      ],
    );
  });

  test(`A mail is sent in the trace of the job that sends it (${engine})`, async () => {
    await using mailbox = await openMailbox();
    const { spans } = await recorded(engine, async (world) => {
      const admin = await world.person({ isAdmin: true });
      const settings = { enabled: true, host: '127.0.0.1', port: mailbox.port, sender: 'tipstaff@example.com' };
      assert.equal((await settingsOver(admin.client, 'smtp-settings').patch(settings)).status, 200);
      const { client, name } = await world.home();
      const invited = documentOf('organization-memberships', { email: 'new@example.com' });
      await client.post(`/organizations/${name}/organization-memberships`, invited);
      await runOnce(jobParts(world.context), deliveryJob(world.context));
      assert.equal(mailbox.mails.length, 1);
    });

    const mail = named(spans, 'send mail');
    assert.deepEqual(mail.attributes, {
      'network.protocol.name': 'smtp',
      'server.address': '127.0.0.1',
      'server.port': mailbox.port,
    });
    assert.deepEqual(
      above(spans, mail).map(({ name, parentId }) => [name, parentId]),
      [['job mail-delivery', '']],
    );
  });

  test(`No trace contains secrets (${engine})`, async () => {
    const canary = 'Canary-4f1d9c';
    const { spans, exports } = await recorded(
      engine,
      async (world) => {
        const home = await world.home();
        const { client, name } = home;
        const headers = {
          authorization: `Bearer ${canary}`,
          cookie: `session=${canary}`,
          'user-agent': canary,
          traceparent: `00-${traceId}-${callerId}-01`,
          tracestate: `vendor=${canary}`,
          baggage: `secret=${canary}`,
        };
        await world.anonymous.request('GET', `/account/details?code=${canary}&state=${canary}`, { headers });
        await world.anonymous.post(`/account/email-confirmation/${canary.padEnd(43, 'x')}`);
        await world.anonymous.get(`/no-such-route/${canary}`);
        await world.anonymous.request(canary.toUpperCase(), '/ping').catch(() => undefined);
        await client.patch(`/organizations/${name}`, emailDocument(`${canary}@example.com`));
        await client.get(`/organizations/${name}/policies?q=${canary}`);
        const source = `package buckets\n\ndeny contains "${canary}" if input.plan.resource_changes[_].address == "${canary}"\n`;
        const set = await opaSet(home, 'all', [await newOpaPolicy(home, canary, { source })]);
        const path = `/policy-sets/${set}/evaluations`;
        await evaluated({ world, by: home, path }, creating.replaceAll('logs', canary));
        const failing = { ...world.context.database, first: () => Promise.reject(new Error(canary)) };
        Object.assign(world.context, { database: failing });
        assert.equal((await client.get(`/organizations/${name}`)).status, 500);
      },
      { OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${canary}` },
    );

    const failed = spans.filter(({ isFailed }) => isFailed);
    assert.ok(spans.length > 20);
    assert.deepEqual(
      failed.map(({ kind, attributes }) => [kind, attributes['error.type']]),
      [['server', '500']],
    );
    for (const { body, headers } of exports) {
      assert.ok(!body.toString('latin1').toLowerCase().includes(canary.toLowerCase()));
      assert.equal(headers.authorization, `Bearer ${canary}`);
    }
  });
}

test('A parent-based sampler follows the caller, and a ratio-based one does not', async () => {
  const unwanted = `00-${traceId}-${callerId}-00`;
  const cases = [
    [{}, traceparent, true],
    [{}, unwanted, false],
    [{}, `ff-${traceId}`, true],
    [{ OTEL_TRACES_SAMPLER: 'always_on' }, unwanted, true],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, traceparent, false],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, traceparent, false],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, traceparent, true],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, '', false],
  ] as const;

  for (const [environment, header, isSent] of cases) {
    const { spans } = await recorded(
      'sqlite',
      async ({ anonymous }) => {
        const headers = { traceparent: header };
        assert.equal((await anonymous.request('GET', '/ping', { headers })).status, 204);
      },
      environment,
    );

    const label = JSON.stringify([environment, header]);
    assert.equal(spans.length, isSent ? 1 : 0, label);
    if (isSent) assert.equal(spans[0]?.traceId === traceId, header !== `ff-${traceId}`, label);
  }
});

test('Health checks cause no traces', async () => {
  const { spans } = await recorded('sqlite', async ({ url }) => {
    for (const path of ['/healthz', '/readyz', '/metrics']) await (await fetch(url + path)).arrayBuffer();
  });

  assert.deepEqual(spans, []);
});
