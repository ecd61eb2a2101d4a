// A group's record: its row opened, and its values closed up again.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { recordOf } from '../../../lib/records.ts';
import { isSealed, type SecretPlace, type Vault } from '../../../lib/secrets.ts';
import type { SettingsRow } from '../../../runtime/live-settings.ts';
import type { Attributes, Group, Kept, Values, ValuesOf } from './group.ts';

/** The attributes of a group that are kept, by their names. */
const keptIn = ({ attributes }: Group): ReadonlyMap<string, Kept> =>
  new Map(Object.entries(attributes).flatMap(([name, each]) => (each.kind === 'kept' ? [[name, each] as const] : [])));

/** Where a group's secret is sealed to. */
export const secretPlace = (groupId: string, attribute: string): SecretPlace => ({
  table: 'settings',
  column: 'document',
  id: `${groupId}/${attribute}`,
});

/** Whether what is stored of an attribute still lies there as it was before such were sealed. */
const isClear = ({ wasClear }: Kept, held: unknown): held is string =>
  wasClear === true && typeof held === 'string' && !isSealed(held);

const opened = (vault: Vault, place: SecretPlace, attribute: Kept, held: unknown): unknown =>
  attribute.isSecret && typeof held === 'string' && !isClear(attribute, held) ? vault.open(place, held) : held;

/** The values of a group: what its row holds, secrets opened, over the initial ones. */
export const valuesIn = <Declared extends Attributes>(
  { config, vault }: Context,
  group: Group<Declared>,
  row: SettingsRow,
): ValuesOf<Declared> => {
  const stored: Values = JSON.parse(row.document);
  const kept = keptIn(group);
  return recordOf(kept.keys(), (name) => {
    const attribute = kept.get(name);
    const held = stored[name];
    if (attribute === undefined || held === undefined) return attribute?.initial(config);
    return opened(vault, secretPlace(group.id, name), attribute, held);
  });
};

/** The names of the values that differ. */
export const changedIn = (before: Values, after: Values): readonly string[] =>
  Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));

/** A row's document with some of its values replaced, and every secret sealed. */
export const documentWith = ({ vault }: Context, group: Group, row: SettingsRow, changed: Values): string => {
  const stored: Values = JSON.parse(row.document);
  const kept = keptIn(group);
  const clear = [...kept].flatMap(([name, attribute]) =>
    isClear(attribute, stored[name]) ? [[name, stored[name]] as const] : [],
  );
  const sealed = Object.entries({ ...Object.fromEntries(clear), ...changed }).map(([name, value]) => {
    const isSecret = kept.get(name)?.isSecret && typeof value === 'string';
    return [name, isSecret ? vault.seal(secretPlace(group.id, name), value) : value];
  });
  return JSON.stringify({ ...stored, ...Object.fromEntries(sealed) });
};

/** Values as the audit record may tell them: of a secret no more than whether there is one. */
export const tellable = (group: Group, values: Values, names: readonly string[]): Values => {
  const kept = keptIn(group);
  return recordOf(names, (name) => (kept.get(name)?.isSecret && values[name] !== null ? '[secret]' : values[name]));
};

/** Seals anew what another key has sealed, or none has yet (`isClear`); the same text when there is nothing to do. */
export type Reseal = (place: SecretPlace, text: string, isClear?: boolean) => string;

/** A row's document with its secrets sealed anew, and how many of them differ. */
export const resealed = (
  group: Group,
  row: SettingsRow,
  reseal: Reseal,
): { readonly document: string; readonly count: number } => {
  const stored: Values = JSON.parse(row.document);
  const secrets = [...keptIn(group)].filter(([, attribute]) => attribute.isSecret);
  const changed = secrets.flatMap(([name, attribute]) => {
    const held = stored[name];
    if (typeof held !== 'string') return [];
    const anew = reseal(secretPlace(group.id, name), held, isClear(attribute, held));
    return anew === held ? [] : [[name, anew] as const];
  });
  return { document: JSON.stringify({ ...stored, ...Object.fromEntries(changed) }), count: changed.length };
};
