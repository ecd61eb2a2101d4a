import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Vocabulary as ConsoleVocabulary, vocabularyOf } from '../../console/src/api/vocabulary.ts';
import { servedWith } from '../../src/domains/index.ts';
import { neutral, terraform, type Vocabulary } from '../../src/jsonapi/vocabulary.ts';

interface Described {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: { readonly attributes?: Attributes } }>>;
  };
}

interface Attributes {
  readonly properties?: Readonly<Record<string, Attributes>>;
}

const described = (words: Vocabulary): Described =>
  JSON.parse(JSON.stringify(servedWith(words).describe({ version: 'test', sessionCookie: 'test' })));

/** The names of attributes, with those of `permissions`, as the console would send them. */
const wireNames = ({ toWire }: ConsoleVocabulary, names: readonly string[], within?: string): readonly string[] => {
  const values = Object.fromEntries(names.map((name) => [name, null]));
  const attributes = within === undefined ? values : { [within]: values };
  const sent = toWire({ data: { attributes } });
  const read = Reflect.get(Object(Reflect.get(Object(sent), 'data')), 'attributes');
  return Object.keys(Object(within === undefined ? read : Reflect.get(Object(read), within)));
};

test('Every path of the description is one that the service knows in the other vocabulary', () => {
  const words = vocabularyOf(terraform);
  const wire = new Set(Object.keys(described(terraform).paths));

  const unknown = Object.keys(described(neutral).paths).filter((path) => !wire.has(words.path(path)));

  assert.deepEqual(unknown, []);
});

test('Every attribute of the description has the name that the service gives it in the other vocabulary', () => {
  const words = vocabularyOf(terraform);
  const [own, wire] = [described(neutral).components.schemas, described(terraform).components.schemas];
  const unknown: string[] = [];

  for (const [type, { properties }] of Object.entries(own)) {
    const { attributes } = wire[type === 'sms-settings' ? 'twilio-settings' : type]?.properties ?? {};
    const names = Object.keys(properties?.attributes?.properties ?? {});
    const others = Object.keys(attributes?.properties ?? {});
    unknown.push(
      ...wireNames(words, names)
        .filter((name) => !others.includes(name))
        .map((name) => `${type} ${name}`),
    );
    const permissions = Object.keys(properties?.attributes?.properties?.permissions?.properties ?? {});
    const granted = Object.keys(attributes?.properties?.permissions?.properties ?? {});
    unknown.push(...wireNames(words, permissions, 'permissions').filter((name) => !granted.includes(name)));
  }

  assert.deepEqual(unknown, []);
});

test('A document has the words of the description again after it was sent and answered', () => {
  const words = vocabularyOf(terraform);
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
      },
      relationships: { organization: { data: { id: 'native', type: 'organizations' } } },
    },
    included: [{ id: 'sms', type: 'sms-settings', attributes: { 'iac-build-worker-plan-timeout': '1h' } }],
    errors: [{ detail: 'native', source: { pointer: '/data/attributes/cloud-a-access-key-id' } }],
  };

  const sent = words.toWire(document);

  assert.deepEqual(Reflect.get(Object(Reflect.get(Object(sent), 'data')), 'attributes'), {
    name: 'native',
    kind: 'sentinel',
    description: 'The native-policies of sms and cloud-a-',
    enforce: [{ path: 'a.sentinel', mode: 'advisory' }],
    permissions: { 'can-update-sentinel': true },
    sentinel: true,
    'aws-enabled': false,
  });
  assert.deepEqual(words.fromWire(sent), document);
});

test('With the words of the description nothing is translated', () => {
  assert.equal(vocabularyOf(neutral).isNeutral, true);
  assert.equal(vocabularyOf(terraform).isNeutral, false);
  assert.equal(
    vocabularyOf(terraform).path('/api/v2/organizations/a/policies?filter[kind]=native&q=native'),
    '/api/v2/organizations/a/policies?filter[kind]=sentinel&q=native',
  );
});
