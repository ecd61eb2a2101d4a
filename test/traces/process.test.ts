// Tracing in the program itself: the modules that it loads, its log messages, and its behavior on exit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCollector } from '../support/collector.ts';
import { type Environment, environmentOf, startService, tipstaff } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';

/** Module that writes the URL of each loaded module to standard error. */
const reportingLoads = `data:text/javascript,import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => { process.stderr.write('loads ' + url + '\\n'); return next(url, context); } });`;

/** Starts the service with the given environment variables, sends one request and stops the service. */
async function served(environment: Environment) {
  await using location = await freshDatabase('sqlite');
  const service = await startService(
    { ...environmentOf(location), TIPSTAFF_LOG_LEVEL: 'debug', ...environment },
    { nodeOptions: ['--import', reportingLoads], keepsLog: true },
  );
  await using _service = service;
  assert.equal((await fetch(`${service.url}/api/v2/ping`)).status, 204);
  const code = await service.stop();
  const lines = service.log().split('\n');
  return {
    code,
    sdk: lines.filter((line) => /^loads .*\/(sdk-[^/]+\.js|tracing\/sdk\.ts)$/.test(line)),
    logged: lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)),
  };
}

test('The tracing SDK is loaded only if traces are sent', async () => {
  const { code, sdk, logged } = await served({});

  assert.equal(code, 0);
  assert.deepEqual(sdk, []);
  assert.ok(logged.length > 0);
  assert.ok(logged.every((line) => !('trace_id' in line)));
});

test('A stopping service sends its remaining spans, and its log lines contain their trace ids', async () => {
  await using collector = await openCollector();

  const { code, sdk, logged } = await served({
    ...collector.environment,
    OTEL_SERVICE_NAME: 'governance',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=a%20test',
  });

  assert.equal(code, 0);
  assert.equal(sdk.length, 1);
  const span = collector.spans().find(({ name }) => name === 'GET /api/v2/ping');
  const line = logged.find(({ path }) => path === '/api/v2/ping');
  assert.deepEqual([line?.trace_id, line?.span_id], [span?.traceId, span?.id]);
  assert.equal(span?.attributes['tipstaff.request.id'], line?.request);
  assert.deepEqual(
    [span?.resource['service.name'], span?.resource['deployment.environment.name']],
    ['governance', 'a test'],
  );
  assert.equal(collector.exports[0]?.path, '/v1/traces');
});

test('A service ends even if its collector never answers', async () => {
  await using collector = await openCollector(() => undefined);

  const { code } = await served(collector.environment);

  assert.equal(code, 0);
  assert.equal(collector.exports.length, 1);
});

test('The doctor command shows where traces are sent but not the header fields, and reports invalid settings', async () => {
  await using location = await freshDatabase('sqlite');
  const environment = { ...environmentOf(location), OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/' };
  const secret = 'canary-4f1d9c';

  const headers = { OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${secret}` };
  const well = await tipstaff(['doctor'], { ...environment, ...headers });
  const shown = await tipstaff(['config', 'show'], { ...environment, ...headers });
  const wrong = await tipstaff(['config', 'check'], {
    ...environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:password@collector.example.com',
    OTEL_EXPORTER_OTLP_HEADERS: 'no-value',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_SAMPLER: 'jaeger_remote',
    OTEL_TRACES_SAMPLER_ARG: '2',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example.com/v1/traces',
  });
  const useless = await tipstaff(['config', 'check'], { ...environment, OTEL_TRACES_SAMPLER_ARG: '0.1' });
  const untrusted = await tipstaff(['serve'], { ...environment, OTEL_EXPORTER_OTLP_CERTIFICATE: '/no/such.pem' });

  const traces = 'Traces are sent to https://collector.example.com/v1/traces (parentbased_always_on).';
  assert.ok(well.stdout.includes(traces), well.stdout);
  assert.match(shown.stdout, /otel-exporter-otlp-headers +set, hidden/);
  assert.doesNotMatch(well.stdout + shown.stdout, new RegExp(secret));
  for (const name of ['EXPORTER_OTLP_ENDPOINT', 'EXPORTER_OTLP_HEADERS', 'TRACES_SAMPLER', 'TRACES_SAMPLER_ARG'])
    assert.match(wrong.stderr, new RegExp(`^OTEL_${name} must be `, 'm'));
  assert.match(wrong.stderr, /^OTEL_EXPORTER_OTLP_PROTOCOL must be http\/protobuf, the only supported protocol/m);
  assert.match(wrong.stderr, /TRACES_ENDPOINT is not a Tipstaff variable: did you mean OTEL_EXPORTER_OTLP_ENDPOINT\?/);
  assert.doesNotMatch(wrong.stderr, /password/);
  assert.match(useless.stderr, /OTEL_TRACES_SAMPLER_ARG can only be set with the sampler traceidratio/);
  assert.match(untrusted.stderr, /OTEL_EXPORTER_OTLP_CERTIFICATE names \/no\/such\.pem: the file does not exist/);
});
