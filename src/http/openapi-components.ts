// Shared components of the API description. A schema, parameter or response that several operations use is written
// once, under `components`.
import { STATUS_CODES } from 'node:http';
import type { TSchema } from 'typebox';
import { cursorsSchema, errorSchema, linksSchema, pageMetaSchema, paginationSchema } from '../jsonapi/document.ts';
import { jsonApiType } from '../jsonapi/payload.ts';
import { identifierSchema } from '../jsonapi/resource.ts';
import { Reference, References } from '../jsonapi/schema.ts';
import type { Includable, Route } from './route.ts';

/** Schemas by their names under `components`. */
export type NamedSchemas = ReadonlyMap<string, TSchema>;

const sharedSchemas = {
  errors: errorSchema,
  'page-links': linksSchema,
  'page-meta': pageMetaSchema,
  pagination: paginationSchema,
  'page-cursors': cursorsSchema,
};

export const schemaReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export const parameterReference = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/** Route, and the schema of its response if that response is JSON. */
export interface WithOutput {
  readonly route: Route;
  readonly output: TSchema | undefined;
}

/** Schema that may become a component, and the name that the component would have. */
type Candidate = readonly [name: string, schema: TSchema];

const resourceOf = (named: ReadonlyMap<string, unknown>, { reply, operation }: Route): readonly Candidate[] => {
  if (reply.resource === undefined) return [];
  const { type, schema } = reply.resource;
  return [[named.has(type) ? `${type}-${operation?.operationId}` : type, schema]];
};

const identifierOf = (type: string): Candidate => [`${type}-identifier`, identifierSchema(type)];

/** Minimum number of lines, as formatted JSON, of a nested schema that becomes a component. */
const manyLines = 10;

const isLong = (schema: unknown): boolean => JSON.stringify(schema, null, 2).split('\n').length >= manyLines;

/**
 * Returns the long schemas nested in a resource or body, which variants of a resource type often share. Schemas that
 * already have a name are not searched. Each new name contains the full path to the schema, as in the names that code
 * generators give to inline schemas. A shorter name could equal that of another schema.
 */
const valuesOf = ([name, schema]: readonly [string, unknown], known?: ReadonlySet<string>): readonly Candidate[] => {
  if (typeof schema !== 'object' || schema === null || known?.has(JSON.stringify(schema))) return [];
  const { properties, items, ...others }: Record<string, unknown> = { ...schema };
  const members: Record<string, TSchema> = { ...Object(properties), ...(items !== undefined && { element: items }) };
  const own = Object.entries(members).map(([key, value]): Candidate => [`${name}-${key}`, value]);
  return [
    ...own.filter(([, value]) => isLong(value)),
    ...own.flatMap((each) => valuesOf(each, known)),
    ...Object.values(others).flatMap((part) => valuesOf([name, part], known)),
  ];
};

/**
 * Returns the relationships of a resource as candidates, because relationships to the same type are often equal. A
 * component must not be named `<type>-relationships`: code generators give this name to the inline `relationships` of a
 * type.
 */
const relationshipsOf = ([, schema]: Candidate): readonly Candidate[] => {
  const { relationships } = Object(Reflect.get(schema, 'properties'));
  const each: readonly TSchema[] = Object.values(Object(relationships?.properties));
  return each.map((relationship) => {
    const type = /"const":"(?<type>[^"]+)"/.exec(JSON.stringify(relationship))?.groups?.type;
    const isMany = Reflect.has(Object(Reflect.get(relationship, 'properties')).data, 'items');
    return [`to-${isMany ? 'many' : 'one'}-${type}`, relationship];
  });
};

/** Returns the to-one and to-many references that occur in a request schema at any depth. */
const referencesOf = (schema: unknown): readonly Candidate[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const type = /"const":"(?<type>[^"]+)"/.exec(JSON.stringify(schema))?.groups?.type ?? '';
  const candidates: readonly Candidate[] = [
    [`${type}-references`, References(type)],
    [`${type}-reference`, Reference(type)],
  ];
  const own = candidates.filter(([, each]) => JSON.stringify(each) === JSON.stringify(schema));
  return own.length > 0 ? own : Object.values(schema).flatMap(referencesOf);
};

/** Returns each distinct request body once. Its name contains the first operation that accepts it. */
const inputsOf = (routes: readonly Route[]): readonly Candidate[] => {
  const inputs = routes.flatMap(({ payload, operation }): Candidate[] =>
    payload === undefined ? [] : [[`${operation?.operationId}-input`, payload.schema]],
  );
  const byText = Map.groupBy(inputs, ([, schema]) => JSON.stringify(schema));
  return [...byText.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
};

/** Returns the schemas of a route's request body and of its response body. */
const bodiesOf = ({ route: { payload, operation }, output }: WithOutput): readonly Candidate[] =>
  Object.entries({ input: payload?.schema, output }).flatMap(([name, schema]): Candidate[] =>
    schema === undefined ? [] : [[`${operation?.operationId}-${name}`, schema]],
  );

/** Returns the schema of a route's own error format, which several responses of the route contain. */
const refusalOf = ({ reply: { failure }, operation }: Route): readonly Candidate[] =>
  failure === undefined ? [] : [[`${operation?.operationId}-refusal`, failure]];

/**
 * Returns the schemas that become components. A resource's component has the name of its type. If the type has several
 * variants, the operation id is appended. A route's own error format becomes a component. All other bodies and long
 * nested schemas become components if several operations share them. Their names contain the first of these operations.
 */
export function namedSchemas(described: readonly WithOutput[], includable: readonly Includable[]): NamedSchemas {
  const routes = described.map(({ route }) => route);
  const named = new Map<string, TSchema>(Object.entries(sharedSchemas));
  for (const { type, schema } of includable) named.set(type, schema);
  const known = new Set([...named.values()].map((schema) => JSON.stringify(schema)));
  const add = ([name, schema]: Candidate) => {
    if (!known.has(JSON.stringify(schema))) named.set(name, schema);
    known.add(JSON.stringify(schema));
  };
  const targets = routes.flatMap(({ reply }) => Object.values(reply.resource?.targets ?? {}));
  targets.map(identifierOf).forEach(add);
  for (const route of routes) resourceOf(named, route).forEach(add);
  routes.flatMap(({ payload }) => referencesOf(payload?.schema)).forEach(add);
  routes.flatMap(refusalOf).forEach(add);
  const parts = [...named].flatMap((each) => [...relationshipsOf(each), ...valuesOf(each)]);
  const ofInputs = inputsOf(routes).flatMap((each) => valuesOf(each, known));
  const ofOutputs = described.flatMap(({ route, output }) =>
    valuesOf([`${route.operation?.operationId}-output`, output ?? {}], known),
  );
  const bodies = Map.groupBy([...parts, ...described.flatMap(bodiesOf), ...ofInputs, ...ofOutputs], ([, schema]) =>
    JSON.stringify(schema),
  );
  for (const [first, ...others] of bodies.values()) if (others.length > 0 && first !== undefined) add(first);
  return named;
}

/** Adds `type: string` to an enumeration of strings, because code generators need it to name the enumeration. */
const typed = (schema: object): object => {
  const values: unknown = Reflect.get(schema, 'enum');
  return Array.isArray(values) && values.every((value) => typeof value === 'string')
    ? { type: 'string', ...schema }
    : schema;
};

/** Converts a nullable inline schema to the OpenAPI 3.1 notation that most code generators understand. */
const nullable = (branches: unknown, nameOf: (schema: unknown) => string | undefined): object | undefined => {
  const [first, other, ...rest] = Array.isArray(branches) ? branches : [];
  if (nameOf(first) !== undefined || other?.type !== 'null' || rest.length > 0) return undefined;
  const { type, enum: values, ...one } = Object(typed(first));
  if (typeof type !== 'string' || one.const !== undefined) return undefined;
  return { type: [type, 'null'], ...(values && { enum: [...values, null] }), ...one };
};

/**
 * Whether a member is another spelling of an existing member, such as `registry_name` of `registry-name`. Code
 * generators would give both the same name.
 */
const isOtherSpelling = (key: string, members: object): boolean =>
  /^[a-z]+(_[a-z]+)+$/.test(key) && Object.hasOwn(members, key.replaceAll('_', '-'));

/** Returns a function that copies a part of the API description and replaces the named schemas in it by references. */
export function referringTo(schemas: NamedSchemas): (part: object) => object {
  const names = new Map([...schemas].map(([name, schema]) => [JSON.stringify(schema), name]));
  const nameOf = (schema: unknown) => names.get(JSON.stringify(schema));
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    const name = nameOf(value);
    return name === undefined ? membersOf(value) : schemaReference(name);
  };
  const membersOf = (value: object): object => {
    const members = nullable(Reflect.get(value, 'anyOf'), nameOf) ?? typed(value);
    const described = Object.entries(members).filter(([key]) => !isOtherSpelling(key, members));
    return Object.fromEntries(described.map(([key, member]) => [key, replaced(member)]));
  };
  return membersOf;
}

/** Returns the component name for an error status: `NotFound` for 404, whose text is `Not Found`. */
const responseName = (status: number): string => (STATUS_CODES[status] ?? String(status)).replaceAll(/\W/g, '');

const usualContent = { [jsonApiType]: { schema: schemaReference('errors') } };

/**
 * Returns the content of a route's error responses. It is a JSON:API document, unless the reply has its own error
 * format, which is used instead of it or in addition to it.
 */
const contentOf = ({ reply: { failure: own, showFailure } }: Route): object => {
  if (own === undefined) return usualContent;
  return { ...(showFailure === undefined && usualContent), 'application/json': { schema: own } };
};

/** Error responses that become components. Routes with equal error responses share a component. */
export class Refusals {
  readonly #components = new Map<string, object>();
  readonly #names = new Map<string, string>();

  /** Returns a reference to the component for a route's error response with this status. */
  referenceTo(route: Route, status: number): object {
    const content = contentOf(route);
    const response = { description: STATUS_CODES[status] ?? '', content };
    const usualName = responseName(status);
    const name = content === usualContent ? usualName : `${usualName}-${route.operation?.operationId}`;
    const known = this.#names.get(JSON.stringify(response)) ?? name;
    this.#names.set(JSON.stringify(response), known);
    this.#components.set(known, response);
    return { $ref: `#/components/responses/${known}` };
  }

  get components(): object {
    return Object.fromEntries([...this.#components].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}

/**
 * Query parameters that many operations share. Their schemas have no minimum or maximum, because the service accepts
 * numbers out of range and replaces them.
 */
export const sharedParameters = {
  'page-number': {
    name: 'page[number]',
    in: 'query',
    description: 'Page number, starting at 1.',
    schema: { type: 'integer', default: 1 },
  },
  'page-size': {
    name: 'page[size]',
    in: 'query',
    description: 'Number of records on a page: 20 by default, at most 100.',
    schema: { type: 'integer', default: 20 },
  },
  'page-after': {
    name: 'page[after]',
    in: 'query',
    description:
      'A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`.',
    schema: { type: 'string' },
  },
  'page-before': {
    name: 'page[before]',
    in: 'query',
    description: 'A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies.',
    schema: { type: 'string' },
  },
  'if-match': {
    name: 'If-Match',
    in: 'header',
    description: 'The current `ETag` of the record, or `*`. With any other value, the response is 412.',
    schema: { type: 'string' },
  },
  'idempotency-key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]*$' },
  },
} as const;
