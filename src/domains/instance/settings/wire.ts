// API representation of a settings group: schemas and values of its attributes.
import type { TSchema } from 'typebox';
import type { Context } from '../../../context.ts';
import { type Shown, shown } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { typeIn, type Vocabulary } from '../../../jsonapi/vocabulary.ts';
import type { Attribute, GroupValues, SettingsGroupDefinition } from './group.ts';

/** Resource type of a group. */
export function typeOf({ id }: SettingsGroupDefinition) {
  return `${id}-settings` as const;
}

/** Identifier of a group in the given API vocabulary. */
export function idIn(words: Vocabulary, group: SettingsGroupDefinition): string {
  return typeIn(words, typeOf(group)).replace(/-settings$/, '');
}

const isCompat = (attribute: Attribute): boolean => attribute.kind === 'stored' && attribute.compatOnly === true;

const isShown = (attribute: Attribute): boolean =>
  attribute.kind === 'stored' ? attribute.isWriteOnly !== true : attribute.kind !== 'transient';

const isSettable = (attribute: Attribute): boolean =>
  attribute.kind === 'stored' ? attribute.isReadOnly !== true : attribute.kind !== 'computed';

/** Declares the attributes of a group that responses contain. The values are read from `attributes`. */
export function shownAttributes(
  group: SettingsGroupDefinition,
): Record<string, Shown<{ readonly attributes: GroupValues }>> {
  return recordBy(group, isShown, (attribute, name) => ({
    ...shown(schemaOf(group, attribute), ({ attributes }: { readonly attributes: GroupValues }) => attributes[name]),
    ...(isCompat(attribute) && { only: 'hasCompatAttributes' }),
  }));
}

const settable = (group: SettingsGroupDefinition, isWanted: Which): Record<string, TSchema> =>
  recordBy(
    group,
    (attribute) => isSettable(attribute) && isWanted(attribute),
    (attribute) => {
      const schema = schemaOf(group, attribute);
      return 'anyOf' in schema ? schema : Nullable(schema);
    },
  );

/** Schemas of the attributes in changes. For an attribute that is not nullable, `null` means "unchanged". */
export function settableSchemas(group: SettingsGroupDefinition) {
  return { attributes: settable(group, (attribute) => !isCompat(attribute)), compat: settable(group, isCompat) };
}

/** Values of the attributes in responses, by attribute name. */
export function shownOf(context: Context, group: SettingsGroupDefinition, values: GroupValues): GroupValues {
  return recordBy(group, isShown, (attribute, name) => {
    if (attribute.kind === 'computed') return attribute.compute(context);
    return values[attribute.kind === 'alias' ? attribute.of : name];
  });
}

/** Values in a request that changes a group, by attribute name. */
export interface ParsedChange {
  /** Values that are stored. */
  readonly stored: GroupValues;
  /** Values of transient attributes, which are never stored. */
  readonly transient: GroupValues;
}

/** Returns the values of the settable attributes in a request body. */
export function parseChange(group: SettingsGroupDefinition, body: GroupValues): ParsedChange {
  const taken = Object.entries(group.attributes).flatMap(([name, attribute]) =>
    Object.hasOwn(body, name) ? [{ name, attribute, value: body[name] }] : [],
  );
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

type Which = (attribute: Attribute) => boolean;

/** Maps the selected attributes of a group to values. */
function recordBy<Value>(
  { attributes }: SettingsGroupDefinition,
  isWanted: Which,
  read: (attribute: Attribute, name: string) => Value,
): Record<string, Value> {
  const wanted = Object.entries(attributes).filter(([, attribute]) => isWanted(attribute));
  return Object.fromEntries(wanted.map(([name, attribute]) => [name, read(attribute, name)]));
}

function schemaOf({ attributes }: SettingsGroupDefinition, attribute: Attribute): TSchema {
  if (attribute.kind !== 'alias') return attribute.schema;
  const original = attributes[attribute.of];
  if (original === undefined || original.kind === 'alias')
    throw new Error(`${attribute.of} is not an attribute that can have an alias`);
  return original.schema;
}
