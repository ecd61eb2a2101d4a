// Tests with collectors that refuse traces. The failure is logged, and the service runs and stops normally.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CollectorBehaviour, openCollector } from '../../../test/support/collector.ts';
import type { OpenTracer } from './options.ts';
import { openTracer } from './tracer.ts';

const newLog = () => {
  const lines: { readonly details: Readonly<Record<string, unknown>>; readonly message: string }[] = [];
  const add = (details: object, message: string) => void lines.push({ details: Object(details), message });
  return { lines, log: { info: add, warn: add } };
};

const open = (collector: string, log: ReturnType<typeof newLog>['log']): Promise<OpenTracer> =>
  openTracer({
    url: new URL(`${collector}/v1/traces`),
    headers: {},
    authorities: undefined,
    sampler: 'always_on',
    ratio: 1,
    resource: { 'service.name': 'test' },
    log,
  });

/** Number of spans in a full batch, which is sent immediately. */
const batch = 512;

const add = (tracer: OpenTracer, count: number): void => {
  for (let each = 0; each < count; each += 1) tracer.root('work', {}).end();
};

const words = 'the words of a collector';

const refusing: Readonly<Record<string, CollectorBehaviour>> = {
  'the collector answered 500': (response) => response.writeHead(500).end(words),
  'the collector answered 400': (response) => response.writeHead(400, words).end(words),
  'the collector answered 301': (response) => response.writeHead(301, { location: 'http://127.0.0.1:9/' }).end(),
  'OTLP export response body exceeded size limit of 4194304 bytes': (response) => {
    response.writeHead(200);
    response.end(Buffer.alloc(5 * 1_048_576));
  },
};

for (const [reason, behaviour] of Object.entries(refusing)) {
  test(`A collector that refuses traces is logged once: ${reason}`, async () => {
    await using collector = await openCollector(behaviour);
    const { lines, log } = newLog();
    {
      await using tracer = await open(collector.url, log);
      add(tracer, 3 * batch);
    }

    assert.deepEqual(lines, [
      { details: { collector: collector.url, reason }, message: 'the collector does not accept traces' },
    ]);
    assert.equal(collector.exports.length, 3);
  });
}

test('An unreachable or unresponsive collector delays the end of the service by a few seconds at most', async () => {
  await using silent = await openCollector(() => undefined);
  const away = await openCollector();
  await away[Symbol.asyncDispose]();
  const logs = await Promise.all(
    [silent.url, away.url].map(async (url) => {
      const { lines, log } = newLog();
      await using tracer = await open(url, log);
      add(tracer, 10_000);
      return lines;
    }),
  );

  for (const lines of logs) assert.ok(lines.length <= 1, JSON.stringify(lines));
  assert.ok(silent.exports.length <= 10);
});

test('When a collector accepts traces again, this is logged with the number of lost traces', async () => {
  let isWell = false;
  await using collector = await openCollector((response) => response.writeHead(isWell ? 200 : 400).end());
  const { lines, log } = newLog();
  const noted = Promise.withResolvers<void>();
  {
    await using tracer = await open(collector.url, {
      ...log,
      warn: (...line) => {
        log.warn(...line);
        noted.resolve();
      },
    });
    add(tracer, batch);
    await noted.promise;
    isWell = true;
    add(tracer, 1);
  }

  assert.deepEqual(
    lines.map(({ details, message }) => [message, details.lost]),
    [
      ['the collector does not accept traces', undefined],
      ['the collector accepts traces again', batch],
    ],
  );
});
