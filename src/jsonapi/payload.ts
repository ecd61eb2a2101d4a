import { type Static, type TSchema, Type } from 'typebox';
import { formFields, hasTooManyFields, maxFormFields } from '../lib/text/form.ts';
import { type ApiError, invalid, type Problem } from './errors.ts';
import { type Excess, limitViolation } from './json-shape.ts';
import type { ProblemCode } from './problem-codes.ts';
import { Identifier } from './schema.ts';
import { neutralReader, schemaIn } from './schema-words.ts';
import { validate } from './validate.ts';
import { attributeIn, declared, typeIn, type Vocabulary } from './vocabulary.ts';

export const jsonApiType = 'application/vnd.api+json';
/** Media type for a payload that accepts every media type, and also a request without one. */
export const anyType = '*/*';
const plainType = 'application/json';
const maxIdentifiers = 1_000;

/** Format of a request body, such as JSON. */
export interface Notation {
  readonly name: string;
  /**
   * Returns why a body is too large or too complex to be parsed, such as `has more than 9 fields`. Returns undefined if
   * it can be parsed.
   */
  excessIn(bytes: Uint8Array, maxValues: number): string | undefined;
  /** Parses a body. Throws if it does not have this format. */
  parse(text: string): unknown;
  /** Returns the error for a body that does not have this format. By default, the error is 400. */
  refuse?(detail: string, code: ProblemCode): ApiError;
}

const maxDepth = 32;
/** Maximum number of members of an object. It limits the work for each object, and no valid request comes near it. */
const maxMembers = 1_000;

const excesses: Readonly<Record<Excess, (maxValues: number) => string>> = {
  values: (max) => `has more than ${max} values`,
  depth: () => `is nested deeper than ${maxDepth} levels`,
  members: () => `has an object of more than ${maxMembers} members`,
};

export const jsonNotation: Notation = {
  name: 'JSON',
  excessIn: (bytes, values) => {
    const excess = limitViolation(bytes, { values, depth: maxDepth, members: maxMembers });
    return excess && excesses[excess](values);
  },
  parse: (text) => JSON.parse(text),
};

/**
 * Declaration of a request body: its schema, and the conversion of a parsed body to the endpoint's input in the neutral
 * vocabulary.
 */
export interface Payload<Input> {
  /** Accepted media types, which may include `anyType`. The API description shows the first. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Format of the body; JSON by default. */
  readonly notation?: Notation;
  readonly schema: TSchema;
  /** Whether the body may be missing. `null` and `{}` then count as a missing body, whatever the content type is. */
  readonly isOptional?: boolean;
  /**
   * Validates a parsed body and returns the endpoint's input. Throws 422 with all violated rules. `value` is undefined
   * if the body is missing.
   */
  check(value: unknown): Input;
}

/** Type of the input that a payload declaration results in. */
export type InputOf<Of> = Of extends Payload<infer Input> ? Input : never;

const covers = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

/** Returns the problems that rules have found, except those about attributes that already violate the schema. */
const withoutReported = (broken: readonly Problem[], reported: readonly Problem[]): readonly Problem[] =>
  broken.filter((rule) => !reported.some((one) => covers(one.pointer ?? '', rule.pointer ?? '')));

const checked = <Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  broken: readonly Problem[] = [],
): Static<Schema> => {
  const result = validate(schema, value);
  const reported = 'problems' in result ? result.problems : [];
  const problems = [...reported, ...withoutReported(broken, reported)];
  if ('problems' in result || problems.length > 0) throw invalid(...problems);
  return result.value;
};

/** Attributes that a request document accepts. */
interface Taken<Attributes extends TSchema = TSchema> {
  readonly attributes: Attributes;
  /** Further attributes, which only vocabularies with `hasCompatAttributes` accept. */
  readonly compat?: Readonly<Record<string, TSchema>>;
}

interface DocumentSpec<Attributes extends TSchema, Relationships extends TSchema> extends Taken<Attributes> {
  readonly type: string;
  /** Other type names, which are accepted only if the type is optional. Some clients send the type in the singular. */
  readonly otherTypes?: readonly string[];
  readonly relationships?: Relationships;
  /**
   * Whether the type may be absent or empty, and whether the whole document may be absent. This is possible only if no
   * attribute is required.
   */
  readonly isOptional?: boolean;
  /** Whether the media type `application/json` is also accepted. */
  readonly isAlsoPlain?: boolean;
  /**
   * Returns the violations of rules that concern more than one attribute. The values are those that the client has
   * sent, valid or not. Attributes of the schema are in the neutral vocabulary, and all others are unchanged.
   */
  readonly rules?: (attributes: Readonly<Record<string, unknown>>, words: Vocabulary) => readonly Problem[];
}

/** Contents of a JSON:API document with one resource. */
export interface DocumentInput<Attributes, Relationships> {
  readonly attributes: Attributes;
  readonly relationships: Partial<Relationships>;
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

const recordIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const requiresSome = (attributes: TSchema): boolean =>
  'required' in attributes && Array.isArray(attributes.required) && attributes.required.length > 0;

/** Returns the schema of the attributes that a vocabulary accepts. */
const takenIn = ({ attributes, compat = {} }: Taken, { behaviour }: Vocabulary): TSchema =>
  behaviour.hasCompatAttributes && Object.keys(compat).length > 0
    ? Type.Object({ ...compat, ...Object(Reflect.get(attributes, 'properties')) })
    : attributes;

/**
 * Request document with one resource, for creating or updating a record. `attributes` may be absent if no attribute is
 * required.
 */
export const documentPayload = <Attributes extends TSchema, Relationships extends TSchema>(
  spec: DocumentSpec<Attributes, Relationships>,
): Payload<DocumentInput<Static<Attributes>, Static<Relationships>>> => declared((words) => documentIn(spec, words));

const documentIn = <Attributes extends TSchema, Relationships extends TSchema>(
  spec: DocumentSpec<Attributes, Relationships>,
  words: Vocabulary,
): Payload<DocumentInput<Static<Attributes>, Static<Relationships>>> => {
  const { type, relationships, isOptional = false, isAlsoPlain = false, rules, otherTypes = [] } = spec;
  const taken = takenIn(spec, words);
  const attributes = schemaIn(taken, words);
  const read = neutralReader(taken, words);
  const schema = Type.Object({
    data: Type.Object({
      type: isOptional ? Type.Optional(Type.Enum([type, ...otherTypes, ''])) : Type.Literal(type),
      attributes: requiresSome(attributes) ? attributes : Type.Optional(attributes),
      ...(relationships && { relationships: Type.Optional(relationships) }),
    }),
  });
  return {
    mediaTypes: isAlsoPlain ? [jsonApiType, plainType] : [jsonApiType],
    schema,
    isOptional,
    check: (value) => {
      if (isOptional && value === undefined) return { attributes: {} as Static<Attributes>, relationships: {} };
      const data = member(value, 'data');
      const came = member(data, 'attributes');
      const own = recordIn(read === undefined ? came : read(came));
      checked<TSchema>(schema, value ?? {}, came === undefined ? [] : rules?.(own, words));
      return {
        attributes: own as Static<Attributes>,
        relationships: recordIn(member(data, 'relationships')) as Partial<Static<Relationships>>,
      };
    },
  };
};

/**
 * Contents of a document that changes some attributes of a record: the valid attributes, and problems with the invalid
 * ones.
 */
export interface PartialInput {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

const attributesPointer = '/data/attributes/';

const attributeAt = ({ pointer = '' }: Problem): string | undefined =>
  pointer.startsWith(attributesPointer) ? pointer.slice(attributesPointer.length).split('/')[0] : undefined;

interface PartialSpec {
  readonly type: string;
  readonly attributes: Readonly<Record<string, TSchema>>;
  /** Further attributes, which only vocabularies with `hasCompatAttributes` accept. */
  readonly compat?: Readonly<Record<string, TSchema>>;
}

/**
 * Request document that changes some attributes of a record. Its type is optional. Problems with attributes are
 * returned instead of thrown, so that the caller can report them together with problems of the whole record. Unknown
 * attributes are ignored.
 */
export const partialPayload = (spec: PartialSpec): Payload<PartialInput> => declared((words) => partialIn(spec, words));

const partialIn = ({ type, attributes, compat }: PartialSpec, words: Vocabulary): Payload<PartialInput> => {
  const taken = Object.entries({ ...attributes, ...(words.behaviour.hasCompatAttributes && compat) });
  const named = taken.map(([name, each]) => ({ name, wire: attributeIn(words, name), schema: each }));
  const schema = Type.Object({
    data: Type.Object({
      type: Type.Optional(Type.Enum([typeIn(words, type), ''])),
      attributes: Type.Partial(Type.Object(Object.fromEntries(named.map((each) => [each.wire, each.schema])))),
    }),
  });
  return {
    mediaTypes: [jsonApiType],
    schema,
    check: (value) => {
      const result = validate(schema, value ?? {});
      const problems = 'problems' in result ? result.problems : [];
      const wrong = problems.map(attributeAt);
      if (wrong.includes(undefined)) throw invalid(...problems);
      const came = recordIn(member(member(value, 'data'), 'attributes'));
      const right = named.filter(({ wire }) => Object.hasOwn(came, wire) && !wrong.includes(wire));
      return { attributes: Object.fromEntries(right.map(({ name, wire }) => [name, came[wire]])), problems };
    },
  };
};

/** Request document with a list of resource identifiers, for endpoints that change a to-many relationship. */
export const identifiersPayload = (...types: readonly string[]): Payload<readonly string[]> => {
  const identifier = Type.Object({ id: Identifier(), type: Type.Enum([...types]) });
  const schema = Type.Object({ data: Type.Array(identifier, { maxItems: maxIdentifiers }) });
  return {
    mediaTypes: [jsonApiType],
    schema,
    check: (value) => checked(schema, value ?? {}).data.map(({ id }) => id),
  };
};

/** Request document whose `data` is not a single resource but, for example, a list of records. */
export const dataPayload = <Data extends TSchema>(data: Data): Payload<Static<Data>> => {
  const schema = Type.Object({ data });
  return {
    mediaTypes: [jsonApiType],
    schema,
    check: (value) => (checked<TSchema>(schema, value ?? {}) as { readonly data: Static<Data> }).data,
  };
};

/** Request body that is a plain JSON object, for the few endpoints that do not follow JSON:API. */
export const plainPayload = <Properties extends Record<string, TSchema>>(properties: Properties) => {
  const schema = Type.Object(properties);
  const payload: Payload<Static<typeof schema>> = {
    mediaTypes: [plainType, jsonApiType],
    schema,
    check: (value) => checked(schema, value ?? {}),
  };
  return payload;
};

const formNotation: Notation = {
  name: 'form data',
  excessIn: (bytes) => (hasTooManyFields(bytes) ? `has more than ${maxFormFields} fields` : undefined),
  parse: formFields,
};

/** Request body with the fields of an HTML form. If a field is repeated, its last value is used. */
export const formPayload = <Properties extends Record<string, TSchema>>(
  properties: Properties,
): Payload<Static<Type.TObject<Properties>>> => ({
  ...plainPayload(properties),
  mediaTypes: ['application/x-www-form-urlencoded'],
  notation: formNotation,
});
