// Documents that other features keep among the settings, and so in the memory of every process.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import type { SettingsRow } from '../../../runtime/live-settings.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockRow, readRow, storeRow } from './store.ts';

/** A document as it is stored now; `{}` until somebody stores one. */
export const readDocument = (reader: Reader, id: string): Promise<SettingsRow> => readRow(reader, id);

/** What a change makes of a document, and what the audit record shall say of it; without entries, it stays. */
export interface DocumentChange {
  readonly document: object;
  readonly audit: readonly AuditEntry[];
}

/**
 * Changes a document, one change after the other. It is in force in this process when this is done, and in every other
 * within a second.
 */
export const changeDocument = async (
  context: Context,
  actor: Actor,
  id: string,
  work: (row: SettingsRow) => DocumentChange,
): Promise<SettingsRow> => {
  const row = await auditedTransaction(context, actor, async (tx) => {
    const before = await lockRow(tx, id);
    const { document, audit } = work(before);
    if (audit.length === 0) return { result: before, audit };
    const result = { ...before, revision: before.revision + 1, document: JSON.stringify(document) };
    await storeRow(tx, result);
    return { result, audit };
  });
  context.settings.put(row);
  return row;
};
