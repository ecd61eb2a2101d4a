// Seals the secrets of settings again after the encryption key has changed.
import type { Transaction } from '../../../db/database.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
import type { SettingsRow } from '../../../runtime/state/live-settings.ts';
import type { Group, Values } from './group.ts';
import { settingSecretPlace, storedAttributes } from './record.ts';
import { lockStoredDocument, storeDocument } from './store.ts';

/** Seals a text with the current key; returns it unchanged when that key has sealed it already. */
export type Reseal = (place: SecretPlace, text: string) => string;

/** Seals the secrets of these groups again; returns how many secrets changed. */
export async function resealSettings(tx: Transaction, groups: readonly Group[], reseal: Reseal): Promise<number> {
  let total = 0;
  for (const group of groups) {
    const row = await lockStoredDocument(tx, group.id);
    if (row === undefined) continue;
    const { document, count } = resealDocument(group, row, reseal);
    // Clients see no difference, so the revision stays.
    if (count > 0) await storeDocument(tx, { ...row, document });
    total += count;
  }
  return total;
}

function resealDocument(group: Group, row: SettingsRow, reseal: Reseal) {
  const stored: Values = JSON.parse(row.document);
  const changed = [...storedAttributes(group)].flatMap(([name, attribute]) => {
    const value = stored[name];
    if (!attribute.isSecret || typeof value !== 'string') return [];
    const sealed = reseal(settingSecretPlace(group.id, name), value);
    return sealed === value ? [] : [[name, sealed] as const];
  });
  return { document: JSON.stringify({ ...stored, ...Object.fromEntries(changed) }), count: changed.length };
}
