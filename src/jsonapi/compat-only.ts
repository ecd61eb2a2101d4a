// Compatibility attributes. They have no effect and are stored only because third-party clients write them and compare
// them later.
import { type TSchema, Type } from 'typebox';
import { mapValues } from '../lib/functions/records.ts';
import { shown, shownOnly } from './resource.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Compatibility attribute: the schema of its values, and the value that it has until a client sets it. */
export interface CompatAttribute {
  readonly schema: TSchema;
  readonly initial: unknown;
}

/** Row whose JSON column contains the compatibility attributes that clients have set. */
export interface CompatRow {
  readonly compat: string;
}

/**
 * Declares compatibility attributes. Only vocabularies with `hasCompatAttributes` accept and return them.
 * `alternatives` are pairs of attributes that exclude each other: setting one attribute clears the other, unless the
 * request sets both.
 */
export const compatOnly = (
  attributes: Readonly<Record<string, CompatAttribute>>,
  alternatives: readonly (readonly [string, string])[] = [],
) => {
  const entries = Object.entries(attributes);
  return {
    /** Schemas of the attributes in requests. */
    input: mapValues(attributes, ({ schema }): TSchema => Type.Optional(schema)),
    /** Attributes for responses. They are spread into the `attributes` of a resource. */
    shown: shownOnly<CompatRow>(
      'hasCompatAttributes',
      Object.fromEntries(
        entries.map(([name, { schema, initial }]) => [
          name,
          shown<CompatRow, TSchema>(schema, ({ compat }) => storedIn(compat)[name] ?? initial),
        ]),
      ),
    ),
    /** Returns the attributes that clients have set, in the form in which audit records contain them. */
    audited: ({ compat }: CompatRow): Readonly<Record<string, unknown>> => storedIn(compat),
    /** Returns the new value of the column after a client has sent attributes. */
    changed: ({ behaviour }: Vocabulary, before: string, sent: object): string => {
      if (!behaviour.hasCompatAttributes) return before;
      const changes = entries.flatMap(([name]) => (Reflect.has(sent, name) ? [[name, Reflect.get(sent, name)]] : []));
      const cleared = alternatives
        .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
        .filter(([one, other]) => hasValue(Reflect.get(sent, one)) && !Reflect.has(sent, other))
        .map(([, other]) => [other, attributes[other]?.initial]);
      return JSON.stringify({ ...storedIn(before), ...Object.fromEntries([...cleared, ...changes]) });
    },
  };
};

const hasValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';

const storedIn = (compat: string): Readonly<Record<string, unknown>> => (compat === '{}' ? {} : JSON.parse(compat));
