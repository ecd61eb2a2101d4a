import { type Static, type TSchema, Type } from 'typebox';
import { formFields, hasTooManyFields, maxFormFields } from '../lib/text/form.ts';
import { type ApiError, invalid, type Problem } from './errors.ts';
import { type Excess, excessIn } from './json-shape.ts';
import type { ProblemCode } from './problem-codes.ts';
import { Identifier } from './schema.ts';
import { neutralReader, schemaIn } from './schema-words.ts';
import { validate } from './validate.ts';
import { attributeIn, declared, typeIn, type Vocabulary } from './vocabulary.ts';

export const jsonApiType = 'application/vnd.api+json';
/** Stands for every media type, and for none at all. */
export const anyType = '*/*';
const plainType = 'application/json';
const maxIdentifiers = 1_000;

/** Notation of a body. */
export interface Notation {
  readonly name: string;
  /** Excess for which a body cannot be parsed, such as `has more than 9 fields`; undefined where there is none. */
  excessIn(bytes: Uint8Array, maxValues: number): string | undefined;
  /** Throws when the text is something else. */
  parse(text: string): unknown;
  /** The status for bytes that are something else; 400 by default. */
  refuse?(detail: string, code: ProblemCode): ApiError;
}

const maxDepth = 32;
/** No record has nearly as many; what looks at each of them then costs little. */
const maxMembers = 1_000;

const excesses: Readonly<Record<Excess, (maxValues: number) => string>> = {
  values: (max) => `has more than ${max} values`,
  depth: () => `is nested deeper than ${maxDepth} levels`,
  members: () => `has an object of more than ${maxMembers} members`,
};

export const jsonNotation: Notation = {
  name: 'JSON',
  excessIn: (bytes, values) => {
    const excess = excessIn(bytes, { values, depth: maxDepth, members: maxMembers });
    return excess && excesses[excess](values);
  },
  parse: (text) => JSON.parse(text),
};

/** The shape of a request body, and how its parsed value becomes what the rules take: in neutral words. */
export interface Payload<Input> {
  /** The media types it may come as; the first is the one to document. `anyType` may be among them. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** JSON by default. */
  readonly notation?: Notation;
  readonly schema: TSchema;
  /** True if there may be no body at all: none, `null` and `{}` are then the same, with any content type. */
  readonly isOptional?: boolean;
  /** Throws 422 with every broken rule. `value` is undefined when the body is empty. */
  check(value: unknown): Input;
}

/** Input that a payload gives to the rules. */
export type InputOf<Of> = Of extends Payload<infer Input> ? Input : never;

const covers = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

/** The problems of a rule, less those of attributes whose form is already refused. */
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

/** The attributes of a document. */
interface Taken<Attributes extends TSchema = TSchema> {
  readonly attributes: Attributes;
  /** Attributes of vocabularies with `hasCompatAttributes`. */
  readonly compat?: Readonly<Record<string, TSchema>>;
}

interface DocumentSpec<Attributes extends TSchema, Relationships extends TSchema> extends Taken<Attributes> {
  readonly type: string;
  /** Other names of the type, where it is optional: some clients write it in the singular. */
  readonly otherTypes?: readonly string[];
  readonly relationships?: Relationships;
  /** True if the type (also `""`) and the whole document may be left out, since nothing in it is required. */
  readonly isOptional?: boolean;
  /** True if it may also come as `application/json`. */
  readonly isAlsoPlain?: boolean;
  /** Rules over more than one attribute. They see what came, whether its form is right or not: attributes of the schema in
   * neutral words, and others as they are. */
  readonly rules?: (attributes: Readonly<Record<string, unknown>>, words: Vocabulary) => readonly Problem[];
}

/** Content of a JSON:API document with one resource. */
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

/** The attributes that a vocabulary takes. */
const takenIn = ({ attributes, compat = {} }: Taken, { behaviour }: Vocabulary): TSchema =>
  behaviour.hasCompatAttributes && Object.keys(compat).length > 0
    ? Type.Object({ ...compat, ...Object(Reflect.get(attributes, 'properties')) })
    : attributes;

/**
 * A JSON:API document with one resource: what clients send to create or update a record. The attributes as a
 * whole may be left out where none of them is required.
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

/** Content of a change of some attributes: those whose form is right, and the problems of the others. */
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
  /** Attributes of vocabularies with `hasCompatAttributes`. */
  readonly compat?: Readonly<Record<string, TSchema>>;
}

/**
 * A JSON:API document that changes some attributes of a record whose type need not be named. Wrong attributes are
 * not refused yet: the caller knows the record and reports them with what the whole record breaks. Unknown ones are ignored.
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

/** A JSON:API list of resource identifiers, as the endpoints of to-many relationships take it. */
export const identifiersPayload = (...types: readonly string[]): Payload<readonly string[]> => {
  const identifier = Type.Object({ id: Identifier(), type: Type.Enum([...types]) });
  const schema = Type.Object({ data: Type.Array(identifier, { maxItems: maxIdentifiers }) });
  return {
    mediaTypes: [jsonApiType],
    schema,
    check: (value) => checked(schema, value ?? {}).data.map(({ id }) => id),
  };
};

/** A JSON:API document whose data is none of one resource: a list of records, say. */
export const dataPayload = <Data extends TSchema>(data: Data): Payload<Static<Data>> => {
  const schema = Type.Object({ data });
  return {
    mediaTypes: [jsonApiType],
    schema,
    check: (value) => (checked<TSchema>(schema, value ?? {}) as { readonly data: Static<Data> }).data,
  };
};

/** A plain JSON object, for the few endpoints outside JSON:API's conventions. */
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

/** The fields of a form as a browser sends it; of a repeated one the last counts. */
export const formPayload = <Properties extends Record<string, TSchema>>(
  properties: Properties,
): Payload<Static<Type.TObject<Properties>>> => ({
  ...plainPayload(properties),
  mediaTypes: ['application/x-www-form-urlencoded'],
  notation: formNotation,
});
