// Leases. If several instances use the same database, only one of them holds a lease at a time.
import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/database.ts';
import { databaseTime } from '../../db/expressions.ts';
import type { Fact } from '../../db/fact.ts';
import { query } from '../../db/query.ts';

/** Thrown if another instance has taken over a lease. The current transaction was rolled back. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export interface LeaseRequest {
  readonly name: string;
  /** Unique name of the instance that holds the lease. */
  readonly owner: string;
  readonly milliseconds: number;
}

/** Lease that this instance holds. Every transaction under the lease extends it. */
export interface Lease {
  /** Whether the lease is still valid, measured by the time that has passed in this process. */
  isLive(): boolean;
  /**
   * Runs a transaction while this instance holds the lease. Throws `LeaseLost` if another instance has taken it over.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Releases the lease, so that another instance can take it immediately. */
  release(): Promise<void>;
}

interface LeaseParts {
  readonly database: Database;
}

/**
 * Finds a valid lease of another instance. A lease that ends more than `limit` milliseconds from now is not valid; see
 * `take`.
 */
const takenLease = query<{ name: string; owner: string; limit: number }>()((db, { name, owner, limit }, engine) =>
  db
    .selectFrom('leases')
    .select('epoch')
    .where('name', '=', name)
    .where('owner', '!=', owner)
    .where('expires_at', '>', databaseTime(engine, 0))
    .where('expires_at', '<=', databaseTime(engine, limit)),
);

/** Twice the duration in ms of the longest lease, which is that of an hourly job. */
const latestEnd = 4 * 3_600_000;

const endingLate = query()((db, _, engine) =>
  db
    .selectFrom('leases')
    .select('name')
    .where('expires_at', '>', databaseTime(engine, latestEnd))
    .orderBy('name')
    .limit(20),
);

/** Names of the jobs whose lease ends implausibly late. The clock was wrong when such a lease was taken. */
export const futureLeases: Fact<readonly string[]> = {
  table: 'leases',
  read: async (reader) => (await reader.rows(endingLate, {})).map(({ name }) => name),
};

const epochOf = query<{ name: string }>()((db, { name }) =>
  db.selectFrom('leases').select('epoch').where('name', '=', name),
);

/**
 * Takes a lease with one conditional statement. Returns the lease's epoch, or undefined if another instance holds the
 * lease.
 */
const take = async (tx: Transaction, { name, owner, milliseconds }: LeaseRequest): Promise<number | undefined> => {
  const taken = await tx.run((db, engine) => {
    const expires_at = databaseTime(engine, milliseconds);
    return db
      .insertInto('leases')
      .values({ name, owner, epoch: 1, expires_at })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ owner, epoch: sql<number>`leases.epoch + 1`, expires_at })
          .where(({ eb, or }) =>
            or([
              eb('leases.expires_at', '<=', databaseTime(engine, 0)),
              // No valid lease ends this late. The clock was wrong when it was taken, so the lease is treated as free.
              eb('leases.expires_at', '>', databaseTime(engine, 2 * milliseconds)),
              eb('leases.owner', '=', owner),
            ]),
          ),
      );
  });
  return taken === 0 ? undefined : (await tx.first(epochOf, { name }))?.epoch;
};

/**
 * Extends the lease to a number of milliseconds from now. The epoch is a fencing token. If another instance has taken
 * over the lease, its epoch has changed and no row is updated. Returns the number of updated rows.
 */
const setEnd = (tx: Transaction, { name, owner }: LeaseRequest, epoch: number, milliseconds: number): Promise<number> =>
  tx.run((db, engine) =>
    db
      .updateTable('leases')
      .set({ expires_at: databaseTime(engine, milliseconds) })
      .where('name', '=', name)
      .where('owner', '=', owner)
      .where('epoch', '=', epoch),
  );

const leaseOf = ({ database }: LeaseParts, request: LeaseRequest, epoch: number, until: number): Lease => {
  let end = until;
  return {
    isLive: () => performance.now() < end,
    transaction: async (work) => {
      const next = performance.now() + request.milliseconds;
      const result = await database.transaction(async (tx) => {
        // The lease's row stays locked until the transaction ends, so no other instance can take over the lease before
        // that.
        if ((await setEnd(tx, request, epoch, request.milliseconds)) === 0) throw new LeaseLost(request.name);
        return work(tx);
      });
      end = next;
      return result;
    },
    release: async () => {
      end = performance.now();
      await database.transaction((tx) => setEnd(tx, request, epoch, 0));
    },
  };
};

/** Takes a lease that is free or has expired. Returns undefined if another instance holds it. */
export const takeLease = async (parts: LeaseParts, request: LeaseRequest): Promise<Lease | undefined> => {
  const { database } = parts;
  const { name, owner, milliseconds } = request;
  const end = performance.now() + milliseconds;
  // The lease is read before trying to take it, because even a failed attempt would cost a write.
  if ((await database.first(takenLease, { name, owner, limit: 2 * milliseconds })) !== undefined) return undefined;
  const epoch = await database.transaction((tx) => take(tx, request));
  return epoch === undefined ? undefined : leaseOf(parts, request, epoch, end);
};
