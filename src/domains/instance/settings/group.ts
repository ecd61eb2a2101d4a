// A group of settings is a value. Routes, schemas, the audit record and the command line are made from it.
import type { Static, TSchema } from 'typebox';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Operation } from '../../../http/operation.ts';
import type { ErrorStatus } from '../../../jsonapi/errors.ts';
import type { ProblemCode } from '../../../jsonapi/problem-codes.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { isBlank } from '../../../lib/text/text.ts';

/** An attribute with a stored value. */
export interface StoredAttribute<Schema extends TSchema = TSchema> {
  readonly kind: 'stored';
  /** The schema of the value. In a change, `null` clears a value that can be null, and leaves any other unchanged. */
  readonly schema: Schema;
  readonly canBeNull: boolean;
  /** The value before one is set. */
  readonly initial: (config: Config) => Static<Schema>;
  /** Sealed at rest, and never in the audit record. Each response that shows a secret is recorded. */
  readonly isSecret?: boolean;
  /** Never shown. */
  readonly isWriteOnly?: boolean;
  /** Ignored in changes: only `derive` and the actions of the group set it. */
  readonly isReadOnly?: boolean;
  /** Exists where `hasCompatAttributes`: stored there, without an effect. */
  readonly compatOnly?: boolean;
}

/** A deprecated second name of an attribute. When a change has both names, the first one counts. */
export interface AliasAttribute {
  readonly kind: 'alias';
  readonly of: string;
}

/** Used by `prepare` and never stored. */
export interface TransientAttribute {
  readonly kind: 'transient';
  readonly schema: TSchema;
}

/** Computed from the configuration of the service. */
export interface ComputedAttribute {
  readonly kind: 'computed';
  readonly schema: TSchema;
  readonly compute: (context: Context) => unknown;
}

export type Attribute = StoredAttribute | AliasAttribute | TransientAttribute | ComputedAttribute;

export type Attributes = Readonly<Record<string, Attribute>>;

/** The stored values of a group, by the attributes' own names. */
export type ValuesOf<Declared extends Attributes> = {
  readonly [Name in keyof Declared as Declared[Name] extends StoredAttribute
    ? Name
    : never]: Declared[Name] extends StoredAttribute<infer Schema> ? Static<Schema> : never;
};

export type Values = Readonly<Record<string, unknown>>;

/** A rule over the whole record that a change would break; the message follows the label of the attribute. */
export interface BrokenRule {
  readonly attribute: string;
  readonly code: ProblemCode;
  readonly message: string;
}

/** A request of its own that sets values which changes may not set. */
export interface Action extends Operation {
  readonly methods: readonly ['POST' | 'PUT', ...('POST' | 'PUT')[]];
  readonly sets: Values;
}

/** Facts about a change that rules know beside the values. */
export interface ChangeFacts {
  readonly actor: Actor;
  /** True if the request names the attribute. */
  isSent(attribute: string): boolean;
  /** Values of attributes that are never stored. */
  readonly transient: Values;
}

/** Members of `meta` in documents, worked out from the values. */
interface GroupMeta<Declared extends Attributes> {
  readonly members: Readonly<Record<string, TSchema>>;
  read(values: ValuesOf<Declared>): object;
}

export interface Group<Declared extends Attributes = Attributes> {
  readonly id: string;
  readonly attributes: Declared;
  /** The statuses that `prepare` can fail with. */
  readonly failures?: readonly ErrorStatus[];
  /** The broken rules of a record that the actor would store; `before` is the stored one. */
  rules?(
    values: ValuesOf<Declared>,
    before: ValuesOf<Declared>,
    context: Context,
    change: ChangeFacts,
  ): readonly BrokenRule[];
  /** The broken rules of a record that depend on other records. */
  rulesOfOthers?(
    values: ValuesOf<Declared>,
    before: ValuesOf<Declared>,
    context: Context,
    reader: Reader,
  ): Promise<readonly BrokenRule[]>;
  /** Values of the record with what a change implies, such as a former value that stays beside its successor. */
  derive?(
    values: ValuesOf<Declared>,
    before: ValuesOf<Declared>,
    context: Context,
    change: ChangeFacts,
  ): ValuesOf<Declared>;
  readonly meta?: GroupMeta<Declared>;
  /** Fault that keeps the group from working, where clients may store any text; shown in `meta` and among the findings. */
  problem?(values: ValuesOf<Declared>): string | undefined;
  /** The actions, by their names in the path. */
  readonly actions?: Readonly<Record<string, Action>>;
  /** Tries a valid change on the outside world before it is stored; throws the error for the client. */
  prepare?(context: Context, values: ValuesOf<Declared>, transient: Values): Promise<void>;
  /** Labels and texts that the command line shows of a change beside the record. */
  report?(values: ValuesOf<Declared>, transient: Values): Readonly<Record<string, string>> | undefined;
}

export function group<const Declared extends Attributes>(spec: Group<Declared>): Group<Declared> {
  return spec;
}

/** An attribute that always has a value. */
export function value<Schema extends TSchema>(schema: Schema, initial: Static<Schema>): StoredAttribute<Schema> {
  return { kind: 'stored', schema, canBeNull: false, initial: () => initial };
}

/** An attribute that is null before it is set, and again when it is cleared. */
export function clearable<Schema extends TSchema>(
  schema: Schema,
): StoredAttribute<ReturnType<typeof Nullable<Schema>>> {
  return { kind: 'stored', schema: Nullable(schema), canBeNull: true, initial: () => null };
}

export function aliasOf(of: string): AliasAttribute {
  return { kind: 'alias', of };
}

export function transient(schema: TSchema): TransientAttribute {
  return { kind: 'transient', schema };
}

export function computed(schema: TSchema, compute: ComputedAttribute['compute']): ComputedAttribute {
  return { kind: 'computed', schema, compute };
}

/** The rule that attributes must not be blank. */
export function required<Name extends string>(
  values: Readonly<Partial<Record<Name, unknown>>>,
  ...names: readonly Name[]
): readonly BrokenRule[] {
  return names
    .filter((name) => isBlank(values[name] ?? null))
    .map((attribute) => ({ attribute, code: 'required', message: "can't be blank" }));
}
