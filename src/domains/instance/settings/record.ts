// Converts a group's stored row to values with decrypted secrets, and back.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
import { recordOf } from '../../../lib/functions/records.ts';
import type { SettingsRow } from '../../../runtime/state/live-settings.ts';
import type { Attributes, GroupValues, SettingsGroupDefinition, StoredAttribute, ValuesOf } from './group.ts';

/** Returns the values in a row. Missing attributes get their initial values. */
export function valuesIn<Declared extends Attributes>(
  { config, vault }: Pick<Context, 'config' | 'vault'>,
  group: SettingsGroupDefinition<Declared>,
  row: SettingsRow,
): ValuesOf<Declared> {
  const stored: GroupValues = JSON.parse(row.document);
  const attributes = storedAttributes(group);
  return recordOf(attributes.keys(), (name) => {
    const attribute = attributes.get(name);
    const value = stored[name];
    if (attribute === undefined || value === undefined) return attribute?.initial(config);
    const isSecret = attribute.isSecret && typeof value === 'string';
    return isSecret ? vault.open(settingSecretPlace(group.id, name), value) : value;
  });
}

/** Returns the document of a row after a change, with all secrets encrypted. */
export function documentWith(
  { vault }: Context,
  group: SettingsGroupDefinition,
  row: SettingsRow,
  changed: GroupValues,
): string {
  const stored: GroupValues = JSON.parse(row.document);
  const attributes = storedAttributes(group);
  const sealed = Object.entries(changed).map(([name, value]) => {
    const isSecret = attributes.get(name)?.isSecret && typeof value === 'string';
    return [name, isSecret ? vault.seal(settingSecretPlace(group.id, name), value) : value];
  });
  return JSON.stringify({ ...stored, ...Object.fromEntries(sealed) });
}

/** Names of the attributes whose values differ. */
export function changedIn(before: GroupValues, after: GroupValues): readonly string[] {
  return Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** Returns the values for the audit log. For a secret, the result contains only whether it is set. */
export function auditable(group: SettingsGroupDefinition, values: GroupValues, names: readonly string[]): GroupValues {
  const attributes = storedAttributes(group);
  return recordOf(names, (name) =>
    attributes.get(name)?.isSecret && values[name] !== null ? '[secret]' : values[name],
  );
}

export function storedAttributes({ attributes }: SettingsGroupDefinition): ReadonlyMap<string, StoredAttribute> {
  return new Map(
    Object.entries(attributes).flatMap(([name, each]) => (each.kind === 'stored' ? [[name, each] as const] : [])),
  );
}

/** Location to which the encryption of a secret attribute is bound. */
export function settingSecretPlace(groupId: string, attribute: string): SecretPlace {
  return { table: 'settings', column: 'document', id: `${groupId}/${attribute}` };
}
