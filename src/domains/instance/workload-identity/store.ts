import type { Transaction } from '../../../db/database.ts';
import { forUpdate } from '../../../db/expressions.ts';
import { type Builder, query } from '../../../db/query.ts';
import { inserter } from '../../../db/writes.ts';

/**
 * The signing key and the times of the next rotation and trim. Before the first key exists, the times are empty and
 * `kid` is null.
 */
export interface Signing {
  readonly kid: string | null;
  readonly next_rotation_at: string;
  readonly next_trim_at: string;
}

export const signingState = query()((db) => signing(db));

/** Locks the row with the signing key, so that changes of keys run one after the other. */
export const signingForUpdate = query()((db, _, engine) => forUpdate(engine, signing(db)));

/** All keys: the signing key first, then the other keys, newest first. */
export const allKeys = query()((db) =>
  db
    .selectFrom('oidc_keys')
    .select(['kid', 'public_key', 'created_at', 'retired_at'])
    .orderBy(({ fn, ref, val }) => fn.coalesce(ref('retired_at'), val('9')), 'desc')
    .orderBy('kid'),
);

/** The signing key with its encrypted private part. */
export const signingKey = query()((db) =>
  db
    .selectFrom('oidc_signing')
    .innerJoin('oidc_keys', 'oidc_keys.kid', 'oidc_signing.kid')
    .select(['oidc_keys.kid', 'oidc_keys.private_key']),
);

export const insertKey = inserter('oidc_keys');

/** Time when the oldest retired key stopped signing. */
export const firstRetirement = query()((db) =>
  db.selectFrom('oidc_keys').select(({ fn }) => fn.min<string | null>('retired_at').as('at')),
);

/** Keys that stopped signing at `until` or earlier. */
export const retiredUntil = query<{ until: string }>()((db, { until }) =>
  db.selectFrom('oidc_keys').select('kid').where('retired_at', '<=', until).orderBy('retired_at').orderBy('kid'),
);

export function deleteRetired(tx: Transaction, until: string): Promise<number> {
  return tx.run((db) => db.deleteFrom('oidc_keys').where('retired_at', '<=', until));
}

/** Retires a key and deletes its private part. */
export function retireKey(tx: Transaction, kid: string, at: string): Promise<number> {
  return tx.run((db) => db.updateTable('oidc_keys').set({ retired_at: at, private_key: null }).where('kid', '=', kid));
}

export function updateSigning(tx: Transaction, values: Partial<Signing>): Promise<number> {
  return tx.run((db) => db.updateTable('oidc_signing').set(values));
}

const signing = (db: Builder) => db.selectFrom('oidc_signing').select(['kid', 'next_rotation_at', 'next_trim_at']);
