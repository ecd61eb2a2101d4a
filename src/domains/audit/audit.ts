import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { type Actor, impersonatorOf } from '../../lib/actor.ts';
import type { AuditEntry } from '../../lib/audit-entry.ts';
import { timestamp } from '../../lib/clock.ts';
import { insertRecord } from './store.ts';

/** The result of an audited transaction, and what the audit record says of it: nothing where nothing changed. */
export interface Audited<Result> {
  readonly result: Result;
  readonly audit: readonly AuditEntry[];
  /** Who did it, where only the transaction finds that out. */
  readonly actor?: Actor;
}

/**
 * Runs a change, or a read that must leave a record. `work` and its audit records share one transaction, so that
 * neither is stored without the other.
 */
export function auditedTransaction<Result>(
  { database, clock }: Context,
  actor: Actor,
  work: (tx: Transaction) => Promise<Audited<Result>>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const { result, audit, actor: itsActor = actor } = await work(tx);
    const at = timestamp(clock.now());
    for (const entry of audit) await insertRecord(tx, recordOf(itsActor, entry, at));
    return result;
  });
}

const recordOf = (actor: Actor, entry: AuditEntry, at: string) => {
  const { action, type, id, organizationId, before = null, after = null } = entry;
  return {
    at,
    action,
    resource_type: type,
    resource_id: id,
    organization_id: organizationId ?? null,
    actor: actorText(actor),
    change: JSON.stringify({ before, after }),
    request_id: actor.requestId,
    address: actor.address,
    actor_id: 'id' in actor.identity ? actor.identity.id : null,
    impersonator_id: impersonatorOf(actor)?.id ?? null,
  };
};

/** The identity as JSON; in an impersonation also the administrator behind it and the reason. */
const actorText = (actor: Actor): string => {
  const impersonator = impersonatorOf(actor);
  if (impersonator === undefined) return JSON.stringify(actor.identity);
  const { id, username } = impersonator;
  const reason = actor.session?.impersonation?.reason ?? null;
  return JSON.stringify({ ...actor.identity, impersonator: { id, username }, reason });
};
