// What a group of settings is: a value, from which all that serves it is made.
import type { Static, TSchema } from 'typebox';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import type { Operation } from '../../../http/operation.ts';
import type { ErrorStatus } from '../../../jsonapi/errors.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';

interface Named {
  /** The name on the wire where vocabularies differ; the attribute's own unless told. */
  readonly name?: (words: Vocabulary) => string;
}

/** An attribute with a value that is kept. */
export interface StoredAttribute<Schema extends TSchema = TSchema> extends Named {
  readonly kind: 'kept';
  /** Of the value; `null` in a change means "unchanged" where it cannot be null, and clears it where it can. */
  readonly schema: Schema;
  readonly canBeNull: boolean;
  /** The value until one is set. */
  readonly initial: (config: Config) => Static<Schema>;
  /** Sealed at rest, and never in the audit record. A group that shows a secret has each look at it recorded. */
  readonly isSecret?: boolean;
  /** Of a secret: there are rows from when it was stored unsealed. They are read, and sealed by the group's next change. */
  readonly mayBeUnsealed?: boolean;
  /** Never shown. */
  readonly isWriteOnly?: boolean;
  /** Ignored in changes; the group's `derive` and its actions alone set it. */
  readonly isReadOnly?: boolean;
  /** Beyond the reference: kept in every vocabulary, and shown in those that do not keep to the reference. */
  readonly isExtra?: boolean;
  /** Known only in vocabularies that do not keep to the reference: kept for their clients, and without an effect. */
  readonly compatOnly?: boolean;
}

/** A deprecated second name of an attribute: it sets that unless both are sent, and shows the same. */
export interface AliasAttribute extends Named {
  readonly kind: 'twin';
  readonly of: string;
}

/** Sent with a change for its `prepare` alone: used and forgotten. */
export interface TransientAttribute extends Named {
  readonly kind: 'transient';
  readonly schema: TSchema;
}

/** Follows from the service's own configuration. */
export interface ComputedAttribute extends Named {
  readonly kind: 'computed';
  readonly schema: TSchema;
  readonly compute: (context: Context) => unknown;
}

export type Attribute = StoredAttribute | AliasAttribute | TransientAttribute | ComputedAttribute;
export type Attributes = Readonly<Record<string, Attribute>>;

/** The kept values of a group, by the attributes' own names. */
export type ValuesOf<Declared extends Attributes> = {
  readonly [Name in keyof Declared as Declared[Name] extends StoredAttribute
    ? Name
    : never]: Declared[Name] extends StoredAttribute<infer Schema> ? Static<Schema> : never;
};

/** Values whose group does not matter. */
export type Values = Readonly<Record<string, unknown>>;

/** A rule over the whole record that a change would break; the attribute's label goes before what it says. */
export interface BrokenRule {
  readonly attribute: string;
  readonly message: string;
}

/** Something that is done to a group by a request of its own, which sets values that changes may not. */
export interface Action extends Operation {
  readonly methods: readonly ('POST' | 'PUT')[];
  readonly sets: Values;
}

export interface Group<Declared extends Attributes = Attributes> {
  readonly id: string;
  /** The identifier on the wire where vocabularies differ. */
  readonly name?: (words: Vocabulary) => string;
  readonly attributes: Declared;
  /** The statuses that `prepare` refuses with. */
  readonly failures?: readonly ErrorStatus[];
  /** What the record breaks that would be kept; `before` is what is kept now. */
  rules?(values: ValuesOf<Declared>, before: ValuesOf<Declared>, context: Context): readonly BrokenRule[];
  /** What follows from a change within the record, such as a former value that is kept beside its successor. */
  derive?(values: ValuesOf<Declared>, before: ValuesOf<Declared>): ValuesOf<Declared>;
  /** By their names in the path. */
  readonly actions?: Readonly<Record<string, Action>>;
  /** Tries a change that breaks no rule on the outside world before it is kept; throws what the client is to be told. */
  prepare?(context: Context, values: ValuesOf<Declared>, transient: Values): Promise<void>;
}

/** Declares a group. */
export const group = <const Declared extends Attributes>(spec: Group<Declared>): Group<Declared> => spec;

/** An attribute that always has a value. */
export const value = <Schema extends TSchema>(schema: Schema, initial: Static<Schema>): StoredAttribute<Schema> => ({
  kind: 'kept',
  schema,
  canBeNull: false,
  initial: () => initial,
});

/** An attribute that is null until it is set, and when it is cleared. */
export const clearable = <Schema extends TSchema>(
  schema: Schema,
): StoredAttribute<ReturnType<typeof Nullable<Schema>>> => ({
  kind: 'kept',
  schema: Nullable(schema),
  canBeNull: true,
  initial: () => null,
});

export const aliasOf = (of: string): AliasAttribute => ({ kind: 'twin', of });

export const transient = (schema: TSchema): TransientAttribute => ({ kind: 'transient', schema });

export const computed = (schema: TSchema, compute: ComputedAttribute['compute']): ComputedAttribute => ({
  kind: 'computed',
  schema,
  compute,
});

/** Whether a value says nothing. */
export const isBlank = (one: unknown): boolean => one === null || (typeof one === 'string' && one.trim() === '');

/** The rule that attributes must say something. */
export const required = <Name extends string>(
  values: Readonly<Partial<Record<Name, unknown>>>,
  ...names: readonly Name[]
): readonly BrokenRule[] =>
  names.filter((name) => isBlank(values[name] ?? null)).map((attribute) => ({ attribute, message: "can't be blank" }));
