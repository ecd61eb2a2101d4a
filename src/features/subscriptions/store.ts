import { query } from '../../db/query.ts';

export interface SubscriptionRow {
  readonly id: string;
  readonly organization_id: string;
  readonly feature_set_id: string;
  readonly started_at: string;
  /** Null while it is active. */
  readonly ended_at: string | null;
}

const columns = ['id', 'organization_id', 'feature_set_id', 'started_at', 'ended_at'] as const;

export const activeSubscription = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('subscriptions')
    .select(columns)
    .where('organization_id', '=', organization)
    .where('ended_at', 'is', null),
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
