// The job that checks the policies in archives that were stored without a check.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { Busy, Unavailable } from '../../../lib/errors/unavailable.ts';
import { RefusedArchive } from '../../../protocols/archives/refused-archive.ts';
import type { Job, Turn } from '../../../runtime/jobs/jobs.ts';
import { withLeaseRenewal } from '../../../runtime/jobs/lease-renewal.ts';
import { type CheckedArchive, checkArchive, uncheckedArchive } from '../code-checks/archive-check.ts';
import { retryAfter } from '../code-checks/upload-check.ts';
import { type EngineContext, onBehalfOfOrganization } from '../on-behalf.ts';
import { codeCheckIntake } from '../services.ts';
import { storedSources } from './archived-code.ts';
import {
  archiveById,
  type ListedPolicyRow,
  listedPolicies,
  nextUncheckedArchive,
  updateArchive,
  updateArchivedPolicy,
  usableArchives,
} from './store.ts';

const next = ({ database, clock }: Context) => database.first(nextUncheckedArchive, { now: timestamp(clock.now()) });

const interval = 5_000;

export function archiveCheckJob(context: Context): Job {
  return {
    name: 'policy-archive-check',
    intervalMilliseconds: interval,
    wakeUp: codeCheckIntake(context).archiveSignal,
    isDue: async () => (await next(context)) !== undefined,
    run: async (turn) => {
      while (!turn.signal.aborted && (await checkNext(context, turn)));
    },
  };
}

/**
 * Checks the policies in the next unchecked archive and stores the result. Returns false if there is no such archive.
 */
async function checkNext(context: Context, turn: Turn): Promise<boolean> {
  const waiting = await next(context);
  if (waiting === undefined) return false;
  const { id, organization_id: organization } = waiting;
  const policies = await context.database.rows(listedPolicies, { archive: id });
  const bound = await onBehalfOfOrganization(context, organization, { canWait: true, signal: turn.signal });
  const checked = await withLeaseRenewal(turn, () => checkedOf(bound, turn, { id, policies }));
  if (turn.signal.aborted) return false;
  await turn.transaction((tx) => storeCheck(tx, context, { id, policies }, checked));
  return true;
}

interface Waiting {
  readonly id: string;
  readonly policies: readonly ListedPolicyRow[];
}

/** Checks an archive and returns the result; undefined if the engine failed for reasons other than the code. */
async function checkedOf(
  context: EngineContext,
  turn: Turn,
  { id, policies }: Waiting,
): Promise<CheckedArchive | undefined> {
  try {
    const sources = await storedSources(context, id, 'code and tests');
    return await checkArchive(context, { policies, sources }, turn.signal);
  } catch (error) {
    if (error instanceof RefusedArchive) {
      return uncheckedArchive(policies, error.message, timestamp(context.clock.now()));
    }
    if (error instanceof Busy || !(error instanceof Unavailable)) throw error;
    context.log.warn({ archive: id, error }, 'the policy engine could not check the policies of an archive');
    return undefined;
  }
}

/** Stores the result of a check, unless the archive was deleted during the check. */
async function storeCheck(
  tx: Transaction,
  context: Context,
  { id, policies }: Waiting,
  checked: CheckedArchive | undefined,
) {
  if ((await tx.first(archiveById, { id })) === undefined) return;
  if (checked === undefined) {
    await updateArchive(tx, id, { check_after: timestamp(context.clock.now() + retryAfter) });
    return;
  }
  for (const policy of policies) {
    const check = checked.policies.get(policy.name);
    if (check !== undefined) await updateArchivedPolicy(tx, policy.id, { code_check: JSON.stringify(check) });
  }
  await updateArchive(tx, id, { awaits_check: 0, check_after: null, code_check: JSON.stringify(checked.whole) });
}

/**
 * Requests a new check of the policies in a set's current and staged versions after the input form of the set has
 * changed. A check is valid for one input form only. The caller must hold the lock on the set.
 */
export async function checkVersionsAgain(tx: Transaction, set: { readonly id: string }): Promise<void> {
  for (const { id } of await tx.rows(usableArchives, { policySet: set.id }))
    await updateArchive(tx, id, { awaits_check: 1, check_after: null, code_check: null });
}
