// Attributes that are stored for clients of other vocabularies, which write and compare them, and have no effect here.
import { type TSchema, Type } from 'typebox';
import { mapValues } from '../lib/functions/records.ts';
import { shown, shownOnly } from './resource.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Such an attribute: what clients may send, and what it is until one does. */
export interface CompatAttribute {
  readonly schema: TSchema;
  readonly initial: unknown;
}

/** A row with a column for the attributes that clients have set, as JSON. */
export interface CompatRow {
  readonly compat: string;
}

/**
 * Declares such attributes; vocabularies that do not have them neither take nor show any. Of two `alternatives` one counts: a
 * value of one that a client sends clears the other, unless it is sent too.
 */
export const compatOnly = (
  attributes: Readonly<Record<string, CompatAttribute>>,
  alternatives: readonly (readonly [string, string])[] = [],
) => {
  const entries = Object.entries(attributes);
  return {
    /** Schemas of the attributes that clients may send. */
    input: mapValues(attributes, ({ schema }): TSchema => Type.Optional(schema)),
    /** The attributes of answers, to be spread into a resource's. */
    shown: shownOnly<CompatRow>(
      'hasCompatAttributes',
      Object.fromEntries(
        entries.map(([name, { schema, initial }]) => [
          name,
          shown<CompatRow, TSchema>(schema, ({ compat }) => storedIn(compat)[name] ?? initial),
        ]),
      ),
    ),
    /** Attributes that clients have set, as audit records have them. */
    audited: ({ compat }: CompatRow): Readonly<Record<string, unknown>> => storedIn(compat),
    /** The column after a client has sent some attributes. */
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
