import type { Context } from '../../../context.ts';
import { attributeProblem, existing, invalid, preconditionFailed } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { newId } from '../../../kernel/ids.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { type RetentionRow, retentionForUpdate, retentionRow, updateRetention } from './store.ts';

/** The retention policy of the instance (API reference, data retention policy settings). */
export interface RetentionPolicy {
  readonly id: string;
  /** Age in days after which superseded data is deleted. */
  readonly days: number;
  /** Number of times the retention policy has changed. */
  readonly revision: number;
}

/**
 * Checks the `If-Match` header of a request against the current retention policy. `policy` is undefined if no retention
 * policy is set.
 */
export type IfMatch = (policy: RetentionPolicy | undefined) => boolean;

/** Returns the instance's retention policy. Undefined if it has none, so that all data is kept. */
export async function findRetentionPolicy({ database }: Context): Promise<RetentionPolicy | undefined> {
  return policyIn(await database.first(retentionRow, {}));
}

/** Returns the instance's retention policy. 404 if it has none. */
export async function getRetentionPolicy(context: Context): Promise<RetentionPolicy> {
  return existing(await findRetentionPolicy(context));
}

const blank = attributeProblem('delete-older-than-n-days', 'required', "Delete older than n days can't be blank");

/**
 * Sets the instance's retention policy. An existing policy keeps its identifier. If `days` is undefined, an existing
 * policy stays unchanged. 422 if `days` is undefined and no policy exists.
 */
export function setRetentionPolicy(
  context: Context,
  actor: Actor,
  { days, ifMatch }: { readonly days: number | undefined; readonly ifMatch: IfMatch },
): Promise<RetentionPolicy> {
  return auditedTransaction(context, actor, async (tx) => {
    const row = await tx.first(retentionForUpdate, {});
    const before = policyIn(row);
    requireMatch(ifMatch, before);
    const wanted = days ?? before?.days;
    if (wanted === undefined) throw invalid(blank);
    if (before?.days === wanted) return { result: before, audit: [] };
    const after = { id: before?.id ?? newId('drp'), days: wanted, revision: (row?.revision ?? 0) + 1 };
    await updateRetention(tx, { policy_id: after.id, days: wanted, revision: after.revision });
    const entry = { ...entryOf('set'), ...(before && { before: auditShape(before) }), after: auditShape(after) };
    return { result: after, audit: [entry] };
  });
}

/** Removes the instance's retention policy, so that its data is no longer deleted. 404 if it has none. */
export function removeRetentionPolicy(context: Context, actor: Actor, ifMatch: IfMatch): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const row = await tx.first(retentionForUpdate, {});
    const before = existing(policyIn(row));
    requireMatch(ifMatch, before);
    await updateRetention(tx, { policy_id: null, days: null, revision: before.revision + 1 });
    return { result: undefined, audit: [{ ...entryOf('remove'), before: auditShape(before) }] };
  });
}

function requireMatch(ifMatch: IfMatch, policy: RetentionPolicy | undefined): void {
  if (!ifMatch(policy))
    throw preconditionFailed(
      'The data retention policy has changed since you read it. Read it again, then repeat the change.',
    );
}

/** Audit entries show the instance's retention policy as a settings group, and an organization's as a resource. */
const entryOf = (action: 'set' | 'remove'): Pick<AuditEntry, 'action' | 'type' | 'id'> => ({
  action: `data-retention.${action}`,
  type: 'settings',
  id: 'data-retention',
});

function auditShape({ days }: RetentionPolicy) {
  return { 'delete-older-than-n-days': days };
}

function policyIn(row: RetentionRow | undefined): RetentionPolicy | undefined {
  const { policy_id: id = null, days = null, revision = 0 } = row ?? {};
  return id === null || days === null ? undefined : { id, days, revision };
}
