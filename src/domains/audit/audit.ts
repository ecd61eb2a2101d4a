import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { type Actor, impersonatorOf } from '../../lib/actor.ts';
import type { AuditEntry } from '../../lib/audit-entry.ts';
import { timestamp } from '../../lib/clock.ts';

/** What a change answers: its result, and what the audit record shall say of it (nothing, if nothing changed). */
export interface Audited<Result> {
  readonly result: Result;
  readonly audit: readonly AuditEntry[];
}

/** Who did it, as it is stored: the identity, and in an impersonation who acted behind it, and why. */
const storedActor = (actor: Actor): string => {
  const impersonator = impersonatorOf(actor);
  if (impersonator === undefined) return JSON.stringify(actor.identity);
  const { id, username } = impersonator;
  const reason = actor.session?.impersonation?.reason ?? null;
  return JSON.stringify({ ...actor.identity, impersonator: { id, username }, reason });
};

const record = async (tx: Transaction, actor: Actor, entry: AuditEntry, at: string): Promise<void> => {
  const { action, type, id, organizationId, before = null, after = null } = entry;
  await tx.run((db) =>
    db.insertInto('audit_records').values({
      at,
      action,
      resource_type: type,
      resource_id: id,
      organization_id: organizationId ?? null,
      actor: storedActor(actor),
      change: JSON.stringify({ before, after }),
      request_id: actor.requestId,
      address: actor.address,
      actor_id: 'id' in actor.identity ? actor.identity.id : null,
      impersonator_id: impersonatorOf(actor)?.id ?? null,
    }),
  );
};

/**
 * Makes a change, or a read that is to be answered for: the one way to either. Runs `work` in a transaction and
 * writes its audit records in the same one, so that neither is ever there without the other.
 */
export const auditedTransaction = <Result>(
  { database, clock }: Context,
  actor: Actor,
  work: (tx: Transaction) => Promise<Audited<Result>>,
): Promise<Result> =>
  database.transaction(async (tx) => {
    const { result, audit } = await work(tx);
    const at = timestamp(clock.now());
    for (const entry of audit) await record(tx, actor, entry, at);
    return result;
  });
