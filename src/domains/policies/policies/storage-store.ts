// The table `policy_storage`.
import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { forUpdate } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';

export interface Stored {
  readonly revisions: number;
  readonly bytes: number;
}

/**
 * Creates the storage row of an organization if it does not exist. The caller must hold the lock on the organization.
 */
export async function openStorage(tx: Transaction, organization_id: string): Promise<void> {
  const row = { organization_id, revisions: 0, bytes: 0 };
  await tx.run((db) =>
    db
      .insertInto('policy_storage')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** Adds to the storage counts of an organization, and locks the row with these counts until the transaction ends. */
export async function changeStorage(tx: Transaction, organization: string, by: Stored): Promise<void> {
  await tx.run((db) =>
    db
      .updateTable('policy_storage')
      .set((row) => ({ revisions: row('revisions', '+', by.revisions), bytes: row('bytes', '+', by.bytes) }))
      .where('organization_id', '=', organization),
  );
}

export const storageOf = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('policy_storage').select(['revisions', 'bytes']).where('organization_id', '=', organization),
);

/** Locks the revisions of a policy until the transaction ends, and returns their number and total size. */
export const storageOfPolicyForUpdate = query<{ policy: string }>()((db, { policy }, engine) =>
  db
    .selectFrom(
      forUpdate(engine, db.selectFrom('policy_revisions').select('size').where('policy_id', '=', policy)).as('locked'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('revisions'),
      sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'),
    ]),
);

/** Returns the number and total size of a policy set's archives. */
export const storageOfSet = query<{ policySet: string }>()((db, { policySet }) =>
  db
    .selectFrom('policy_archives')
    .select(({ fn }) => [
      fn.countAll<number>().as('revisions'),
      sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'),
    ])
    .where('policy_set_id', '=', policySet),
);
