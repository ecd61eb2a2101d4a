// Deletes records that have many dependent rows. First, a single step hides the record from all lists. For an
// organization, this step deletes its row. Any other record, such as a policy, is moved to a new tenant that is marked
// as deleted. Later, a job removes the rows of deleted tenants in batches.
import { type Context, service } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Identity } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newSignal } from '../../../lib/concurrency/signal.ts';
import type { Job, Turn } from '../../../runtime/jobs/jobs.ts';
import { openRemoval } from '../../../runtime/jobs/removal.ts';
import { countRemoved, deleteTenant, insertTenant, nextRemoved, updateTenant } from './store.ts';

const interval = 10_000;

/** Signal that wakes up the removal job after a deletion. */
const removalSignal = service(() => newSignal());

/** Marks an organization's tenant as deleted. The row of the organization must have been deleted already. */
export async function deleteTenantLater(
  tx: Transaction,
  context: Context,
  { id, name, by }: { readonly id: string; readonly name: string; readonly by: Identity },
): Promise<void> {
  const removed_by = by.kind === 'user' ? by.id : null;
  await updateTenant(tx, id, { removed_at: timestamp(context.clock.now()), removed_name: name, removed_by });
  tx.afterCommit(() => removalSignal(context).notify());
}

/**
 * Creates a tenant that is marked as deleted and has the record's identifier. To delete the record, the caller then
 * sets the record's `organization_id` to this identifier.
 */
export async function newDiscarded(tx: Transaction, context: Context, id: string): Promise<void> {
  await insertTenant(tx, { id, removed_at: timestamp(context.clock.now()), removed_name: null, removed_by: null });
  tx.afterCommit(() => removalSignal(context).notify());
}

/**
 * Job that removes the rows of deleted tenants in batches. After a crash, the next run continues with the remaining
 * rows.
 */
export function removalJob(context: Context): Job {
  return {
    name: 'removal',
    intervalMilliseconds: interval,
    wakeUp: removalSignal(context),
    waitsWhileHeld: true,
    isDue: async () => (await context.database.first(nextRemoved, {})) !== undefined,
    run: async (turn) => {
      while (!turn.signal.aborted && (await removeNext(context, turn)));
    },
  };
}

/** Removes the rows of one deleted tenant. Returns false if no deleted tenant is left or if the service is stopping. */
async function removeNext(context: Context, { transaction, signal }: Turn): Promise<boolean> {
  const { database, log } = context;
  const next = await database.first(nextRemoved, {});
  if (next === undefined) return false;
  const { id } = next;
  const removeUnder = await openRemoval({
    database,
    signal,
    portion: (work) =>
      transaction(async (tx) => {
        const rows = await work(tx);
        await countRemoved(tx, id, rows);
        return rows;
      }),
  });
  try {
    await removeUnder('tenants', [{ id }]);
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
  await transaction((tx) => deleteTenant(tx, id));
  log.info({ tenant: id, since: next.removed_at }, 'the rows of a deleted record have been removed');
  return true;
}
