import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as otherEvents } from 'node:timers/promises';
import fc from 'fast-check';
import { parseKnown } from './exact-json.ts';
import { parseInTurns } from './parse-in-turns.ts';

/** Text that is long enough for the document to be parsed in pieces at several levels. */
const long = 'x'.repeat(20_000);

test('A long document is parsed correctly, and its numbers keep their digits', async () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  await fc.assert(
    fc.asyncProperty(value, fc.dictionary(fc.string(), value), async (one, named) => {
      const json = JSON.stringify([{ ...named, one, long, list: [one, { 'a "b" \\': [long, one] }] }, 1, [], {}]);

      assert.deepEqual(await parseInTurns(json), parseKnown(json));
    }),
  );
  const exact = `{"__proto__":[1],"long":"${long}","list":[12345678901234567890.10,{"text":"${long}","size":1e400}]}`;
  assert.equal(JSON.stringify(await parseInTurns(exact)), exact);
});

test('Other events run while a long document is parsed', async () => {
  const list = Array.from({ length: 40_000 }, (_, index) => ({ index, size: `1${'0'.repeat(30)}` }));
  const json = JSON.stringify([{ output: list }]).replaceAll(/"(10+)"/g, '$1');
  const state = { isOver: false, events: 0 };

  const parsed = parseInTurns(json).finally(() => {
    state.isOver = true;
  });
  while (!state.isOver) {
    await otherEvents();
    state.events += 1;
  }

  assert.equal((await parsed)[0].output.length, list.length);
  assert.ok(state.events > 2, `${state.events} events`);
});
