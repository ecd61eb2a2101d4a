// Leases. If several instances use a database, only one of them owns a lease at a time.
import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/database.ts';
import { databaseTime } from '../../db/expressions.ts';
import type { Fact } from '../../db/fact.ts';
import { query } from '../../db/query.ts';

/** Thrown if another instance has taken over a lease. The transaction that detected this was rolled back. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export interface LeaseRequest {
  readonly name: string;
  /** Name that is unique for each instance. */
  readonly owner: string;
  readonly milliseconds: number;
}

/** Lease of this instance. Every transaction under the lease extends it. */
export interface Lease {
  /** Whether the lease has not expired, according to the time that has passed in this process. */
  isLive(): boolean;
  /** Runs a transaction. Throws `LeaseLost` unless this instance owns the lease until the transaction's end. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Releases the lease, so that another instance can take it immediately. */
  release(): Promise<void>;
}

interface LeaseParts {
  readonly database: Database;
}

/**
 * Finds a lease that another instance owns. A lease that ends later than `limit`, which is twice its length, is
 * invalid.
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

/** Twice the longest lease, that of an hourly job, in ms. */
const latestEnd = 4 * 3_600_000;

const endingLate = query()((db, _, engine) =>
  db
    .selectFrom('leases')
    .select('name')
    .where('expires_at', '>', databaseTime(engine, latestEnd))
    .orderBy('name')
    .limit(20),
);

/** Reads the jobs whose lease ends implausibly late, because a clock was wrong when it was taken. */
export const futureLeases: Fact<readonly string[]> = {
  table: 'leases',
  read: async (reader) => (await reader.rows(endingLate, {})).map(({ name }) => name),
};

const epochOf = query<{ name: string }>()((db, { name }) =>
  db.selectFrom('leases').select('epoch').where('name', '=', name),
);

/** Takes the lease with one conditional statement. Returns its epoch, or undefined while another instance owns it. */
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
              // A valid lease never ends this late, so a clock was wrong when it was taken.
              eb('leases.expires_at', '>', databaseTime(engine, 2 * milliseconds)),
              eb('leases.owner', '=', owner),
            ]),
          ),
      );
  });
  return taken === 0 ? undefined : (await tx.first(epochOf, { name }))?.epoch;
};

/**
 * Sets the time from now until the lease ends. The epoch is the fencing token: it does not match for an instance that
 * has lost the lease.
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
        // The row stays locked until the end of the transaction, so that no other instance can take over the lease
        // during it.
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

/** Takes a lease that is free or has expired. Returns undefined while another instance owns it. */
export const takeLease = async (parts: LeaseParts, request: LeaseRequest): Promise<Lease | undefined> => {
  const { database } = parts;
  const { name, owner, milliseconds } = request;
  const end = performance.now() + milliseconds;
  // Reads first, because even a failed attempt to take the lease would cost a write.
  if ((await database.first(takenLease, { name, owner, limit: 2 * milliseconds })) !== undefined) return undefined;
  const epoch = await database.transaction((tx) => take(tx, request));
  return epoch === undefined ? undefined : leaseOf(parts, request, epoch, end);
};
