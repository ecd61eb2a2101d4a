// Leases: of several instances on one database, one at a time holds each.
import { sql } from 'kysely';
import type { Database, Transaction } from '../db/database.ts';
import { query } from '../db/query.ts';
import { type Clock, timestamp } from '../lib/clock.ts';

/** Another instance has taken a lease over; nothing of the transaction that found out was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Who wants which lease, and for how long at a time. */
export interface LeaseRequest {
  readonly name: string;
  /** Text that no other instance has. */
  readonly owner: string;
  readonly milliseconds: number;
}

/** A lease that was taken. It lives on with every transaction under it. */
export interface Lease {
  /** Whether it still runs by this instance's clock. */
  isLive(): boolean;
  /** Like the database's, but throws `LeaseLost` unless the lease is still this instance's until the end. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Lets others have it at once. */
  release(): Promise<void>;
}

interface LeaseParts {
  readonly database: Database;
  readonly clock: Clock;
}

const currentLease = query<{ name: string }>()((db, { name }) =>
  db.selectFrom('leases').select(['owner', 'epoch', 'expires_at']).where('name', '=', name),
);

/** Takes the lease by one conditional statement; answers the epoch, or undefined when somebody else's still runs. */
const take = async (
  tx: Transaction,
  { name, owner }: LeaseRequest,
  { now, until }: { readonly now: string; readonly until: string },
): Promise<number | undefined> => {
  const taken = await tx.run((db) =>
    db
      .insertInto('leases')
      .values({ name, owner, epoch: 1, expires_at: until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ owner, epoch: sql<number>`leases.epoch + 1`, expires_at: until })
          .where(({ eb, or }) => or([eb('leases.expires_at', '<=', now), eb('leases.owner', '=', owner)])),
      ),
  );
  return taken === 0 ? undefined : (await tx.first(currentLease, { name }))?.epoch;
};

/** Sets when the lease ends. The epoch is the fence: who was late finds another one there. */
const setEnd = (tx: Transaction, { name, owner }: LeaseRequest, epoch: number, expires_at: string): Promise<number> =>
  tx.run((db) =>
    db
      .updateTable('leases')
      .set({ expires_at })
      .where('name', '=', name)
      .where('owner', '=', owner)
      .where('epoch', '=', epoch),
  );

const leaseOf = ({ database, clock }: LeaseParts, request: LeaseRequest, epoch: number, until: number): Lease => {
  let end = until;
  return {
    isLive: () => clock.now() < end,
    transaction: async (work) => {
      const next = clock.now() + request.milliseconds;
      const result = await database.transaction(async (tx) => {
        // The row stays held until the end, so nobody takes the lease over in the middle.
        if ((await setEnd(tx, request, epoch, timestamp(next))) === 0) throw new LeaseLost(request.name);
        return work(tx);
      });
      end = next;
      return result;
    },
    release: async () => {
      end = clock.now();
      await database.transaction((tx) => setEnd(tx, request, epoch, timestamp(end)));
    },
  };
};

/** Takes a lease that nobody holds, or whose time is over; undefined while another's runs. */
export const takeLease = async (parts: LeaseParts, request: LeaseRequest): Promise<Lease | undefined> => {
  const { database, clock } = parts;
  const started = clock.now();
  const [now, end] = [timestamp(started), started + request.milliseconds];
  const current = await database.first(currentLease, { name: request.name });
  // A look costs no write, which the taking does even in vain.
  if (current !== undefined && current.owner !== request.owner && current.expires_at > now) return undefined;
  const epoch = await database.transaction((tx) => take(tx, request, { now, until: timestamp(end) }));
  return epoch === undefined ? undefined : leaseOf(parts, request, epoch, end);
};
