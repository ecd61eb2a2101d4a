// Encrypts the secrets in settings again after a rotation of the encryption key.
import type { Transaction } from '../../../db/database.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
import type { SettingsRow } from '../../../runtime/state/live-settings.ts';
import type { GroupValues, SettingsGroupDefinition } from './group.ts';
import { settingSecretPlace, storedAttributes } from './record.ts';
import { lockStoredDocument, storeDocument } from './store.ts';

/** Encrypts a text with the current key. Returns the text unchanged if it is already encrypted with that key. */
export type Reseal = (place: SecretPlace, text: string) => string;

/** Encrypts the secrets of these groups again. Returns the number of changed secrets. */
export async function resealSettings(
  tx: Transaction,
  groups: readonly SettingsGroupDefinition[],
  reseal: Reseal,
): Promise<number> {
  let total = 0;
  for (const group of groups) {
    const row = await lockStoredDocument(tx, group.id);
    if (row === undefined) continue;
    const { document, count } = resealDocument(group, row, reseal);
    // The revision stays the same, because the values that clients see do not change.
    if (count > 0) await storeDocument(tx, { ...row, document });
    total += count;
  }
  return total;
}

function resealDocument(group: SettingsGroupDefinition, row: SettingsRow, reseal: Reseal) {
  const stored: GroupValues = JSON.parse(row.document);
  const changed = [...storedAttributes(group)].flatMap(([name, attribute]) => {
    const value = stored[name];
    if (!attribute.isSecret || typeof value !== 'string') return [];
    const sealed = reseal(settingSecretPlace(group.id, name), value);
    return sealed === value ? [] : [[name, sealed] as const];
  });
  return { document: JSON.stringify({ ...stored, ...Object.fromEntries(changed) }), count: changed.length };
}
