import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { type Actor, impersonatorOf } from '../../kernel/actor.ts';
import type { AuditEntry } from '../../kernel/audit-entry.ts';
import { timestamp } from '../../kernel/clock.ts';
import { ReadOnly } from '../../lib/errors/unavailable.ts';
import { recordedValues } from './recorded-values.ts';
import { insertMemberships, insertRecord } from './store.ts';

/** Result of an audited transaction, with its audit entries. Without entries, nothing is written to the audit log. */
export interface Audited<Result> {
  readonly result: Result;
  readonly audit: readonly AuditEntry[];
  /** Actor of the change, if it is known only inside the transaction. */
  readonly actor?: Actor;
}

/**
 * Runs a change. The changes that `work` makes and their audit records share one transaction, so that neither is stored
 * without the other.
 */
export function auditedTransaction<Result>(
  { database, clock }: Context,
  actor: Actor,
  work: (tx: Transaction) => Promise<Audited<Result>>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const { result, audit, actor: itsActor = actor } = await work(tx);
    const at = timestamp(clock.now());
    for (const entry of audit) {
      const record = recordOf(itsActor, entry, at);
      insertRecord(tx, record);
      insertMemberships(tx, record, entry.memberships ?? []);
    }
    return result;
  });
}

/**
 * Runs a read that must be audited. If the database is read-only, `work` runs a second time with `mayWrite` false, and
 * the audit record is written only to the log.
 */
export async function auditedRead<Result>(
  context: Context,
  actor: Actor,
  work: (tx: Transaction, mayWrite: boolean) => Promise<Audited<Result>>,
): Promise<Result> {
  const { database, clock, log } = context;
  try {
    return await auditedTransaction(context, actor, (tx) => work(tx, true));
  } catch (error) {
    if (!(error instanceof ReadOnly)) throw error;
    const { result, audit } = await database.transaction((tx) => work(tx, false));
    const at = timestamp(clock.now());
    for (const entry of audit) {
      log.error(
        { error, record: recordOf(actor, entry, at) },
        'a read operation could not be recorded in the audit log',
      );
    }
    return result;
  }
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
    change: JSON.stringify({ before: recordedValues(before), after: recordedValues(after) }),
    request_id: actor.requestId,
    address: actor.address,
    actor_id: 'id' in actor.identity ? actor.identity.id : null,
    impersonator_id: impersonatorOf(actor)?.id ?? null,
  };
};

/**
 * Returns the actor's identity as JSON, with the token of the request. During an impersonation, the JSON also contains
 * the administrator and the reason.
 */
const actorText = (actor: Actor): string => {
  const impersonator = impersonatorOf(actor);
  if (impersonator === undefined) return JSON.stringify({ ...actor.identity, token: actor.token });
  const { id, username } = impersonator;
  const reason = actor.session?.impersonation?.reason ?? null;
  return JSON.stringify({ ...actor.identity, impersonator: { id, username }, reason });
};
