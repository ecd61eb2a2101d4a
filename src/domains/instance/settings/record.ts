// A group's record: its row opened, and its values closed up again.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { recordOf } from '../../../lib/records.ts';
import { isSealed, type SecretPlace, type Vault } from '../../../lib/secrets.ts';
import type { SettingsRow } from '../../../runtime/live-settings.ts';
import type { Attributes, Group, StoredAttribute, Values, ValuesOf } from './group.ts';

/** The attributes of a group that are kept, by their names. */
const storedAttributes = ({ attributes }: Group): ReadonlyMap<string, StoredAttribute> =>
  new Map(Object.entries(attributes).flatMap(([name, each]) => (each.kind === 'kept' ? [[name, each] as const] : [])));

/** Where a group's secret is sealed to. */
export const settingSecretPlace = (groupId: string, attribute: string): SecretPlace => ({
  table: 'settings',
  column: 'document',
  id: `${groupId}/${attribute}`,
});

/** Whether what is stored of an attribute still lies there as it was before such were sealed. */
const isUnsealed = ({ mayBeUnsealed }: StoredAttribute, value: unknown): value is string =>
  mayBeUnsealed === true && typeof value === 'string' && !isSealed(value);

const opened = (vault: Vault, place: SecretPlace, attribute: StoredAttribute, value: unknown): unknown =>
  attribute.isSecret && typeof value === 'string' && !isUnsealed(attribute, value) ? vault.open(place, value) : value;

/** The values of a group: what its row holds, secrets opened, over the initial ones. */
export const valuesIn = <Declared extends Attributes>(
  { config, vault }: Context,
  group: Group<Declared>,
  row: SettingsRow,
): ValuesOf<Declared> => {
  const stored: Values = JSON.parse(row.document);
  const attributes = storedAttributes(group);
  return recordOf(attributes.keys(), (name) => {
    const attribute = attributes.get(name);
    const value = stored[name];
    if (attribute === undefined || value === undefined) return attribute?.initial(config);
    return opened(vault, settingSecretPlace(group.id, name), attribute, value);
  });
};

/** The names of the values that differ. */
export const changedIn = (before: Values, after: Values): readonly string[] =>
  Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));

/** A row's document with some of its values replaced, and every secret sealed. */
export const documentWith = ({ vault }: Context, group: Group, row: SettingsRow, changed: Values): string => {
  const stored: Values = JSON.parse(row.document);
  const attributes = storedAttributes(group);
  const clear = [...attributes].flatMap(([name, attribute]) =>
    isUnsealed(attribute, stored[name]) ? [[name, stored[name]] as const] : [],
  );
  const sealed = Object.entries({ ...Object.fromEntries(clear), ...changed }).map(([name, value]) => {
    const isSecret = attributes.get(name)?.isSecret && typeof value === 'string';
    return [name, isSecret ? vault.seal(settingSecretPlace(group.id, name), value) : value];
  });
  return JSON.stringify({ ...stored, ...Object.fromEntries(sealed) });
};

/** Values as the audit record may tell them: of a secret no more than whether there is one. */
export const auditable = (group: Group, values: Values, names: readonly string[]): Values => {
  const attributes = storedAttributes(group);
  return recordOf(names, (name) =>
    attributes.get(name)?.isSecret && values[name] !== null ? '[secret]' : values[name],
  );
};

/** Seals anew what another key has sealed, or none has yet (`isClear`); the same text when there is nothing to do. */
export type Reseal = (place: SecretPlace, text: string, isUnsealed?: boolean) => string;

/** A row's document with its secrets sealed anew, and how many of them differ. */
export const resealed = (
  group: Group,
  row: SettingsRow,
  reseal: Reseal,
): { readonly document: string; readonly count: number } => {
  const stored: Values = JSON.parse(row.document);
  const secrets = [...storedAttributes(group)].filter(([, attribute]) => attribute.isSecret);
  const changed = secrets.flatMap(([name, attribute]) => {
    const value = stored[name];
    if (typeof value !== 'string') return [];
    const sealed = reseal(settingSecretPlace(group.id, name), value, isUnsealed(attribute, value));
    return sealed === value ? [] : [[name, sealed] as const];
  });
  return { document: JSON.stringify({ ...stored, ...Object.fromEntries(changed) }), count: changed.length };
};
