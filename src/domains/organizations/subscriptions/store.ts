import type { Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import { catalogueId } from '../feature-sets/feature-sets.ts';

export interface SubscriptionRow {
  readonly id: string;
  readonly organization_id: string;
  readonly feature_set_id: string;
  readonly started_at: string;
  /** Null while it is active. */
  readonly ended_at: string | null;
}

export function insertSubscription(tx: Transaction, row: SubscriptionRow): Promise<number> {
  return tx.run((db) => db.insertInto('subscriptions').values(row));
}

/** Ends a subscription. The implied first one of an organization has no row yet, and gets one. */
export function endSubscription(tx: Transaction, row: SubscriptionRow, ended_at: string): Promise<number> {
  return tx.run((db) =>
    db
      .insertInto('subscriptions')
      .values({ ...row, ended_at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ended_at })),
  );
}

const columns = ['id', 'organization_id', 'feature_set_id', 'started_at', 'ended_at'] as const;

export const activeSubscription = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('subscriptions')
    .select(columns)
    .where('organization_id', '=', organization)
    .where('ended_at', 'is', null),
);

/** The plan of an organization, null where it has the first one still, and how often the catalogue has been changed. */
export const planAndRevision = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('organizations')
    .leftJoin('subscriptions', (join) =>
      join.onRef('subscriptions.organization_id', '=', 'organizations.id').on('subscriptions.ended_at', 'is', null),
    )
    .select('subscriptions.feature_set_id')
    .select(({ selectFrom }) =>
      selectFrom('settings').select('revision').where('group_id', '=', catalogueId).as('revision'),
    )
    .where('organizations.id', '=', organization),
);

/** The subscriptions of an organization, the latest first. */
export const subscriptionsOf = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('subscriptions')
    .select(columns)
    .where('organization_id', '=', organization)
    .orderBy('started_at', 'desc')
    .orderBy('id'),
);
