// Generates files for the API client from the OpenAPI description: types, response schemas and vocabulary.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { terraform } from '../src/jsonapi/vocabulary.ts';

const run = promisify(execFile);

type Json = ReturnType<typeof JSON.parse>;

const heading = '// Written by `npm run generate`';

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes the members that `isKept` rejects, at every level of a JSON value. */
const filtered = (value: Json, isKept: (name: string, member: Json) => boolean): Json => {
  if (Array.isArray(value)) return value.map((each) => filtered(each, isKept));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name, member]) => isKept(name, member));
  return Object.fromEntries(members.map(([name, member]) => [name, filtered(member, isKept)]));
};

/**
 * Whether to generate a type for a member of the OpenAPI description. Error responses are left out because they all
 * have the same document. Recorded examples are left out because they are not types.
 */
const isTyped = (name: string, member: Json): boolean =>
  !/^[45]\d\d$/.test(name) &&
  !(name === 'examples' && isObject(member)) &&
  name !== 'securitySchemes' &&
  name !== 'security';

const withoutRefusals = (description: Json): Json => {
  const { responses: _, ...components } = filtered(description, isTyped).components;
  return { ...filtered(description, isTyped), components };
};

/** Patterns of generated lines to remove: empty members, and header types that are not used. */
const noise = [
  /^ *readonly \w+\?: never;\n/gm,
  /^ *(?:readonly )?headers: \{\n *readonly \[name: string\]: unknown;\n *\};\n/gm,
  /^ *readonly parameters: \{\n *\};\n/gm,
  /^ *content\?: never;\n/gm,
  /^export type (webhooks|\$defs) = .*\n/gm,
];

/**
 * Returns the TypeScript types for the OpenAPI description. The generator is in the console's packages, because it
 * needs TypeScript 5.
 */
export async function apiTypes(description: string): Promise<string> {
  const program = fileURLToPath(new URL('../console/node_modules/openapi-typescript/bin/cli.js', import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-types-'));
  const [source, target] = [join(folder, 'api.json'), join(folder, 'api.ts')];
  await writeFile(source, JSON.stringify(withoutRefusals(JSON.parse(description))));
  await run(process.execPath, [program, source, '--immutable', '-o', target]);
  const text = await readFile(target, 'utf8');
  await rm(folder, { recursive: true });
  const types = noise
    .reduce((left, part) => left.replace(part, ''), text.replace(/^\/\*\*[\s\S]*?\*\/\n/, ''))
    .replace('export interface operations', 'interface operations');
  return `${heading} from docs/openapi.json.\n${types.replace(/^( {4})+/gm, (indent) => '  '.repeat(indent.length / 4))}`;
}

const jsonTypes = ['application/vnd.api+json', 'application/json'];

/** Returns the JSON types of the values of an enumeration. */
const typesOf = (values: readonly unknown[]): readonly string[] => [
  ...new Set(values.map((value) => (value === null ? 'null' : typeof value))),
];

const scalar = ({ type, enum: values, const: only }: Json): Json => {
  const types = type ?? (values !== undefined ? typesOf(values) : only !== undefined ? typesOf([only]) : undefined);
  return types === undefined ? {} : { type: [types].flat().length === 1 ? [types].flat()[0] : types };
};

/**
 * Reduces a schema to its members and their types. All other constraints are left out, because a newer service may
 * change them.
 */
const shapeOf = (schema: Json): Json => {
  if (schema.$ref !== undefined) return { $ref: schema.$ref.split('/').at(-1) };
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return { anyOf: union.map(shapeOf) };
  const { required, properties, additionalProperties: more, items } = schema;
  return {
    ...scalar(schema),
    ...(required?.length > 0 && { required }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, shapeOf(each)])),
    }),
    ...(isObject(more) && { additionalProperties: shapeOf(more) }),
    ...(isObject(items) && { items: shapeOf(items) }),
  };
};

const answerOf = ({ responses }: Json): Json => {
  const contents = Object.entries<Json>(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content);
  const schemas = contents.flatMap((content) => jsonTypes.flatMap((type) => content?.[type]?.schema ?? []));
  return schemas.length === contents.length ? schemas.at(-1) : undefined;
};

const references = (value: Json): readonly string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, name = '']) => name);

/** Returns the schemas that the response schemas refer to, directly or through other schemas. */
const sharedBy = (shapes: Json, schemas: Json, found: Record<string, Json> = {}): Readonly<Record<string, Json>> => {
  for (const name of references(shapes)) {
    if (found[name] !== undefined) continue;
    found[name] = shapeOf(schemas[name]);
    sharedBy(found[name], schemas, found);
  }
  return found;
};

const linesOf = (values: Readonly<Record<string, Json>>): string =>
  Object.entries(values)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
    .join('');

/** Returns the response schema of each operation. */
export function answerShapes(description: string): string {
  const { paths, components } = JSON.parse(description);
  const answers = Object.fromEntries(
    Object.entries<Json>(paths).flatMap(([path, operations]) =>
      Object.entries<Json>(operations).flatMap(([method, operation]) => {
        const schema = operation.responses === undefined ? undefined : answerOf(operation);
        return schema === undefined ? [] : [[`${method} ${path}`, shapeOf(schema)] as const];
      }),
    ),
  );
  const shared = sharedBy(answers, components.schemas);
  return `${heading} from docs/openapi.json.\nimport type { AnswerShapes } from './answer-check.ts';\n\nexport const shared: AnswerShapes['shared'] = {\n${linesOf(shared)}};\n\nexport const answers: AnswerShapes['answers'] = {\n${linesOf(answers)}};\n`;
}

/**
 * Returns a TypeScript file with the names in the `terraform` vocabulary that differ from the neutral names. The keys
 * are the neutral names.
 */
export function differingWords(): string {
  const { attributes, values, types, sms } = terraform;
  const differing = { attributes, kinds: values.kind, types: { ...types, sms } };
  const text = JSON.stringify(differing, null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")
    .replaceAll(/(?<![{[,])\n/g, ',\n')
    .replace(/,\n$/, '\n');
  return `${heading} from src/jsonapi/vocabulary.ts.\nexport const differing = ${text} as const;\n`;
}
