// Tests of how declarations are translated to another vocabulary. `test/http/vocabulary.test.ts` tests the resulting
// requests and responses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { ApiError } from './errors.ts';
import { documentPayload, partialPayload } from './payload.ts';
import { queryIn } from './query.ts';
import { resource, shown, shownList, shownObject, shownOnly } from './resource.ts';
import { inWords, neutral, terraform } from './vocabulary.ts';

const kind = () => Type.Enum(['native', 'opa']);

interface Row {
  readonly id: string;
  readonly kind: 'native' | 'opa';
}

const rows = resource<Row>({
  type: 'native-versions',
  attributes: {
    kind: shown(kind(), (row) => row.kind),
    name: shown(Type.String(), () => 'native'),
    permissions: shownObject({ 'can-update-native': shown(Type.Boolean(), () => true) }),
    all: shownList(shownObject<Row>({ kind: shown(kind(), (row) => row.kind) }), (row) => [row]),
    ...shownOnly('hasCompatAttributes', { compat: shown(Type.Boolean(), () => true) }),
  },
  links: { self: ({ id }) => `/by-id/${id}` },
  compatLinks: { self: () => '/by-name', page: () => '/page' },
});

test('A resource has the names, values and links of a vocabulary and keeps other texts', () => {
  const row = { id: 'a', kind: 'native' } as const;

  const [own, other] = [rows.object(row), inWords(rows, terraform).object(row)];

  assert.deepEqual(own.attributes, {
    kind: 'native',
    name: 'native',
    permissions: { 'can-update-native': true },
    all: [{ kind: 'native' }],
  });
  assert.deepEqual(other.attributes, {
    kind: 'sentinel',
    name: 'native',
    permissions: { 'can-update-sentinel': true },
    all: [{ kind: 'sentinel' }],
    compat: true,
  });
  assert.deepEqual([own.type, other.type], ['native-versions', 'sentinel-versions']);
  assert.deepEqual([own.links, other.links], [{ self: '/by-id/a' }, { self: '/by-name', page: '/page' }]);
});

test('A translation is made once, and the neutral one is the declared value itself', () => {
  assert.equal(inWords(rows, terraform), inWords(rows, terraform));
  assert.equal(inWords(rows, neutral), rows);
});

const seen: Readonly<Record<string, unknown>>[] = [];

const payload = documentPayload({
  type: 'policies',
  attributes: Type.Object({
    kind: Type.Optional(kind()),
    native: Type.Optional(Type.Boolean()),
    list: Type.Optional(Type.Array(Type.Object({ kind: kind() }))),
    text: Type.Optional(Type.Unknown()),
  }),
  compat: { compat: Type.Optional(Type.Boolean()) },
  rules: (attributes) => {
    seen.push(attributes);
    return [];
  },
});

const sent = (attributes: object) => ({ data: { type: 'policies', attributes } });

const pointersOf = (attributes: object): readonly unknown[] => {
  try {
    inWords(payload, terraform).check(sent(attributes));
    return [];
  } catch (error) {
    return error instanceof ApiError ? error.problems.map(({ pointer }) => pointer) : [error];
  }
};

test('A payload translates names on all levels to the neutral vocabulary for the rules', () => {
  const text = { kind: 'sentinel', sentinel: true };
  const read = inWords(payload, terraform).check(
    sent({ kind: 'sentinel', sentinel: true, list: [{ kind: 'sentinel' }, { kind: 'opa' }], text, compat: true }),
  );

  const { kind: own, native, list, text: untouched } = read.attributes;
  assert.deepEqual([own, native, list], ['native', true, [{ kind: 'native' }, { kind: 'opa' }]]);
  assert.deepEqual(untouched, text);
});

test('Names of another vocabulary are refused with a pointer, and rules do not accept them', () => {
  assert.deepEqual(pointersOf({ kind: 'native', sentinel: 1, list: [{ kind: 'native' }], compat: 1 }), [
    '/data/attributes/compat',
    '/data/attributes/kind',
    '/data/attributes/sentinel',
    '/data/attributes/list/0/kind',
  ]);
  assert.deepEqual([seen.at(-1)?.kind, seen.at(-1)?.list], ['', [{ kind: '' }]]);
  assert.deepEqual(pointersOf({ native: 'of no vocabulary here' }), []);
  assert.equal(seen.at(-1)?.native, undefined);
});

test('A partial payload accepts the names of its vocabulary and ignores others', () => {
  const { check } = inWords(
    partialPayload({ type: 'sms-settings', attributes: { native: Type.Boolean() }, compat: { extra: Type.Boolean() } }),
    terraform,
  );

  const read = check({ data: { type: 'twilio-settings', attributes: { sentinel: true, native: false, extra: 'no' } } });

  assert.deepEqual(read.attributes, { native: true });
  assert.deepEqual(
    read.problems.map(({ pointer }) => pointer),
    ['/data/attributes/extra'],
  );
});

test('A filter accepts the values of the vocabulary', () => {
  const spec = { choices: { 'filter[kind]': ['native', 'opa'], 'filter[status]': ['native'] } };

  const { choices } = queryIn(spec, terraform);

  assert.deepEqual(choices, { 'filter[kind]': ['sentinel', 'opa'], 'filter[status]': ['native'] });
});
