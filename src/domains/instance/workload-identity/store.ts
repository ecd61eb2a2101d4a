import type { Transaction } from '../../../db/database.ts';
import { forUpdate } from '../../../db/expressions.ts';
import { type Builder, query } from '../../../db/query.ts';
import type { NewRow } from '../../../db/tables.ts';

/** Which key signs, and when the timers fire; the texts are empty and `kid` is null until the first key is made. */
export interface Signing {
  readonly kid: string | null;
  readonly next_rotation_at: string;
  readonly next_trim_at: string;
}

const signing = (db: Builder) => db.selectFrom('oidc_signing').select(['kid', 'next_rotation_at', 'next_trim_at']);

export const signingState = query()((db) => signing(db));

/** Whoever changes keys holds this row first, so that changes happen one after the other. */
export const signingForUpdate = query()((db, _, engine) => forUpdate(engine, signing(db)));

/** Every key, the one that signs first, then the one that signed last. */
export const allKeys = query()((db) =>
  db
    .selectFrom('oidc_keys')
    .select(['kid', 'public_key', 'created_at', 'retired_at'])
    .orderBy(({ fn, ref, val }) => fn.coalesce(ref('retired_at'), val('9')), 'desc')
    .orderBy('kid'),
);

/** The key that signs, with its sealed private half. */
export const signingKey = query()((db) =>
  db
    .selectFrom('oidc_signing')
    .innerJoin('oidc_keys', 'oidc_keys.kid', 'oidc_signing.kid')
    .select(['oidc_keys.kid', 'oidc_keys.private_key']),
);

export const insertKey = (tx: Transaction, key: NewRow<'oidc_keys'>): Promise<number> =>
  tx.run((db) => db.insertInto('oidc_keys').values(key));

/** When the oldest of the keys that sign no more stopped. */
export const firstRetirement = query()((db) =>
  db.selectFrom('oidc_keys').select(({ fn }) => fn.min<string | null>('retired_at').as('at')),
);

/** The keys that stopped signing at `until` or earlier. */
export const retiredUntil = query<{ until: string }>()((db, { until }) =>
  db.selectFrom('oidc_keys').select('kid').where('retired_at', '<=', until).orderBy('retired_at').orderBy('kid'),
);

export const deleteRetired = (tx: Transaction, until: string): Promise<number> =>
  tx.run((db) => db.deleteFrom('oidc_keys').where('retired_at', '<=', until));

/** Ends a key's signing: from then on nobody needs its private half. */
export const retireKey = (tx: Transaction, kid: string, at: string): Promise<number> =>
  tx.run((db) => db.updateTable('oidc_keys').set({ retired_at: at, private_key: null }).where('kid', '=', kid));

export const updateSigning = (tx: Transaction, values: Partial<Signing>): Promise<number> =>
  tx.run((db) => db.updateTable('oidc_signing').set(values));
