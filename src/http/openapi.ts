// Generates the API description (OpenAPI 3.1) from the routes that the server serves.
import { STATUS_CODES } from 'node:http';
import { type TSchema, Type } from 'typebox';
import type { Resource } from '../jsonapi/resource.ts';
import { mapValues } from '../lib/functions/records.ts';
import {
  namedSchemas,
  parameterReference,
  Refusals,
  referringTo,
  schemaReference,
  sharedParameters,
} from './openapi-components.ts';
import { exampleComponents, examplesOf, type RecordedExchanges } from './openapi-examples.ts';
import type { Includable, Route } from './route.ts';

interface Tag {
  readonly name: string;
  readonly description: string;
}

/** Inputs of the API description other than the routes. */
export interface DescriptionOptions {
  readonly version: string;
  readonly sessionCookie: string;
  /** Path prefix under which a reverse proxy serves the service. It is usually empty. */
  readonly pathPrefix?: string;
  /** Tags by which operations are grouped. */
  readonly tags?: readonly Tag[];
  readonly exchanges?: RecordedExchanges;
}

/** Returns the API description of all routes. */
export type Describe = (options: Omit<DescriptionOptions, 'tags'>) => object;

type ResourceByType = ReadonlyMap<string, Resource<never>>;

interface Described {
  readonly resources: ResourceByType;
  readonly exchanges: RecordedExchanges;
  readonly refusals: Refusals;
  /** Query parameters of several operations, by component name. */
  readonly repeated: ReadonlyMap<string, object>;
}

/**
 * Returns the API description of all routes except HTML pages. `includable` are the resource types that can be included
 * in documents.
 */
export function describeApi(
  routes: readonly Route[],
  includable: readonly Includable[],
  { version, sessionCookie, pathPrefix = '', tags = [], exchanges = {} }: DescriptionOptions,
): object {
  const resources: ResourceByType = new Map(includable.map(({ type, resource }) => [type, resource]));
  const described = routes.filter(({ reply }) => reply.isPage !== true);
  requireOperations(described);
  const schemas = namedSchemas(
    described.map((route) => ({ route, output: outputOf(resources, route) })),
    includable,
  );
  const withReferences = referringTo(schemas);
  const refusals = new Refusals();
  const repeated = repeatedQueryParameters(described);
  const paths = [...Map.groupBy(described, ({ path }) => templateOf(path))].map(([path, there]) => [
    path,
    Object.fromEntries(
      there.map((route) => [
        route.method.toLowerCase(),
        operationOf({ resources, exchanges, refusals, repeated }, route),
      ]),
    ),
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Tipstaff', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    // The server URL must not end with a slash, because paths are appended to it.
    servers: [{ url: pathPrefix }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    security: [{ token: [] }, { session: [] }],
    paths: withReferences(Object.fromEntries(paths)),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
      },
      parameters: {
        ...sharedParameters,
        ...pathParameterComponents(described),
        ...Object.fromEntries(repeated),
      },
      responses: withReferences(refusals.components),
      schemas: mapValues(Object.fromEntries(schemas), withReferences),
      examples: exampleComponents(exchanges),
    },
  };
}

/** Throws unless every described route has a unique `operationId`, from which code generators derive function names. */
const requireOperations = (routes: readonly Route[]): void => {
  const seen = new Set<string>();
  for (const { method, path, operation } of routes) {
    if (operation === undefined) throw new Error(`${method} ${path} has no operationId or no description`);
    if (seen.has(operation.operationId)) throw new Error(`two routes have the operationId ${operation.operationId}`);
    seen.add(operation.operationId);
  }
};

const operationOf = (described: Described, route: Route) => {
  const parameters = [...pathParameters(route.path), ...queryParameters(described, route), ...headerParameters(route)];
  const body = requestBody(described, route);
  return {
    ...(route.tag !== undefined && { tags: [route.tag] }),
    ...route.operation,
    ...securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: body }),
    responses: Object.fromEntries([
      ...successesOf(described, route),
      ...failuresOf(route).map((status) => [String(status), described.refusals.referenceTo(route, status)]),
    ]),
  };
};

const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

const namesIn = (path: string): readonly string[] => [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);

const pathParameters = (path: string) => namesIn(path).map(parameterReference);

/** Returns the path parameters of all routes by name. */
const pathParameterComponents = (routes: readonly Route[]): object =>
  Object.fromEntries(
    routes
      .flatMap(({ path }) => namesIn(path))
      .map((name) => [name, { name, in: 'path', required: true, schema: { type: 'string' } }]),
  );

interface QueryParameter {
  readonly name: string;
  /** Accepted values. If absent, every text is accepted. */
  readonly values?: readonly string[] | undefined;
}

/** Returns the query parameters of a route, except for the pagination parameters. */
const ownQueryParameters = ({
  query: { parameters = [], choices = {}, sort = [], include = [] },
}: Route): readonly QueryParameter[] => [
  ...parameters.map((name) => ({ name, values: choices[name] })),
  ...(sort.length > 0 ? [{ name: 'sort', values: sort }] : []),
  ...(include.length > 0 ? [{ name: 'include', values: include }] : []),
];

/**
 * Returns the description of a query parameter. The value of `include` is a comma-separated list of relationship paths,
 * in which `_` and `-` are equivalent.
 */
const parameterOf = ({ name, values }: QueryParameter): object => {
  const schema = values === undefined ? { type: 'string' } : { type: 'string', enum: values };
  const list = { style: 'form', explode: false, schema: { type: 'array', items: schema } };
  return { name, in: 'query', ...(name === 'include' ? list : { schema }) };
};

/** Returns the component name of a query parameter, such as `query.filter.status.open` for `filter[status]`. */
const queryComponentName = ({ name, values = [] }: QueryParameter): string =>
  ['query', name.replaceAll('[', '.').replaceAll(']', ''), ...values].join('.');

const repeatedQueryParameters = (routes: readonly Route[]): ReadonlyMap<string, object> => {
  const byName = Map.groupBy(routes.flatMap(ownQueryParameters), queryComponentName);
  return new Map(
    [...byName].flatMap(([name, [first, second]]) => (first && second ? [[name, parameterOf(first)]] : [])),
  );
};

const queryParameters = ({ repeated }: Described, route: Route): readonly object[] => {
  return [
    ...(route.query.paginated ? ['page-number', 'page-size', 'page-after', 'page-before'].map(parameterReference) : []),
    ...ownQueryParameters(route).map((parameter) => {
      const name = queryComponentName(parameter);
      return repeated.has(name) ? parameterReference(name) : parameterOf(parameter);
    }),
  ];
};

const preconditionFailed = 412;

const headerParameters = ({ creates, failures }: Route) => [
  ...(failures.includes(preconditionFailed) ? [parameterReference('if-match')] : []),
  ...(creates ? [parameterReference('idempotency-key')] : []),
];

/** Returns the resource types of the records along a relationship path. */
const typesAlong = (resources: ResourceByType, start: Resource<never> | undefined, path: string): readonly string[] => {
  let here = start;
  return path.split('.').map((name) => {
    const type = here?.targets[name];
    if (type === undefined) throw new Error(`${here?.type} has no relationship ${name} to include`);
    here = resources.get(type);
    return type;
  });
};

/**
 * Schema for the elements of `included` if a route accepts only the paths in `emptyInclude`. The array `included` is
 * then always empty.
 */
const absentRecord = Type.Object({ type: Type.String(), id: Type.String() });

/**
 * Returns the schemas of the resources that a route can include. The result for a relationship route is the schema of
 * the related records.
 */
const includableSchemas = (resources: ResourceByType, { query, reply }: Route): readonly TSchema[] => {
  const paths = reply.relationship === undefined ? (query.include ?? []) : [reply.relationship];
  if (paths.length === 0 && query.emptyInclude !== undefined) return [absentRecord];
  const types = new Set(paths.flatMap((path) => typesAlong(resources, reply.resource, path)));
  return [...types].map((type) => Type.Unsafe(schemaReference(type)));
};

const isOpen = ({ caller }: Route): boolean => caller === 'anyone' || caller === 'visitor';

/** Returns the error statuses of a route. Most follow from the route's declaration. `failures` contains the others. */
const failuresOf = (route: Route): readonly number[] => {
  const { method, caller, path, payload, isUpload, creates, rateLimit, failures } = route;
  const implied = [
    // 400, because every route refuses an unknown `include` path.
    400,
    ...(isOpen(route) ? [] : [401, 404]),
    ...(method !== 'GET' && (caller !== 'anyone' || route.requiresSameOrigin) ? [403] : []),
    ...(path.includes(':') ? [404] : []),
    ...(payload === undefined ? [] : [408, 413, 415, 422]),
    ...(isUpload ? [408, 413, 415] : []),
    ...(creates ? [422] : []),
    ...(rateLimit === 'none' ? [] : [429]),
    500,
    503,
  ];
  return [...new Set([...implied, ...failures])].sort((one, other) => one - other);
};

const bytes = { type: 'string', format: 'binary' };

const outputOf = (resources: ResourceByType, route: Route): TSchema | undefined =>
  route.reply.schema?.(includableSchemas(resources, route));

const successesOf = (described: Described, route: Route) => {
  const { status, otherStatus = status } = route.reply;
  return [...new Set([status, otherStatus])].map((each) => successOf(described, route, each));
};

const successOf = ({ resources, exchanges }: Described, route: Route, status: number) => {
  const { mediaType, otherMediaTypes = [] } = route.reply;
  const description = STATUS_CODES[status] ?? '';
  if (mediaType === undefined) return [String(status), { description }];
  const shown = outputOf(resources, route) ?? bytes;
  const content = {
    [mediaType]: { schema: shown, ...examplesOf(exchanges, route, 'response') },
    ...Object.fromEntries(otherMediaTypes.map((other) => [other, { schema: shown }])),
  };
  return [String(status), { description, content }];
};

const requestBody = ({ exchanges }: Described, route: Route) => {
  const { payload, isUpload } = route;
  const examples = examplesOf(exchanges, route, 'request');
  if (isUpload) return { required: true, content: { 'application/octet-stream': { schema: bytes, ...examples } } };
  if (payload === undefined) return undefined;
  const content = { [payload.mediaTypes[0]]: { schema: payload.schema, ...examples } };
  return { required: payload.isOptional !== true, content };
};

const securityOf = (route: Route) => {
  if (isOpen(route)) return { security: [] };
  return route.caller === 'session' ? { security: [{ session: [] }] } : {};
};
