// Tests every attribute in every group of settings with the tables in `groups/`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsGroups } from '../../src/domains/index.ts';
import { settableSchemas, shownAttributes } from '../../src/domains/instance/settings/wire.ts';
import { neutral, terraform } from '../../src/jsonapi/vocabulary.ts';
import { details, pointers } from '../support/documents.ts';
import { settingsClient } from '../support/settings.ts';
import { onEachEngine, type World, type WorldOptions } from '../support/world.ts';
import { type WordedCases, worded } from './cases.ts';
import { tables } from './tables.ts';

/** The test environment keeps the default rate limit, in requests per second. Other test environments raise it. */
const untouched = { rateLimit: 30 };

const pointerTo = (attribute: string): string => `/data/attributes/${attribute}`;

/** Returns the attributes of a request that restores all initial values. */
const asAtFirst = (table: WordedCases): object =>
  Object.fromEntries(table.attributes.map(([name, { initial, canBeNull }]) => [name, canBeNull ? null : initial]));

test('Every group of settings has a table of cases', () => {
  assert.deepEqual(
    tables.map(({ group }) => group.id),
    settingsGroups.map(({ id }) => id),
  );
});

test('Attributes that can be set in a vocabulary are shown in it, except for secrets and values that are not stored', () => {
  const hidden = [neutral, terraform].flatMap(({ behaviour }) =>
    settingsGroups.flatMap((group) => {
      const { attributes, compat } = settableSchemas(group);
      const settable = Object.keys(behaviour.hasCompatAttributes ? { ...attributes, ...compat } : attributes);
      const shown = Object.entries(shownAttributes(group)).flatMap(([name, { only }]) =>
        only === undefined || behaviour[only] ? [name] : [],
      );
      return settable.flatMap((name) => {
        const attribute = group.attributes[name];
        const isSecret = attribute?.kind === 'stored' && attribute.isSecret === true;
        return shown.includes(name) || isSecret || attribute?.kind === 'transient' ? [] : [`${group.id} ${name}`];
      });
    }),
  );

  assert.deepEqual(hidden, []);
});

const wordedTables = (['neutral', 'terraform'] as const).flatMap((vocabulary) =>
  tables.map((table) => ({ vocabulary, table: worded(table, vocabulary) })),
);

for (const { vocabulary, table } of wordedTables) {
  const { id, type } = table;
  const environment = { TIPSTAFF_VOCABULARY: vocabulary, TIPSTAFF_BASE_URL: 'https://tipstaff.example.com' };
  const inThisVocabulary = (
    sentence: string,
    play: (world: World) => Promise<void>,
    options: WorldOptions = {},
  ): void => onEachEngine(`${vocabulary}, ${id}: ${sentence}`, play, { environment, ...options });

  inThisVocabulary(
    'each attribute has its default',
    async (world) => {
      const { get } = await settingsClient(world, type);

      const shown = await get();

      const attributes = table.attributes.flatMap(([name, { initial, isHidden }]) =>
        isHidden === true ? [] : [[name, initial]],
      );
      assert.equal(shown.status, 200);
      assert.deepEqual(shown.body.data, { id, type, attributes: Object.fromEntries(attributes) });
    },
    untouched,
  );

  inThisVocabulary('each attribute takes what it should, and leaves the others alone', async (world) => {
    const { show, patch } = await settingsClient(world, type);

    for (const [name, { accepted, isHidden, isReadOnly, of = name }] of table.attributes) {
      for (const value of accepted) {
        const before = await show();
        const answer = await patch({ [name]: value });
        const aliases = table.attributes.filter(([each, cases]) => each === of || cases.of === of);
        const changes = isHidden || isReadOnly ? [] : aliases.map(([each]) => [each, value]);

        const label = `${name}: ${JSON.stringify(value)?.slice(0, 80)}`;
        assert.equal(answer.status, 200, label);
        assert.deepEqual(answer.body.data.attributes, { ...before, ...Object.fromEntries(changes) }, label);
        assert.deepEqual(await show(), answer.body.data.attributes, label);
      }
    }
  });

  inThisVocabulary('each attribute refuses what it should, and nothing changes', async (world) => {
    const { get, patch } = await settingsClient(world, type);
    const before = await get();

    for (const [name, { refused }] of table.attributes) {
      for (const [value, detail] of refused) {
        const answer = await patch({ [name]: value });

        const label = `${name}: ${JSON.stringify(value)?.slice(0, 80)}`;
        assert.equal(answer.status, 422, label);
        assert.deepEqual([pointers(answer), details(answer)], [[pointerTo(name)], [detail]], label);
      }
    }

    const after = await get();
    assert.deepEqual(after.body, before.body);
    assert.equal(after.headers.get('etag'), before.headers.get('etag'));
  });

  inThisVocabulary('null clears what can be null, and leaves the rest as it is', async (world) => {
    const { show, patch } = await settingsClient(world, type);
    for (const [name, { accepted, of }] of table.attributes) {
      if (of === undefined) await patch({ [name]: accepted.at(-1) });
    }
    const before = await show();

    const answer = await patch(Object.fromEntries(table.attributes.map(([name]) => [name, null])));

    const cleared = table.attributes.filter(([, { canBeNull, isHidden }]) => canBeNull && !isHidden);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body.data.attributes, {
      ...before,
      ...Object.fromEntries(cleared.map(([name]) => [name, null])),
    });
  });

  inThisVocabulary('the record as a whole keeps its rules', async (world) => {
    const { show, patch } = await settingsClient(world, type);

    for (const { what, changes, refused } of table.records) {
      assert.equal((await patch(asAtFirst(table))).status, 200, what);
      for (const earlier of changes.slice(0, -1)) assert.equal((await patch(earlier)).status, 200, what);
      const before = await show();
      const answer = await patch(changes.at(-1) ?? {});

      assert.equal(answer.status, refused.length === 0 ? 200 : 422, what);
      assert.deepEqual(
        refused.length === 0 ? [] : pointers(answer).map((pointer, index) => [pointer, details(answer)[index]]),
        refused.map(([name, detail]) => [pointerTo(name), detail]),
        what,
      );
      if (refused.length > 0) assert.deepEqual(await show(), before, what);
    }
  });
}
