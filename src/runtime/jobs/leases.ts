// Leases: of several instances on one database, one at a time owns each.
import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/database.ts';
import { databaseTime } from '../../db/expressions.ts';
import type { Fact } from '../../db/fact.ts';
import { query } from '../../db/query.ts';

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
  /** True if it has not expired, by the time that has passed in this process. */
  isLive(): boolean;
  /** Runs a transaction; throws `LeaseLost` unless this instance owns the lease until its end. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Gives it up, so that another instance can take it at once. */
  release(): Promise<void>;
}

interface LeaseParts {
  readonly database: Database;
}

/** A lease that another instance owns. `limit` is twice its length: one that ends later is void. */
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

/** The jobs whose lease ends later than any true one, since a clock was wrong when it was taken. */
export const futureLeases: Fact<readonly string[]> = {
  table: 'leases',
  read: async (reader) => (await reader.rows(endingLate, {})).map(({ name }) => name),
};

const epochOf = query<{ name: string }>()((db, { name }) =>
  db.selectFrom('leases').select('epoch').where('name', '=', name),
);

/** Takes the lease with one conditional statement. Gives its epoch, or undefined while another instance owns it. */
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
              // No true lease ends so late: a clock was wrong when it was taken.
              eb('leases.expires_at', '>', databaseTime(engine, 2 * milliseconds)),
              eb('leases.owner', '=', owner),
            ]),
          ),
      );
  });
  return taken === 0 ? undefined : (await tx.first(epochOf, { name }))?.epoch;
};

/** Sets the end of the lease, from now. The epoch is the fencing token: a late instance does not match it. */
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
        // The row stays locked until the end, so no instance takes the lease over in the middle.
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

/** Takes a lease that is free or has expired; undefined while another instance owns it. */
export const takeLease = async (parts: LeaseParts, request: LeaseRequest): Promise<Lease | undefined> => {
  const { database } = parts;
  const { name, owner, milliseconds } = request;
  const end = performance.now() + milliseconds;
  // A read first: an attempt to take the lease costs a write even when it fails.
  if ((await database.first(takenLease, { name, owner, limit: 2 * milliseconds })) !== undefined) return undefined;
  const epoch = await database.transaction((tx) => take(tx, request));
  return epoch === undefined ? undefined : leaseOf(parts, request, epoch, end);
};
