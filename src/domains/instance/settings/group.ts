// A settings group is declared as a value. Its routes, schemas, audit entries and commands are generated from the
// declaration.
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
  /** Schema of the value. In a change, `null` clears a nullable value and leaves any other value unchanged. */
  readonly schema: Schema;
  readonly canBeNull: boolean;
  /** Value until another value is set. */
  readonly initial: (config: Config) => Static<Schema>;
  /**
   * Whether the value is encrypted at rest and excluded from the audit log. Each response that shows a secret is
   * recorded.
   */
  readonly isSecret?: boolean;
  /** Whether the value is never shown. */
  readonly isWriteOnly?: boolean;
  /** Whether the attribute is ignored in changes. Only `derive` and the group's actions set it. */
  readonly isReadOnly?: boolean;
  /**
   * Whether the attribute exists only in vocabularies with `hasCompatAttributes`. Such an attribute is stored but has
   * no effect.
   */
  readonly compatOnly?: boolean;
}

/** A deprecated second name of an attribute. If a change has both names, the deprecated one is ignored. */
export interface AliasAttribute {
  readonly kind: 'alias';
  readonly of: string;
}

/** An attribute that affects only the request that contains it, and is never stored. */
export interface TransientAttribute {
  readonly kind: 'transient';
  readonly schema: TSchema;
}

/** An attribute that is computed from the configuration of the service. */
export interface ComputedAttribute {
  readonly kind: 'computed';
  readonly schema: TSchema;
  readonly compute: (context: Context) => unknown;
}

export type Attribute = StoredAttribute | AliasAttribute | TransientAttribute | ComputedAttribute;

export type Attributes = Readonly<Record<string, Attribute>>;

/** Stored values of a group, by attribute name. */
export type ValuesOf<Declared extends Attributes> = {
  readonly [Name in keyof Declared as Declared[Name] extends StoredAttribute
    ? Name
    : never]: Declared[Name] extends StoredAttribute<infer Schema> ? Static<Schema> : never;
};

export type GroupValues = Readonly<Record<string, unknown>>;

/**
 * A validation error for an attribute of a settings group. Clients see the attribute's label followed by the message.
 */
export interface BrokenRule {
  readonly attribute: string;
  readonly code: ProblemCode;
  readonly message: string;
}

/** A separate request that sets values which ordinary changes cannot set. */
export interface SettingsAction extends Operation {
  readonly methods: readonly ['POST' | 'PUT', ...('POST' | 'PUT')[]];
  readonly sets: GroupValues;
}

/** Facts about a change that rules can use in addition to the values. */
export interface ChangeFacts {
  readonly actor: Actor;
  /** Whether the request contains the attribute. */
  isSent(attribute: string): boolean;
  /** Values of transient attributes, which are never stored. */
  readonly transient: GroupValues;
}

/** Members of `meta` in responses, computed from the values. */
interface GroupMeta<Declared extends Attributes> {
  readonly members: Readonly<Record<string, TSchema>>;
  read(values: ValuesOf<Declared>): object;
}

export interface SettingsGroupDefinition<Declared extends Attributes = Attributes> {
  readonly id: string;
  readonly attributes: Declared;
  /** Error statuses with which `prepare` can fail. */
  readonly failures?: readonly ErrorStatus[];
  /** Returns the validation errors of the values that the actor wants to store. `before` contains the stored values. */
  rules?(
    values: ValuesOf<Declared>,
    before: ValuesOf<Declared>,
    context: Context,
    change: ChangeFacts,
  ): readonly BrokenRule[];
  /** Returns validation errors that depend on the values of other groups. */
  rulesOfOthers?(
    values: ValuesOf<Declared>,
    before: ValuesOf<Declared>,
    context: Context,
    reader: Reader,
  ): Promise<readonly BrokenRule[]>;
  /** Adds values that follow from a change, for example a previous value that is kept with its successor. */
  derive?(
    values: ValuesOf<Declared>,
    before: ValuesOf<Declared>,
    context: Context,
    change: ChangeFacts,
  ): ValuesOf<Declared>;
  readonly meta?: GroupMeta<Declared>;
  /**
   * Returns the problem that keeps the settings from working. Such settings can be stored if the API accepts any text.
   * The problem is shown in `meta` and reported to the operator.
   */
  problem?(values: ValuesOf<Declared>): string | undefined;
  /** Actions by their name in the path. */
  readonly actions?: Readonly<Record<string, SettingsAction>>;
  /**
   * Tests a valid change before it is stored, for example by contacting the mail server in the settings. Throws the
   * error for the client.
   */
  prepare?(context: Context, values: ValuesOf<Declared>, transient: GroupValues): Promise<void>;
  /** Labels and texts that the command line prints in addition to the settings after a change. */
  report?(values: ValuesOf<Declared>, transient: GroupValues): Readonly<Record<string, string>> | undefined;
}

export function group<const Declared extends Attributes>(
  spec: SettingsGroupDefinition<Declared>,
): SettingsGroupDefinition<Declared> {
  return spec;
}

/** Declares an attribute that always has a value. */
export function value<Schema extends TSchema>(schema: Schema, initial: Static<Schema>): StoredAttribute<Schema> {
  return { kind: 'stored', schema, canBeNull: false, initial: () => initial };
}

/** Declares an attribute that is null until it is set and after it is cleared. */
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

/** Returns validation errors for blank attributes. */
export function required<Name extends string>(
  values: Readonly<Partial<Record<Name, unknown>>>,
  ...names: readonly Name[]
): readonly BrokenRule[] {
  return names
    .filter((name) => isBlank(values[name] ?? null))
    .map((attribute) => ({ attribute, code: 'required', message: "can't be blank" }));
}
