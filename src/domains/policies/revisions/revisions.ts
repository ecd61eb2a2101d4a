// Finds, downloads and restores revisions of policy code.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Download } from '../../../http/reply.ts';
import { existing, missing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { StoredCheck } from '../code-checks/stored-check.ts';
import { checkBeforeUse } from '../code-checks/upload-check.ts';
import type { EngineContext } from '../on-behalf.ts';
import { codeOf, downloadOf, messageOf, putInForce, type RevisionNotes, storedTests } from '../policies/code.ts';
import { lockPolicy } from '../policies/policies.ts';
import { copyChunks, type PolicyRow } from '../policies/store.ts';
import { withReplay } from '../replay-record.ts';
import { codeCheckIntake } from '../services.ts';
import { type RevisionRow, revisionByNumber } from './queries.ts';

/**
 * Finds a revision by the number in a path. 404 if the revision does not exist. If data retention deleted the revision,
 * the error message says so.
 */
export async function findRevision(reader: Reader, policy: PolicyRow, text: string): Promise<RevisionRow> {
  const number = numberIn(text);
  const row = number === undefined ? undefined : await reader.first(revisionByNumber, { policy: policy.id, number });
  if (row !== undefined) return row;
  const last = policy.revision ?? 0;
  if (number === undefined || last === 0) throw missing('not-found', 'The policy has no such revision');
  if (number > last) throw missing('not-found', `The policy has no revision ${number}: its last revision is ${last}`);
  throw missing('deleted', `Data retention has deleted revision ${number} of the policy`);
}

/** Parses a revision number. Numbers with more digits than the column can store are rejected. */
const numberIn = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);

/** Downloads the code of a revision exactly as it was uploaded. */
export function downloadRevision(context: Context, actor: Actor, policy: PolicyRow, number: string): Promise<Download> {
  return downloadOf(context, actor, policy, (tx) => findRevision(tx, policy, number));
}

/**
 * Restores the code of a revision by creating a new revision with the same code. If this code is already current, no
 * revision is created. Returns the current revision.
 */
export async function restoreRevision(
  context: EngineContext,
  actor: Actor,
  shown: PolicyRow,
  { number: text, message, replay }: { readonly number: string } & RevisionNotes,
): Promise<RevisionRow> {
  const { id } = shown;
  const check = await checkRevision(context, shown, text);
  const restored = await auditedTransaction(context, actor, async (tx) => {
    const { organization_id: organizationId } = await lockPolicy(tx, id);
    const { number, sha256, size } = await findRevision(tx, shown, text);
    const store = (to: number) => copyChunks(tx, { policy: id, from: number, to });
    const code = { policy: shown, sha256, size, check, message, store };
    const made = await putInForce(context, tx, actor, code);
    const { before, revision } = made;
    const result = existing(await tx.first(revisionByNumber, { policy: id, number: revision }));
    const entry = { action: 'policy.restore', type: 'policies', id, organizationId };
    const after = { revision, 'restored-from': number, sha256, size, ...messageOf(made) };
    const audited = { result, audit: [{ ...entry, before: { revision: before }, after }] };
    return withReplay(tx, { of: 'policy', row: shown, replay }, audited);
  });
  if (check === undefined) codeCheckIntake(context).signal.notify();
  return restored;
}

/** Checks the code that is restored in the same way as uploaded code. */
async function checkRevision(
  context: EngineContext,
  policy: PolicyRow,
  text: string,
): Promise<StoredCheck | undefined> {
  const { database } = context;
  const { number, size } = await findRevision(database, policy, text);
  const read = () => codeOf(database, { policy: policy.id, number, size });
  return checkBeforeUse(context, policy, { size, read, tests: () => storedTests(database, policy) });
}
