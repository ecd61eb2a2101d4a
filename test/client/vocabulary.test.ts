import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differing } from '../../client/vocabulary.generated.ts';
import { documentFrom, documentTo, hasWords, parameterTo, pathTo } from '../../client/vocabulary.ts';
import { servedWith } from '../../src/domains/index.ts';
import { neutral, terraform, type Vocabulary } from '../../src/jsonapi/vocabulary.ts';

type Json = ReturnType<typeof JSON.parse>;

const described = (words: Vocabulary): Json =>
  JSON.parse(JSON.stringify(servedWith(words).describe({ version: 'test', sessionCookie: 'test' })));

const [own, wire] = [described(neutral), described(terraform)];

const resolved = ({ components }: Json, schema: Json): Json =>
  schema.$ref === undefined ? schema : resolved({ components }, components.schemas[schema.$ref.split('/').at(-1)]);

/** Returns the alternative forms that a schema allows. */
const formsOf = (description: Json, schema: Json): readonly Json[] => {
  const found = resolved(description, schema);
  return (found.anyOf ?? found.oneOf)?.flatMap((each: Json) => formsOf(description, each)) ?? [found];
};

/**
 * Returns a sample value with every member in the schema, and with enumeration values that differ between the
 * vocabularies.
 */
const sampleOf = (description: Json, schema: Json): Json => {
  const forms = formsOf(description, schema);
  const listed = forms.filter(({ items }) => items !== undefined);
  if (listed.length > 0) return listed.map(({ items }) => sampleOf(description, items));
  const members = forms.flatMap(({ properties = {} }) => Object.entries<Json>(properties));
  if (members.length > 0)
    return Object.fromEntries(members.map(([name, member]) => [name, sampleOf(description, member)]));
  const values = forms.flatMap((form) => form.enum ?? (form.const === undefined ? [] : [form.const]));
  return values.find((value) => value === 'native') ?? values[0] ?? null;
};

/** Returns the members and enumeration values of a value that are not part of a schema. */
const unknownIn = (description: Json, schema: Json, value: Json): readonly string[] => {
  const forms = formsOf(description, schema);
  if (Array.isArray(value))
    return value.flatMap((each) => unknownIn(description, { anyOf: forms.flatMap(({ items = [] }) => items) }, each));
  if (typeof value === 'object' && value !== null) {
    const members: Record<string, Json[]> = {};
    for (const [name, member] of forms.flatMap(({ properties = {} }) => Object.entries(properties)))
      members[name] = [...(members[name] ?? []), member];
    return Object.entries(value).flatMap(([name, member]) => {
      const known = members[name];
      return known === undefined
        ? [name]
        : unknownIn(description, { anyOf: known }, member).map((each) => `${name}/${each}`);
    });
  }
  const values = forms.flatMap((form) => form.enum ?? (form.const === undefined ? [] : [form.const]));
  return value === null || values.length === 0 || values.includes(value) ? [] : [String(value)];
};

const jsonOf = ({ content = {} }: Json): Json => content['application/vnd.api+json']?.schema;

const operations: readonly (readonly [method: string, path: string])[] = Object.entries<Json>(own.paths).flatMap(
  ([path, methods]) => Object.keys(methods).map((method) => [method, path] as const),
);

test('A service in the other vocabulary has every path of the description after translation', () => {
  const unknown = Object.keys(own.paths).filter((path) => wire.paths[pathTo('terraform', path)] === undefined);

  assert.deepEqual(unknown, []);
});

test('A service in the other vocabulary knows all names and values of every translated request document', () => {
  const unknown = operations.flatMap(([method, path]) => {
    const schema = jsonOf(own.paths[path][method].requestBody ?? {});
    if (schema === undefined) return [];
    const sent = documentTo('terraform', sampleOf(own, schema));
    const target = jsonOf(wire.paths[pathTo('terraform', path)][method].requestBody);
    return unknownIn(wire, target, sent).map((name) => `${method} ${path} ${name}`);
  });

  assert.deepEqual(unknown, []);
});

test('Every translated response document has the names and values of the description', () => {
  const unknown = operations.flatMap(([method, path]) => {
    const { responses } = wire.paths[pathTo('terraform', path)][method];
    return Object.entries<Json>(responses).flatMap(([status, response]) => {
      const [schema, target] = [jsonOf(response), jsonOf(own.paths[path][method].responses[status])];
      if (schema === undefined) return [];
      // Some attributes exist only in the other vocabulary and have no neutral name.
      const lost = unknownIn(own, target, documentFrom('terraform', sampleOf(wire, schema)));
      const words = [...Object.values(differing.attributes), ...Object.values(differing.types), 'sentinel'];
      return lost
        .filter((name) => words.some((word) => name.endsWith(word)))
        .map((name) => `${method} ${path} ${name}`);
    });
  });

  assert.deepEqual(unknown, []);
});

test('A document has its original names and values after it was sent and returned', () => {
  const document = {
    data: {
      id: 'pol-1',
      type: 'policies',
      attributes: {
        name: 'native',
        kind: 'native',
        description: 'The native-policies of sms and cloud-a-',
        enforce: [{ path: 'a.native', mode: 'advisory' }],
        permissions: { 'can-update-native': true },
        native: true,
        'cloud-a-enabled': false,
        run: { native: 'native', kind: 'native', attributes: { native: true } },
      },
      relationships: { organization: { data: { id: 'native', type: 'organizations' } } },
    },
    included: [{ id: 'sms', type: 'sms-settings', attributes: { 'iac-build-worker-plan-timeout': '1h' } }],
    meta: { 'set-secrets': ['cloud-a-secret-key'] },
    errors: [{ detail: 'native', source: { pointer: '/data/attributes/cloud-a-access-key-id' } }],
  };

  const sent: Json = documentTo('terraform', document);

  assert.deepEqual(sent.data.attributes, {
    name: 'native',
    kind: 'sentinel',
    description: 'The native-policies of sms and cloud-a-',
    enforce: [{ path: 'a.sentinel', mode: 'advisory' }],
    permissions: { 'can-update-sentinel': true },
    sentinel: true,
    'aws-enabled': false,
    run: { native: 'native', kind: 'native', attributes: { native: true } },
  });
  assert.deepEqual(sent.included[0].id, 'twilio');
  assert.deepEqual(sent.meta, { 'set-secrets': ['aws-secret-key'] });
  assert.deepEqual(documentFrom('terraform', sent), document);
});

test('In the vocabulary of the description nothing is translated', () => {
  const document = { data: { attributes: { native: true } } };

  assert.equal(documentTo('neutral', document), document);
  assert.equal(pathTo('neutral', '/api/v2/admin/sms-settings'), '/api/v2/admin/sms-settings');
  assert.equal(parameterTo('neutral', 'filter[kind]', 'native'), 'native');
  assert.equal(parameterTo('terraform', 'filter[kind]', 'native'), 'sentinel');
  assert.equal(parameterTo('terraform', 'q', 'native'), 'native');
  assert.equal(hasWords({ data: { attributes: { name: 'native' } } }), false);
});
