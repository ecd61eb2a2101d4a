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
  /** Number of times the policy has changed. */
  readonly revision: number;
}

/** Checks the `If-Match` header of a request against the current policy. The policy is undefined if none is set. */
export type IfMatch = (policy: RetentionPolicy | undefined) => boolean;

/** Returns the policy. Undefined if everything is kept. */
export async function findRetentionPolicy({ database }: Context): Promise<RetentionPolicy | undefined> {
  return policyIn(await database.first(retentionRow, {}));
}

/** Returns the policy. 404 if everything is kept. */
export async function getRetentionPolicy(context: Context): Promise<RetentionPolicy> {
  return existing(await findRetentionPolicy(context));
}

const blank = attributeProblem('delete-older-than-n-days', 'required', "Delete older than n days can't be blank");

/**
 * Sets the policy. An existing policy keeps its identifier. Without `days`, an existing policy stays unchanged. 422 if
 * there is neither `days` nor a policy.
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

/** Removes the data retention policy, so that no further data is deleted. 404 if there is no such policy. */
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

/** In the audit log, the instance's policy is a settings group. An organization's policy is a resource. */
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
