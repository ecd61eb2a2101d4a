// Replaces and trims keys. The caller must hold the lock from `lockSigning`.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
import type { NewKey } from './key.ts';
import {
  deleteRetired,
  firstRetirement,
  insertKey,
  retiredUntil,
  retireKey,
  type Signing,
  signingForUpdate,
  updateSigning,
} from './store.ts';

const day = 86_400_000;

const rotationTime = 90 * day;

const trimTime = 30 * day;

/** Location to which the encryption of a key's private part is bound. */
export function privateKeyPlace(kid: string): SecretPlace {
  return { table: 'oidc_keys', column: 'private_key', id: kid };
}

/** Returns the signing state, locked until the transaction ends. */
export async function lockSigning(tx: Transaction): Promise<Signing> {
  const state = await tx.first(signingForUpdate, {});
  if (state === undefined) throw new Error('the row that stores the signing key is missing');
  return state;
}

/** A time later than every stored time. */
const endOfTime = '9999-12-31T23:59:59.999Z';

/**
 * Sets the time of the next trim to 30 days after the oldest retired key stopped signing, or to 30 days from now if
 * there is no retired key.
 */
export async function restartTrimTimer(tx: Transaction, now: number): Promise<void> {
  const oldest = (await tx.first(firstRetirement, {}))?.at;
  const from = typeof oldest === 'string' ? Date.parse(oldest) : now;
  await updateSigning(tx, { next_trim_at: timestamp(from + trimTime) });
}

/**
 * Makes a new key the signing key and deletes the private part of the previous signing key. Returns the audit entry.
 */
export async function replaceKey(
  tx: Transaction,
  { clock, vault }: Context,
  key: NewKey,
  { kid: former }: Signing,
): Promise<AuditEntry> {
  const now = clock.now();
  const { kid, publicKey, privateKey } = key;
  const values = { kid, public_key: publicKey, private_key: vault.seal(privateKeyPlace(kid), privateKey) };
  if (former !== null) await retireKey(tx, former, timestamp(now));
  await insertKey(tx, { ...values, created_at: timestamp(now) });
  await updateSigning(tx, { kid, next_rotation_at: timestamp(now + rotationTime) });
  if (former === null) return { ...entryOf('oidc.create-key', kid), after: { kid } };
  return { ...entryOf('oidc.rotate-key', kid), before: { kid: former }, after: { kid } };
}

/** Identifiers of the keys that a trim deleted, and its audit entry. */
interface Trimmed {
  readonly kids: readonly string[];
  readonly entry: AuditEntry;
}

/** Deletes every key except the signing key, and sets the time of the next trim to 30 days from now. */
export function trimAll(tx: Transaction, context: Context, signing: Signing): Promise<Trimmed> {
  return trim(tx, context, signing, endOfTime);
}

/** Deletes the keys that were retired at least 30 days ago, and sets the next trim. */
export function trimOld(tx: Transaction, context: Context, signing: Signing): Promise<Trimmed> {
  return trim(tx, context, signing, timestamp(context.clock.now() - trimTime));
}

async function trim(tx: Transaction, { clock }: Context, { kid }: Signing, until: string): Promise<Trimmed> {
  const kids = (await tx.rows(retiredUntil, { until })).map((key) => key.kid);
  await deleteRetired(tx, until);
  await restartTrimTimer(tx, clock.now());
  return { kids, entry: { ...entryOf('oidc.trim-key', kid ?? ''), after: { kid, removed: kids } } };
}

const entryOf = (action: string, kid: string): Pick<AuditEntry, 'action' | 'type' | 'id'> => ({
  action,
  type: 'oidc-keys',
  id: kid,
});
