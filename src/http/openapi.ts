// The API description (OpenAPI 3.1), made from the same values that the server serves.
import { STATUS_CODES } from 'node:http';
import { type TSchema, Type } from 'typebox';
import { errorSchema } from '../jsonapi/document.ts';
import { jsonApiType } from '../jsonapi/payload.ts';
import type { Resource } from '../jsonapi/resource.ts';
import type { Includable, Route } from './route.ts';

const preconditionFailed = 412;

type ResourceByType = ReadonlyMap<string, Resource<never>>;

const parameter = (place: 'path' | 'query' | 'header', name: string, schema: object, description?: string) => ({
  name,
  in: place,
  required: place === 'path',
  schema,
  ...(description !== undefined && { description }),
});

const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

const pathParameters = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => parameter('path', name, { type: 'string' }));

/** Who changes a record may say which one is meant. */
const headerParameters = ({ failures }: Route) =>
  failures.includes(preconditionFailed)
    ? [
        parameter(
          'header',
          'If-Match',
          { type: 'string' },
          'The `ETag` of the record that is meant, or `*`; otherwise 412.',
        ),
      ]
    : [];

const queryParameters = ({ query }: Route) => {
  const { paginated, search = [], filter = [], sort = [], plain = [], include = [] } = query;
  const text = { type: 'string' };
  return [
    ...(paginated
      ? [
          parameter('query', 'page[number]', { type: 'integer', minimum: 1, default: 1 }),
          parameter('query', 'page[size]', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
        ]
      : []),
    ...search.map((name) => parameter('query', `search[${name}]`, text)),
    ...filter.map((name) => parameter('query', `filter[${name}]`, text)),
    ...plain.map((name) => parameter('query', name, text)),
    ...(sort.length > 0 ? [parameter('query', 'sort', { type: 'string', enum: sort })] : []),
    ...(include.length > 0
      ? [parameter('query', 'include', text, `Comma-separated: ${include.join(', ')}; \`-\` and \`_\` are the same.`)]
      : []),
  ];
};

/** The types that a path of relationships leads through. */
const typesAlong = (resources: ResourceByType, start: Resource<never> | undefined, path: string): readonly string[] => {
  let here = start;
  return path.split('.').map((name) => {
    const type = here?.targets[name];
    if (type === undefined) throw new Error(`${here?.type} has no relationship ${name} to include`);
    here = resources.get(type);
    return type;
  });
};

const includableSchemas = (resources: ResourceByType, { query, reply }: Route): readonly TSchema[] => {
  const paths = query.include ?? [];
  const types = new Set(paths.flatMap((path) => typesAlong(resources, reply.resource, path)));
  return [...types].map((type) => Type.Unsafe({ $ref: `#/components/schemas/${type}` }));
};

const content = (mediaType: string, schema: object) => ({ [mediaType]: { schema } });

const errorContent = content(jsonApiType, { $ref: '#/components/schemas/errors' });

const isOpen = ({ caller }: Route): boolean => caller === 'anyone' || caller === 'visitor';

/** The refusals that follow from what a route is made of. */
const impliedFailures = (route: Route): readonly number[] => {
  const { method, caller, path, payload, isUpload, rateLimit } = route;
  return [
    // Every route refuses an `include` that it does not offer.
    400,
    ...(isOpen(route) ? [] : [401, 404]),
    ...(method !== 'GET' && (caller !== 'anyone' || route.requiresSameOrigin) ? [403] : []),
    ...(path.includes(':') ? [404] : []),
    ...(payload === undefined ? [] : [413, 415, 422]),
    ...(isUpload ? [413, 415] : []),
    ...(rateLimit === 'api' ? [429] : []),
    500,
    503,
  ];
};

const failuresOf = (route: Route) => {
  const statuses = [...new Set([...impliedFailures(route), ...route.failures])].sort((one, other) => one - other);
  const { failure: own, showFailure } = route.reply;
  const usual = showFailure === undefined ? errorContent : {};
  const shown = own === undefined ? errorContent : { ...usual, ...content('application/json', own) };
  return statuses.map((status) => [String(status), { description: STATUS_CODES[status] ?? '', content: shown }]);
};

const successOf = (resources: ResourceByType, route: Route) => {
  const { status, mediaType, schema } = route.reply;
  const description = STATUS_CODES[status] ?? '';
  if (mediaType === undefined) return [String(status), { description }];
  const shown = schema?.(includableSchemas(resources, route)) ?? { type: 'string', format: 'binary' };
  return [String(status), { description, content: content(mediaType, shown) }];
};

const requestBody = ({ payload, isUpload }: Route) => {
  if (isUpload)
    return { required: true, content: content('application/octet-stream', { type: 'string', format: 'binary' }) };
  if (payload === undefined) return undefined;
  return { required: payload.isOptional !== true, content: content(payload.mediaTypes[0], payload.schema) };
};

const securityOf = (route: Route) => {
  if (isOpen(route)) return [];
  return route.caller === 'session' ? [{ session: [] }] : [{ token: [] }, { session: [] }];
};

const operationOf = (resources: ResourceByType, route: Route) => {
  const body = requestBody(route);
  return {
    ...route.operation,
    security: securityOf(route),
    parameters: [...pathParameters(route.path), ...queryParameters(route), ...headerParameters(route)],
    ...(body !== undefined && { requestBody: body }),
    responses: Object.fromEntries([successOf(resources, route), ...failuresOf(route)]),
  };
};

/** Describes routes, save the pages; `includable` are the types that documents may include. */
export const describeApi = (
  routes: readonly Route[],
  includable: readonly Includable[],
  { version, sessionCookie }: { readonly version: string; readonly sessionCookie: string },
): object => {
  const resources: ResourceByType = new Map(includable.map(({ type, resource }) => [type, resource]));
  const described = routes.filter(({ reply }) => reply.isPage !== true);
  const byPath = Map.groupBy(described, ({ path }) => templateOf(path));
  const paths = [...byPath].map(([path, there]) => [
    path,
    Object.fromEntries(there.map((route) => [route.method.toLowerCase(), operationOf(resources, route)])),
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Reeve', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
      },
      schemas: {
        errors: errorSchema,
        ...Object.fromEntries(includable.map(({ type, schema }) => [type, schema])),
      },
    },
  };
};
