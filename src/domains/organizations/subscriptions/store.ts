import type { Transaction } from '../../../db/database.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { inserter } from '../../../db/writes.ts';
import { catalogueId } from '../feature-sets/feature-sets.ts';
import { organizations } from '../organizations/entity.ts';
import { subscriptions } from './entity.ts';

export type SubscriptionRow = StoredRow<'subscriptions'>;

export const insertSubscription = inserter('subscriptions');

/** Ends a subscription. An organization's first subscription is only stored when it ends, so its row is inserted. */
export function endSubscription(tx: Transaction, row: SubscriptionRow, ended_at: string): Promise<number> {
  return tx.run((db) =>
    db
      .insertInto('subscriptions')
      .values({ ...row, ended_at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ended_at })),
  );
}

export const activeSubscription = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('subscriptions')
    .select(subscriptions.all)
    .where('organization_id', '=', organization)
    .where('ended_at', 'is', null),
);

export const subscriptionById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('subscriptions').select(subscriptions.all).where('id', '=', id),
);

const plansAndRevisions = (db: Builder) =>
  db
    .selectFrom('organizations')
    .leftJoin('subscriptions', (join) =>
      join.onRef('subscriptions.organization_id', '=', 'organizations.id').on('subscriptions.ended_at', 'is', null),
    )
    .select('subscriptions.feature_set_id')
    .select(({ selectFrom }) =>
      selectFrom('settings').select('revision').where('group_id', '=', catalogueId).as('revision'),
    );

/**
 * Identifier of an organization's feature set, and revision of the stored catalogue. The feature set is null if the
 * organization still has its first subscription.
 */
export const planAndRevision = query<{ organization: string }>()((db, { organization }) =>
  plansAndRevisions(db).where('organizations.id', '=', organization),
);

/** The organization with the case-folded name `key`, plus the columns of `planAndRevision`. */
export const organizationAndPlanByKey = query<{ key: string }>()((db, { key }) =>
  plansAndRevisions(db).select(organizations.all).where('organizations.name_key', '=', key),
);

const ofOrganization = (db: Builder, { organization }: { readonly organization: string }) =>
  db.selectFrom('subscriptions').select(subscriptions.all).where('organization_id', '=', organization);

/** An organization's stored subscriptions, newest first. */
export const subscriptionsOf = query<{ organization: string }>()((db, values) =>
  ofOrganization(db, values).orderBy('started_at', 'desc').orderBy('id'),
);

/** An organization's stored subscriptions in pages, newest first. */
export const subscriptionPages = list<{ organization: string }>()(ofOrganization, (rows) =>
  rows.orderBy('subscriptions.started_at', 'desc').orderBy('subscriptions.id'),
);
