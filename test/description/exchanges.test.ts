// Compares recorded requests and responses with the present ones. After an intended change of a response, `npm run
// record` updates the recording.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { servedWith } from '../../src/domains/index.ts';
import { type RecordedExchanges, recordedExchanges } from '../../src/http/openapi-examples.ts';
import { neutral } from '../../src/jsonapi/vocabulary.ts';
import { recordExchanges } from './recording.ts';

const recording = fileURLToPath(new URL('../../src/http/recorded-exchanges.json', import.meta.url));

/** Returns a value with sorted object members, because their order has no meaning in JSON. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, ordered(member)] as const);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

/** Returns the text of a file that contains one recorded exchange per line. */
const written = (exchanges: RecordedExchanges): string => {
  const lines = Object.entries(exchanges).map(
    ([name, each]) => `${JSON.stringify(name)}: ${JSON.stringify(ordered(each))}`,
  );
  return `{\n${lines.join(',\n')}\n}`;
};

/** Returns the operations for which the two recordings differ. */
const differing = (one: RecordedExchanges, other: RecordedExchanges): readonly string[] =>
  Object.keys({ ...one, ...other }).filter((name) => !isDeepStrictEqual(one[name], other[name]));

test('The examples of the API description are exchanges with this server', async (t) => {
  const recorded = await recordExchanges();

  try {
    t.assert.fileSnapshot(recorded, recording, { serializers: [written] });
  } catch (error) {
    const changed = differing(recordedExchanges(), recorded);
    if (changed.length === 0) throw error;
    assert.fail(`Other answers than recorded: ${changed.join(', ')}. If this is meant, run \`npm run record\`.`);
  }
});

test('Every operation has an example', async () => {
  const { routes } = servedWith(neutral);
  const operations = routes.flatMap(({ operation }) => operation?.operationId ?? []);

  assert.deepEqual(Object.keys(recordedExchanges()), operations.toSorted());
});
