// Generates values that match a JSON Schema, in which some parts are replaced with hostile values.
import fc from 'fast-check';
import { hostileJson } from './hostile.ts';

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Attributes that are not generated, because random values would make the service connect to random servers. */
const leadingOutside: readonly string[] = ['test-email-address'];

/** Number of matching parts for each hostile part. */
const fitting = 24;
const maxElements = 3;

/** Sample texts that are valid for attributes of this API. */
const usual: readonly string[] = [
  'no-public-buckets',
  'Tagging_2',
  'someone.else',
  'someone@example.com',
  'Other.One@Example.COM',
  'data.policies.deny',
  'A text with spaces; and *marks*, 100 %.',
  'İstanbul ß ﬁ 🙂',
  'correct horse battery staple',
  '2031-05-06T07:08:09.123Z',
  '2001-05-06T07:08:09+02:00',
  'mandatory',
  'hard-mandatory',
  'advisory',
  'no-public-buckets.rego',
  'ws-1234567890abcdef',
];

const fits =
  ({ pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema) =>
  (text: string): boolean =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern).test(text)) &&
    (format !== 'date-time' || /^20\d\d-/.test(text));

/**
 * The generator does not support negative lookahead in patterns, so values that the lookahead forbids are filtered out.
 */
const negativeLookahead = /\(\?!(?:[^()])*\)/g;

const texts = (schema: Schema, references: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const known = usual.filter(fits(schema));
  const { pattern, minLength = 0, maxLength = 100 } = schema;
  const made =
    pattern === undefined
      ? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, Math.max(minLength, 100)) })
      : fc.stringMatching(new RegExp(pattern.replaceAll(negativeLookahead, ''))).filter(fits(schema));
  if (known.length === 0) return fc.oneof(made, references);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: made },
    { weight: 1, arbitrary: references },
  );
};

/** Generates values for `schema`. `references` generates names of existing records, for members called `id`. */
export const valuesOf = (schema: object, references: fc.Arbitrary<string>): fc.Arbitrary<unknown> => {
  const objects = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> =>
    fc.record(
      Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => !leadingOutside.includes(name))
          .map(([name, each]) => [name, name === 'id' ? identifier(each) : value(each)]),
      ),
      { requiredKeys: [...required], noNullPrototype: true },
    );
  const identifier = (each: Schema) => fc.oneof({ weight: 8, arbitrary: references }, value(each));

  const byType: Readonly<Record<string, (each: Schema) => fc.Arbitrary<unknown>>> = {
    object: objects,
    array: ({ items = {} }) => fc.array(value(items), { maxLength: maxElements }),
    string: (each) => texts(each, references),
    integer: ({ minimum = 0, maximum = 100 }) => fc.integer({ min: minimum, max: Math.max(minimum, maximum) }),
    number: () => fc.double(),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
  };
  const plain = (each: Schema): fc.Arbitrary<unknown> => {
    if (each.const !== undefined) return fc.constant(each.const);
    if (each.enum !== undefined) return fc.constantFrom(...each.enum);
    if (each.anyOf !== undefined) return fc.oneof(...each.anyOf.map(value));
    return byType[each.type ?? '']?.(each) ?? hostileJson;
  };
  const value = (each: Schema): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: fitting, arbitrary: plain(each) }, { weight: 1, arbitrary: hostileJson });
  return value(schema);
};
