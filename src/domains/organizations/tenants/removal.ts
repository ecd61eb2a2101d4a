// Deletes large records. The deletion takes them out of every list in one step: an organization loses its row, and another
// record, such as a policy, goes to a tenant of its own, which is no organization. The rows are removed afterwards.
import { type Context, service } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Identity } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newSignal } from '../../../lib/concurrency/signal.ts';
import type { Job, Turn } from '../../../runtime/jobs/jobs.ts';
import { openRemoval } from '../../../runtime/jobs/removal.ts';
import { countRemoved, deleteTenant, insertTenant, nextRemoved, updateTenant } from './store.ts';

const interval = 10_000;

/** Signals the deletion of a record whose rows the job removes. */
const removalSignal = service(() => newSignal());

/** Marks the tenant of an organization, whose row has been deleted, as deleted. */
export async function discardTenant(
  tx: Transaction,
  context: Context,
  { id, name, by }: { readonly id: string; readonly name: string; readonly by: Identity },
): Promise<void> {
  const removed_by = by.kind === 'user' ? by.id : null;
  await updateTenant(tx, id, { removed_at: timestamp(context.clock.now()), removed_name: name, removed_by });
  tx.afterCommit(() => removalSignal(context).notify());
}

/** Makes a deleted tenant for a record of this identifier; it is deleted once its `organization_id` names that tenant. */
export async function newDiscarded(tx: Transaction, context: Context, id: string): Promise<void> {
  await insertTenant(tx, { id, removed_at: timestamp(context.clock.now()), removed_name: null, removed_by: null });
  tx.afterCommit(() => removalSignal(context).notify());
}

/** Removes the rows of deleted tenants in portions. A run that a crash ended is continued with what is left. */
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

/** Removes one tenant; false where none is left, or the service stops. */
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
  log.info({ tenant: id, since: next.removed_at }, 'the rows of a deleted record are removed');
  return true;
}
