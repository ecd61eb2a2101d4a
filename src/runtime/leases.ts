// Leases: of several instances on one database, one at a time owns each.
import { sql } from 'kysely';
import type { Database, Transaction } from '../db/database.ts';
import { query } from '../db/query.ts';
import { type Clock, timestamp } from '../lib/clock.ts';

/** Another instance has taken a lease over; the transaction that noticed it was rolled back. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** A request for a lease. */
export interface LeaseRequest {
  readonly name: string;
  /** A name that no other instance has. */
  readonly owner: string;
  readonly milliseconds: number;
}

/** A lease of this instance. Every transaction under it extends it. */
export interface Lease {
  /** Whether it has not expired, by the clock of this instance. */
  isLive(): boolean;
  /** Runs a transaction; throws `LeaseLost` unless this instance owns the lease until its end. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Gives it up, so that another instance can take it at once. */
  release(): Promise<void>;
}

interface LeaseParts {
  readonly database: Database;
  readonly clock: Clock;
}

const currentLease = query<{ name: string }>()((db, { name }) =>
  db.selectFrom('leases').select(['owner', 'epoch', 'expires_at']).where('name', '=', name),
);

/** Takes the lease with one conditional statement. Gives its epoch, or undefined while another instance owns it. */
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

/** Sets the end of the lease. The epoch is the fencing token: a late instance does not match it. */
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
        // The row stays locked until the end, so no instance takes the lease over in the middle.
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

/** Takes a lease that is free or has expired; undefined while another instance owns it. */
export const takeLease = async (parts: LeaseParts, request: LeaseRequest): Promise<Lease | undefined> => {
  const { database, clock } = parts;
  const started = clock.now();
  const [now, end] = [timestamp(started), started + request.milliseconds];
  const current = await database.first(currentLease, { name: request.name });
  // A read first: an attempt to take the lease costs a write even when it fails.
  if (current !== undefined && current.owner !== request.owner && current.expires_at > now) return undefined;
  const epoch = await database.transaction((tx) => take(tx, request, { now, until: timestamp(end) }));
  return epoch === undefined ? undefined : leaseOf(parts, request, epoch, end);
};
