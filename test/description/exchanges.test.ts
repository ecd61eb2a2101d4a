// `npm run record` writes the recorded exchanges again, where a change of an answer is meant.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { servedWith } from '../../src/domains/index.ts';
import { type RecordedExchanges, recordedExchanges } from '../../src/http/openapi-examples.ts';
import { neutral } from '../../src/jsonapi/vocabulary.ts';
import { recordExchanges } from './recording.ts';

const recording = fileURLToPath(new URL('../../src/http/recorded-exchanges.json', import.meta.url));

/** One exchange a line. */
const written = (exchanges: RecordedExchanges): string => {
  const lines = Object.entries(exchanges).map(([name, each]) => `${JSON.stringify(name)}: ${JSON.stringify(each)}`);
  return `{\n${lines.join(',\n')}\n}`;
};

test('The examples of the API description are exchanges with this server', async (t) => {
  const recorded = await recordExchanges();

  t.assert.fileSnapshot(recorded, recording, { serializers: [written] });
});

test('Every operation has an example', async () => {
  const { routes } = servedWith(neutral);
  const operations = routes.flatMap(({ operation }) => operation?.operationId ?? []);

  assert.deepEqual(Object.keys(await recordedExchanges()), operations.toSorted());
});
