// The API's own description, as the service serves it: in its words, so that nothing of it is translated.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure } from '../../../client/failure.ts';
import { reasonOf } from '../../../client/reason.ts';
import { pathTo } from './boot.ts';
import { keyOf } from './query-key.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly isRequired: boolean;
  /** The values that it can have, where they are few. */
  readonly values: readonly string[];
}

interface RequestBody {
  readonly mediaType: string;
  /** A body that the service took once; empty where none is recorded. */
  readonly example: string;
}

interface DescribedResponse {
  readonly status: string;
  readonly description: string;
  /** An answer that the service gave once; empty where none is recorded. */
  readonly example: string;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: readonly DescribedResponse[];
}

export interface Reference {
  readonly tags: readonly string[];
  readonly operations: readonly Operation[];
}

const member = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const entries = (value: unknown): readonly [string, unknown][] => Object.entries(Object(value));
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Resolves a reference within the description to its target; returns any other value as it is. */
const resolverOf = (description: unknown) => (value: unknown) => {
  const reference = text(member(value, '$ref'));
  if (!reference.startsWith('#/')) return value;
  return reference.slice(2).split('/').reduce(member, description);
};

type Resolve = ReturnType<typeof resolverOf>;

const shown = (value: unknown): string => {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
};

/** The media type of a body, with its recorded example. */
const contentOf = (resolve: Resolve, owner: unknown): RequestBody | undefined => {
  const [first] = entries(member(owner, 'content'));
  if (first === undefined) return undefined;
  const [mediaType, content] = first;
  const recorded = resolve(member(member(content, 'examples'), 'recorded'));
  return { mediaType, example: shown(member(recorded, 'value')) };
};

const placeOf = (value: unknown): Parameter['in'] => (value === 'path' || value === 'header' ? value : 'query');

const parameterOf = (resolve: Resolve, value: unknown): Parameter => {
  const parameter = resolve(value);
  const schema = resolve(member(parameter, 'schema'));
  return {
    name: text(member(parameter, 'name')),
    in: placeOf(member(parameter, 'in')),
    description: text(member(parameter, 'description')),
    isRequired: member(parameter, 'required') === true,
    values: list(member(schema, 'enum')).map(String),
  };
};

const responseOf = (resolve: Resolve, [status, value]: readonly [string, unknown]): DescribedResponse => {
  const response = resolve(value);
  return {
    status,
    description: text(member(response, 'description')),
    example: contentOf(resolve, response)?.example ?? '',
  };
};

const operationOf = (resolve: Resolve, path: string, [method, value]: readonly [string, unknown]): Operation => ({
  id: text(member(value, 'operationId')),
  method: method.toUpperCase(),
  path,
  tag: text(list(member(value, 'tags'))[0]),
  summary: text(member(value, 'summary')),
  description: text(member(value, 'description')),
  parameters: list(member(value, 'parameters')).map((each) => parameterOf(resolve, each)),
  body: contentOf(resolve, resolve(member(value, 'requestBody'))),
  responses: entries(member(value, 'responses')).map((each) => responseOf(resolve, each)),
});

/** The operations of a description (OpenAPI 3.1), in its order. */
function referenceIn(description: unknown): Reference {
  const resolve = resolverOf(description);
  const operations = entries(member(description, 'paths')).flatMap(([path, item]) =>
    entries(item)
      .filter(([method]) => methods.some((each) => each === method))
      .map((each) => operationOf(resolve, path, each)),
  );
  return { tags: list(member(description, 'tags')).map((tag) => text(member(tag, 'name'))), operations };
}

export const referenceQuery = queryOptions({
  queryKey: keyOf('api-reference'),
  queryFn: async ({ signal }) => {
    const response = await answerOf(fetch(pathTo('/api/v2/openapi.json'), { signal }));
    if (!response.ok) throw new ApiFailure(response.status, []);
    return referenceIn(await response.json());
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Waits for an answer; throws the `ApiFailure` of one that did not come. */
const answerOf = (request: Promise<Response>): Promise<Response> =>
  request.catch((error: unknown) => {
    throw new ApiFailure(0, [], { reason: 'lost', sentence: reasonOf(error) });
  });

/** Input of one request, as a person typed it. */
export interface Attempt {
  readonly operation: Operation;
  /** By the names of the parameters; an empty one is left out. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** True if only the beginning of the body is shown. */
  readonly isCut: boolean;
}

/** The path and the query of a request. */
export function addressOf({ operation, values }: Pick<Attempt, 'operation' | 'values'>): string {
  const typed = (name: string): string => values[name] ?? '';
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(typed(name)));
  const query = new URLSearchParams(
    operation.parameters.flatMap(({ name, in: place }) =>
      place === 'query' && typed(name) !== '' ? [[name, typed(name)]] : [],
    ),
  ).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Maximum length of a shown answer, in characters. */
const maxShown = 200_000;

const indented = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** Sends a request with the session of this browser. */
export async function sendAttempt(attempt: Attempt): Promise<Answered> {
  const { operation, values, body } = attempt;
  const headers = new Headers({ accept: 'application/vnd.api+json, application/json, */*' });
  for (const { name, in: place } of operation.parameters) {
    const value = values[name] ?? '';
    if (place === 'header' && value !== '') headers.set(name, value);
  }
  if (operation.body !== undefined && body !== '') headers.set('content-type', operation.body.mediaType);
  const sent = { method: operation.method, headers, ...(operation.body !== undefined && body !== '' && { body }) };
  const response = await answerOf(fetch(pathTo(addressOf(attempt)), sent));
  const whole = indented(await response.text());
  return {
    status: response.status,
    headers: [...response.headers],
    body: whole.slice(0, maxShown),
    isCut: whole.length > maxShown,
  };
}
