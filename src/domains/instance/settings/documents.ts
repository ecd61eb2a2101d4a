// Documents that other domains store in the settings table, so that every process keeps them in memory.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import type { SettingsRow } from '../../../runtime/state/live-settings.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockDocument, storeDocument } from './store.ts';

/** The changed document and its audit entries. Without audit entries nothing is stored. */
export interface DocumentChange {
  readonly document: object;
  readonly audit: readonly AuditEntry[];
}

/**
 * Changes a document. Concurrent changes run one after the other. The change takes effect in this process when the
 * function returns, and in others within a second.
 */
export async function changeDocument(
  context: Context,
  actor: Actor,
  id: string,
  work: (row: SettingsRow) => DocumentChange,
): Promise<SettingsRow> {
  const row = await auditedTransaction(context, actor, async (tx) => {
    const before = await lockDocument(tx, id);
    const { document, audit } = work(before);
    if (audit.length === 0) return { result: before, audit };
    const result = { ...before, revision: before.revision + 1, document: JSON.stringify(document) };
    await storeDocument(tx, result);
    return { result, audit };
  });
  context.settings.put(row);
  return row;
}
