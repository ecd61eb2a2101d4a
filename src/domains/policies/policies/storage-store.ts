// The table `policy_storage`.
import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';

export interface Stored {
  readonly revisions: number;
  readonly bytes: number;
}

/** Adds to the counts, whose row stays locked until the transaction ends. */
export async function changeStorage(tx: Transaction, organization_id: string, by: Stored): Promise<void> {
  await tx.run((db) =>
    db
      .insertInto('policy_storage')
      .values({ organization_id, ...by })
      .onConflict((conflict) =>
        conflict.column('organization_id').doUpdateSet({
          revisions: sql<number>`policy_storage.revisions + excluded.revisions`,
          bytes: sql<number>`policy_storage.bytes + excluded.bytes`,
        }),
      ),
  );
}

export const storageOf = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('policy_storage').select(['revisions', 'bytes']).where('organization_id', '=', organization),
);

export const storageOfPolicy = query<{ policy: string }>()((db, { policy }) =>
  db
    .selectFrom('policy_revisions')
    .select(({ fn }) => [
      fn.countAll<number>().as('revisions'),
      sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'),
    ])
    .where('policy_id', '=', policy),
);
