// The API description follows the rules of OpenAPI 3.1 and of this project.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
}

interface Description {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const text = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
const description: Description = JSON.parse(text);
const operations = Object.values(description.paths).flatMap((path) => Object.values(path));

test('The description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();

  const { valid, errors } = await validator.validate(JSON.parse(text));

  assert.deepEqual(errors ?? [], []);
  assert.equal(valid, true);
  assert.equal(validator.version, '3.1');
});

/** Members of a schema that this test reads. */
interface Schema {
  readonly $ref?: string;
  readonly const?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const resolved = (node: unknown): object => {
  const { $ref } = Object(node) as Schema;
  if ($ref === undefined) return Object(node);
  const [, ...names] = $ref.split('/');
  return resolved(names.reduce<unknown>((at, name) => Reflect.get(Object(at), name), description));
};

const propertyOf = (schema: unknown, name: string): Schema => {
  const { properties } = resolved(schema) as Schema;
  return resolved(properties?.[name]) as Schema;
};

/** Returns the type and attributes of an operation's request document; undefined if the operation has none. */
const documentOf = (operation: unknown) => {
  const body = resolved(Reflect.get(Object(operation), 'requestBody'));
  const [content] = Object.values(Reflect.get(body, 'content') ?? {});
  const data = propertyOf(Reflect.get(Object(content), 'schema'), 'data');
  const type = propertyOf(data, 'type').const;
  return type === undefined
    ? undefined
    : { type, attributes: Object.keys(propertyOf(data, 'attributes').properties ?? {}) };
};

const { components } = JSON.parse(text);

/** Returns all objects in the API description except recorded bodies. */
const objectsIn = (value: unknown): readonly object[] => {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.entries(value).flatMap(([key, member]) => (key === 'examples' ? [] : objectsIn(member)));
  return Array.isArray(value) ? within : [value, ...within];
};
const described = objectsIn(JSON.parse(text));

/** Returns a name as client generators normalize it: letters and digits only, in lower case. */
const generatedName = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/**
 * Returns the names that client generators give to a schema's nested objects. Each name consists of the path to the
 * object.
 */
const inlineNames = (name: string, { properties = {} }: Schema): readonly string[] =>
  Object.entries(properties)
    .filter(([, { $ref }]) => $ref === undefined)
    .flatMap(([key, value]) => {
      const path = `${name}-${key}`;
      return value.properties === undefined ? [] : [path, ...inlineNames(path, value)];
    });

test('No component has the name that a generator gives to an object nested in another component', () => {
  const schemas = Object.entries<Schema>(components.schemas);
  const names = new Set(schemas.map(([name]) => generatedName(name)));

  const taken = schemas.flatMap(([name, schema]) => inlineNames(name, schema));

  assert.deepEqual(
    taken.filter((name) => names.has(generatedName(name))),
    [],
  );
  assert.equal(names.size, schemas.length);
});

test('No object has two members that a generator would give the same name', () => {
  const twice = described.flatMap((each) => {
    const names = Object.keys(Object(Reflect.get(each, 'properties')));
    return new Set(names.map(generatedName)).size === names.length ? [] : [names];
  });

  assert.deepEqual(twice, []);
});

test('A nullable schema lists null as a type, unless it refers to a component', () => {
  const alternatives = described
    .map((each) => Object(Reflect.get(each, 'anyOf')))
    .filter((branches) => Array.isArray(branches) && branches.some(({ type }) => type === 'null'));

  assert.deepEqual(
    alternatives.filter(([first]) => first.$ref === undefined),
    [],
  );
  // No schema allows only null.
  const nulls = described.filter((each) => Reflect.get(each, 'type') === 'null');
  assert.equal(nulls.length, alternatives.length);
});

test('Each list of texts declares the type of its elements', () => {
  const lists = described.filter((each) => Array.isArray(Reflect.get(each, 'enum')));

  assert.deepEqual(
    lists.filter((each) => Reflect.get(each, 'type') === undefined),
    [],
  );
  assert.ok(lists.length > 100, String(lists.length));
});

test('Each example has a value, and the address of the service does not end with a slash', () => {
  const examples = Object.entries(components.examples);

  assert.deepEqual(
    examples.filter(([, example]) => !Object.hasOwn(Object(example), 'value')),
    [],
  );
  assert.deepEqual(
    JSON.parse(text).servers.filter(({ url }: { readonly url: string }) => url.endsWith('/')),
    [],
  );
});

test('Each timeout that a client sends has a pattern', () => {
  const timeouts = described.filter((each) => Reflect.get(each, 'format') === 'timeout');

  const patterns = new Set(timeouts.map((each) => Reflect.get(each, 'pattern')));

  assert.deepEqual([...patterns], ['^(?:\\d+(?:\\.\\d+)?(?:ms|s|m|h))+$']);
});

/** Paths of records that cannot be created with all the attributes that an update accepts. */
const ownAccount = /^\/api\/v2\/account\//;

test('A creation accepts all attributes that an update accepts', () => {
  const documents = Object.entries(description.paths)
    .filter(([path]) => !ownAccount.test(path) && !path.includes('/actions/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const document = documentOf(operation);
        return document === undefined ? [] : [{ path, method, ...document }];
      }),
    );
  const creations = documents.filter(({ method }) => method === 'post');
  const missing = documents
    .filter(({ method }) => method === 'patch')
    .flatMap((update) =>
      creations
        .filter(({ type }) => type === update.type)
        .flatMap(({ path, attributes }) =>
          update.attributes.filter((name) => !attributes.includes(name)).map((name) => `${path} drops ${name}`),
        ),
    );

  assert.deepEqual([...new Set(missing)], []);
  assert.ok(creations.length >= 20 && documents.length >= 35, `${creations.length} of ${documents.length}`);
});

/** Returns the type and attributes of an operation's response document; undefined if the operation has none. */
const answerOf = (operation: unknown) => {
  const responses = Object(Reflect.get(Object(operation), 'responses'));
  const [content] = Object.values(Reflect.get(resolved(responses['200'] ?? responses['201']), 'content') ?? {});
  const data = propertyOf(Reflect.get(Object(content), 'schema'), 'data');
  const type = propertyOf(data, 'type').const;
  return type === undefined
    ? undefined
    : { type, attributes: Object.keys(propertyOf(data, 'attributes').properties ?? {}) };
};

/**
 * Request attributes that responses do not contain, because they are not part of a record's state.
 * `test/settings/groups.test.ts` tests the groups of settings.
 */
const notShown: Readonly<Record<string, readonly string[]>> = {
  // Secrets and credentials.
  'oidc-providers': ['client-secret', 'private-key'],
  'policy-run-tasks': ['hmac-key'],
  sessions: ['one-time-code', 'password', 'username'],
  'two-factor-enrolments': ['one-time-code'],
  users: ['current-password', 'one-time-code', 'password', 'password-confirmation'],
  // Content that the service only checks and does not store.
  'policy-code-checks': ['code', 'input'],
  'policy-trials': ['code', 'input', 'last-failure', 'plan', 'query', 'test-of'],
  'saml-checks': ['saml-response'],
  // Attributes of overrides, which are actions on resources with these attributes.
  'policy-evaluations': ['applies-to', 'comment', 'expires-at'],
  // Identifier in an outcome. Responses contain the policy or the policy set as a relationship.
  'policy-exemption-requests': ['policy-id'],
  // Module tests, which this service does not run.
  'registry-modules': ['test-config'],
};

test('Attributes that can be set have the same names in responses', () => {
  const shown = new Map<string, Set<string>>();
  for (const operation of operations) {
    const answer = answerOf(operation);
    if (answer === undefined) continue;
    shown.set(answer.type, new Set([...(shown.get(answer.type) ?? []), ...answer.attributes]));
  }

  const hidden = operations
    .flatMap((operation) => documentOf(operation) ?? [])
    .flatMap(({ type, attributes }) =>
      shown.has(type) ? attributes.filter((name) => !shown.get(type)?.has(name)).map((name) => `${type} ${name}`) : [],
    );

  const expected = Object.entries(notShown).flatMap(([type, names]) => names.map((name) => `${type} ${name}`));
  assert.deepEqual([...new Set(hidden)].toSorted(), expected.toSorted());
});

test('Every operation has a unique identifier, one known tag and a description', () => {
  const names = description.tags.map(({ name }) => name);

  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  for (const { operationId, tags, description: sentences } of operations) {
    assert.match(operationId, /^[a-z]+([A-Z][a-z]*)*$/);
    assert.ok(tags.length === 1 && names.includes(tags[0] ?? ''), operationId);
    assert.match(sentences, /\.$/, operationId);
  }
});

test('The description does not repeat what operations share: it has at most 124 lines for each operation', () => {
  assert.ok(text.split('\n').length <= 124 * operations.length, String(text.split('\n').length));
});
