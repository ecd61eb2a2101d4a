// Extracts the operations from the OpenAPI 3.1 description for the pages of the API reference.
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly isRequired: boolean;
  /** Permitted values, if there are only a few. */
  readonly values: readonly string[];
}

interface RequestBody {
  readonly mediaType: string;
  /** Recorded example of a request body. Empty if there is none. */
  readonly example: string;
}

interface DescribedResponse {
  readonly status: string;
  readonly description: string;
  /** Recorded example of a response body. Empty if there is none. */
  readonly example: string;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Path template with parameters in braces. */
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

/** Returns a function that resolves `$ref` references within the description. It returns any other value unchanged. */
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

/** Returns the media type and the recorded example of a request or response body. */
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

/** Returns the operations of an OpenAPI 3.1 description in their original order. */
export function referenceIn(description: unknown): Reference {
  const resolve = resolverOf(description);
  const operations = entries(member(description, 'paths')).flatMap(([path, item]) =>
    entries(item)
      .filter(([method]) => methods.some((each) => each === method))
      .map((each) => operationOf(resolve, path, each)),
  );
  return { tags: list(member(description, 'tags')).map((tag) => text(member(tag, 'name'))), operations };
}
