// Translates schemas from the neutral vocabulary to another vocabulary: names of properties, and values of
// enumerations.
import type { TSchema } from 'typebox';
import { attributeIn, type Vocabulary } from './vocabulary.ts';

type Values = Vocabulary['values'][string];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const member = (schema: TSchema, name: string): unknown => Reflect.get(schema, name);

const propertiesOf = (schema: TSchema): readonly (readonly [string, TSchema])[] =>
  Object.entries(Object(member(schema, 'properties')));

const hasWord = (schema: TSchema, values: Values): values is NonNullable<Values> => {
  const words = member(schema, 'enum');
  return values !== undefined && Array.isArray(words) && words.some((word) => values[word] !== undefined);
};

/** Translates the values of an enumeration. */
export const enumIn = (schema: TSchema, values: Values): TSchema =>
  hasWord(schema, values)
    ? { ...schema, enum: [member(schema, 'enum')].flat().map((word) => values[String(word)] ?? word) }
    : schema;

/** Translates a schema. Returns the same object if the vocabulary changes nothing in it. */
export function schemaIn(schema: TSchema, words: Vocabulary): TSchema {
  const items = member(schema, 'items');
  if (isObject(items)) {
    const own = schemaIn(items, words);
    return own === items ? schema : { ...schema, items: own };
  }
  const properties = propertiesOf(schema);
  const own = properties.map(
    ([name, each]) => [attributeIn(words, name), enumIn(schemaIn(each, words), words.values[name])] as const,
  );
  if (own.every(([name, each], index) => name === properties[index]?.[0] && each === properties[index]?.[1]))
    return schema;
  const required = [member(schema, 'required') ?? []].flat().map((name) => attributeIn(words, String(name)));
  return { ...schema, ...('required' in schema && { required }), properties: Object.fromEntries(own) };
}

/** Translates a value from a request to the neutral vocabulary. The value need not be valid. */
type Reader = (sent: unknown) => unknown;

/**
 * Result for a neutral name that the vocabulary replaces by another name. The neutral name is invalid in requests, so
 * the result is empty.
 */
const noWord = '';

const valueReader = (values: NonNullable<Values>): Reader => {
  const pairs = Object.entries(values);
  const own = new Map<unknown, unknown>([
    ...pairs.map(([word]) => [word, noWord] as const),
    ...pairs.map(([word, wire]) => [wire, word] as const),
  ]);
  return (sent) => own.get(sent) ?? sent;
};

interface Part {
  readonly name: string;
  readonly wire: string;
  readonly read: Reader;
}

const objectReader =
  (parts: readonly Part[]): Reader =>
  (sent) => {
    if (!isObject(sent)) return sent;
    const own: Record<string, unknown> = { ...sent };
    for (const { name, wire, read } of parts) own[name] = read(sent[wire]);
    return own;
  };

const same: Reader = (sent) => sent;

/**
 * Returns the function that translates values of a schema to the neutral vocabulary, or undefined if no value needs
 * translation.
 */
export function neutralReader(schema: TSchema, words: Vocabulary, values?: Values): Reader | undefined {
  if (hasWord(schema, values)) return valueReader(values);
  const items = member(schema, 'items');
  if (isObject(items)) {
    const read = neutralReader(items, words);
    return read && ((sent) => (Array.isArray(sent) ? sent.map((each) => read(each)) : sent));
  }
  const parts = propertiesOf(schema).flatMap(([name, each]): Part[] => {
    const [wire, read] = [attributeIn(words, name), neutralReader(each, words, words.values[name])];
    return wire === name && read === undefined ? [] : [{ name, wire, read: read ?? same }];
  });
  return parts.length === 0 ? undefined : objectReader(parts);
}
