// A group as clients see it: the names, schemas and values of its attributes in a vocabulary.
import type { TSchema } from 'typebox';
import type { Context } from '../../../context.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import type { Attribute, Group, Values } from './group.ts';

export function idOf(group: Group, words: Vocabulary): string {
  return group.name?.(words) ?? group.id;
}

export function typeOf(group: Group, words: Vocabulary): string {
  return `${idOf(group, words)}-settings`;
}

/** The name of an attribute on the wire. */
export function nameOf({ attributes }: Group, words: Vocabulary, name: string): string {
  return attributes[name]?.name?.(words) ?? name;
}

type Which = (attribute: Attribute, words: Vocabulary) => boolean;

const isShown: Which = (attribute, { behaviour }) => {
  if (attribute.kind !== 'stored') return attribute.kind !== 'transient';
  const { isWriteOnly, isExtra, compatOnly } = attribute;
  if (isWriteOnly === true || (isExtra === true && !behaviour.showsExtraSettings)) return false;
  return compatOnly !== true || behaviour.hasCompatAttributes;
};

const isSettable: Which = (attribute, { behaviour }) => {
  if (attribute.kind !== 'stored') return attribute.kind !== 'computed';
  return attribute.isReadOnly !== true && (attribute.compatOnly !== true || behaviour.hasCompatAttributes);
};

export function shownSchemas(group: Group, words: Vocabulary): Record<string, TSchema> {
  return recordBy(group, words, isShown, (attribute) => schemaOf(group, attribute));
}

/** The schemas of the attributes in changes; `null` means "unchanged" where it is no value. */
export function settableSchemas(group: Group, words: Vocabulary): Record<string, TSchema> {
  return recordBy(group, words, isSettable, (attribute) => {
    const schema = schemaOf(group, attribute);
    return 'anyOf' in schema ? schema : Nullable(schema);
  });
}

export function shownOf(context: Context, group: Group, values: Values): Values {
  return recordBy(group, context.vocabulary, isShown, (attribute, name) => {
    if (attribute.kind === 'computed') return attribute.compute(context);
    return values[attribute.kind === 'alias' ? attribute.of : name];
  });
}

/** The values of a change, by the attributes' own names. */
export interface ParsedChange {
  /** For the stored record. */
  readonly stored: Values;
  /** For `prepare` alone. */
  readonly transient: Values;
}

/** Reads the body of a change. Attributes that are read-only or unknown to the vocabulary are ignored. */
export function parseChange(group: Group, words: Vocabulary, body: Values): ParsedChange {
  const taken = Object.entries(group.attributes).flatMap(([name, attribute]) => {
    const wire = nameOf(group, words, name);
    const isSent = isSettable(attribute, words) && Object.hasOwn(body, wire);
    return isSent ? [{ name, attribute, value: body[wire] }] : [];
  });
  const sent = taken.filter(
    ({ value, attribute }) => value !== null || (attribute.kind === 'stored' && attribute.canBeNull),
  );
  const pairs = (kind: Attribute['kind']) =>
    sent.filter(({ attribute }) => attribute.kind === kind).map(({ name, value }) => [name, value] as const);
  const aliases = sent.flatMap(({ attribute, value }) =>
    attribute.kind === 'alias' ? [[attribute.of, value] as const] : [],
  );
  return {
    stored: Object.fromEntries([...aliases, ...pairs('stored')]),
    transient: Object.fromEntries(pairs('transient')),
  };
}

/** A record of some attributes by their names on the wire. */
function recordBy<Value>(
  { attributes }: Group,
  words: Vocabulary,
  isWanted: Which,
  read: (attribute: Attribute, name: string) => Value,
): Record<string, Value> {
  const wanted = Object.entries(attributes).filter(([, attribute]) => isWanted(attribute, words));
  return Object.fromEntries(
    wanted.map(([name, attribute]) => [attribute.name?.(words) ?? name, read(attribute, name)]),
  );
}

function schemaOf({ attributes }: Group, attribute: Attribute): TSchema {
  if (attribute.kind !== 'alias') return attribute.schema;
  const original = attributes[attribute.of];
  if (original === undefined || original.kind === 'alias')
    throw new Error(`${attribute.of} is no attribute that can have an alias`);
  return original.schema;
}
