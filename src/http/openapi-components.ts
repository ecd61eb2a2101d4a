// Components that many operations of the API description share: each stands once, under `components`.
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

/** A route, and the schema of what it answers, where it is JSON. */
export interface WithOutput {
  readonly route: Route;
  readonly output: TSchema | undefined;
}

/** A schema and the name that it gets if it needs one. */
type Candidate = readonly [name: string, schema: TSchema];

const resourceOf = (named: ReadonlyMap<string, unknown>, { reply, operation }: Route): readonly Candidate[] => {
  if (reply.resource === undefined) return [];
  const { type, schema } = reply.resource;
  return [[named.has(type) ? `${type}-${operation?.operationId}` : type, schema]];
};

const identifierOf = (type: string): Candidate => [`${type}-identifier`, identifierSchema(type)];

/** Number of lines from which a schema is worth a name. */
const manyLines = 11;

const isLong = (schema: unknown): boolean => JSON.stringify(schema, null, 2).split('\n').length >= manyLines;

/**
 * The long values within a resource or a body, however deep, but not within one that is named already: forms of one type often
 * have their attributes in common. Each has the whole path to it in its name, as generators name what is inline: a shorter
 * name could be the one of another value.
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
 * The relationships of a resource; those that lead to one type often look alike. Generators name the inline `relationships` of a
 * type `<type>-relationships`, so no component has that name.
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

/** The references to records of one type, to one or to several, that are anywhere in what a route takes. */
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

/** Each input once, by the first operation that takes it. */
const inputsOf = (routes: readonly Route[]): readonly Candidate[] => {
  const inputs = routes.flatMap(({ payload, operation }): Candidate[] =>
    payload === undefined ? [] : [[`${operation?.operationId}-input`, payload.schema]],
  );
  const byText = Map.groupBy(inputs, ([, schema]) => JSON.stringify(schema));
  return [...byText.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
};

/** Bodies of a route: its input, its output, and its own form of refusals. */
const bodiesOf = ({ route, output }: WithOutput): readonly Candidate[] => {
  const { payload, reply, operation } = route;
  const bodies = { input: payload?.schema, output, refusal: reply.failure };
  return Object.entries(bodies).flatMap(([name, schema]): Candidate[] =>
    schema === undefined ? [] : [[`${operation?.operationId}-${name}`, schema]],
  );
};

/**
 * Names what operations share: each type of resource, by its type (and by the operation that shows it, where a type has
 * several forms), and each other body or long part of one that several operations have, by the first of them.
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
  const parts = [...named].flatMap((each) => [...relationshipsOf(each), ...valuesOf(each)]);
  const ofInputs = inputsOf(routes).flatMap((each) => valuesOf(each, known));
  const bodies = Map.groupBy([...parts, ...described.flatMap(bodiesOf), ...ofInputs], ([, schema]) =>
    JSON.stringify(schema),
  );
  for (const [first, ...others] of bodies.values()) if (others.length > 0 && first !== undefined) add(first);
  return named;
}

/** A list of texts, with the type that generators need to name them. */
const typed = (schema: object): object => {
  const values: unknown = Reflect.get(schema, 'enum');
  return Array.isArray(values) && values.every((value) => typeof value === 'string')
    ? { type: 'string', ...schema }
    : schema;
};

/** A schema without a name that also takes null, in the form of OpenAPI 3.1 that most generators read. */
const nullable = (branches: unknown, nameOf: (schema: unknown) => string | undefined): object | undefined => {
  const [first, other, ...rest] = Array.isArray(branches) ? branches : [];
  if (nameOf(first) !== undefined || other?.type !== 'null' || rest.length > 0) return undefined;
  const { type, enum: values, ...one } = Object(typed(first));
  if (typeof type !== 'string' || one.const !== undefined) return undefined;
  return { type: [type, 'null'], ...(values && { enum: [...values, null] }), ...one };
};

/** True for a second spelling of a member, such as `registry_name`: generators would give it the name of the first one. */
const isOtherSpelling = (key: string, members: object): boolean =>
  /^[a-z]+(_[a-z]+)+$/.test(key) && Object.hasOwn(members, key.replaceAll('_', '-'));

/** Makes what copies a part of the description, with references in place of the named schemas. */
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

/** `Not Found` as the name of a component: `NotFound`. */
const responseName = (status: number): string => (STATUS_CODES[status] ?? String(status)).replaceAll(/\W/g, '');

const usualContent = { [jsonApiType]: { schema: schemaReference('errors') } };

/** Content of the refusals of a route: a JSON:API document, unless its reply has a form of its own instead or beside it. */
const contentOf = ({ reply: { failure: own, showFailure } }: Route): object => {
  if (own === undefined) return usualContent;
  return { ...(showFailure === undefined && usualContent), 'application/json': { schema: own } };
};

/** Refusals as components: routes whose refusals look alike refer to the same ones. */
export class Refusals {
  readonly #components = new Map<string, object>();
  readonly #names = new Map<string, string>();

  /** A reference to the refusal of a route with a status. */
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

/** Parameters that many operations take. Numbers out of range are not refused, so they have no bounds here. */
export const sharedParameters = {
  'page-number': {
    name: 'page[number]',
    in: 'query',
    description: 'The number of the page, from 1.',
    schema: { type: 'integer', default: 1 },
  },
  'page-size': {
    name: 'page[size]',
    in: 'query',
    description: 'How many records a page has: 20, at most 100.',
    schema: { type: 'integer', default: 20 },
  },
  'page-after': {
    name: 'page[after]',
    in: 'query',
    description:
      'A cursor from `meta.cursors.after`: the page begins after that record, however far into the list it is, and whatever comes or goes before it. The answer has no page numbers. Not beside `page[number]`.',
    schema: { type: 'string' },
  },
  'page-before': {
    name: 'page[before]',
    in: 'query',
    description: 'A cursor from `meta.cursors.before`: the page ends before that record.',
    schema: { type: 'string' },
  },
  'if-match': {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the record that the request is about, or `*`. Otherwise the answer is 412.',
    schema: { type: 'string' },
  },
  'idempotency-key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to repeat: for 24 hours, the same caller with the same key gets the first answer again, and nothing is made twice. 422 where the request is another one, or its answer was not kept since it is secret; 503 while the first one is under way. A request that was refused made nothing, and can be sent again.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]*$' },
  },
} as const;
