// Keys of workload identity tokens. One key signs, and earlier keys are still published for verification until they are
// trimmed.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { serviceActor } from '../jobs/job-context.ts';
import { newKey } from './key.ts';
import { allKeys, signingState } from './store.ts';
import { lockSigning, replaceKey, restartTrimTimer, trimAll } from './succession.ts';

/** Creates the first key if there is none. If several instances try this, only one stores its key. */
export async function ensureKey(context: Context): Promise<void> {
  const state = await context.database.first(signingState, {});
  if (state?.kid !== null) return;
  const key = await newKey();
  await auditedTransaction(context, serviceActor(), async (tx) => {
    const signing = await lockSigning(tx);
    if (signing.kid !== null) return { result: undefined, audit: [] };
    const entry = await replaceKey(tx, context, key, signing);
    await restartTrimTimer(tx, context.clock.now());
    return { result: undefined, audit: [entry] };
  });
}

/**
 * Adds a key, which signs from now on (API reference, OIDC key rules). The next rotation is in 90 days. The time of the
 * next trim does not change. Two concurrent calls add two keys, one after the other.
 */
export async function rotateKey(context: Context, actor: Actor): Promise<void> {
  await ensureKey(context);
  const key = await newKey();
  await auditedTransaction(context, actor, async (tx) => {
    const entry = await replaceKey(tx, context, key, await lockSigning(tx));
    return { result: undefined, audit: [entry] };
  });
}

/**
 * Deletes every key except the signing key (API reference, OIDC key rules). The next trim is in 30 days. The time of
 * the next rotation does not change.
 */
export async function trimKeys(context: Context, actor: Actor): Promise<void> {
  await ensureKey(context);
  await auditedTransaction(context, actor, async (tx) => {
    const { entry } = await trimAll(tx, context, await lockSigning(tx));
    return { result: undefined, audit: [entry] };
  });
}

/** A key without its private part. */
export interface KeySummary {
  readonly kid: string;
  readonly createdAt: string;
  /** Time when another key replaced this key. Null while this key signs. */
  readonly retiredAt: string | null;
}

/** State of the keys. Times are in ISO 8601. */
export interface KeyStatus {
  readonly nextRotationAt: string;
  readonly nextTrimAt: string;
  /** All keys: the signing key first, then the other keys, newest first. */
  readonly keys: readonly KeySummary[];
}

/** Returns the keys and the times of the next rotation and trim. */
export async function keyStatus(context: Context): Promise<KeyStatus> {
  await ensureKey(context);
  const { database } = context;
  const state = await database.first(signingState, {});
  const keys = await database.rows(allKeys, {});
  return {
    nextRotationAt: state?.next_rotation_at ?? '',
    nextTrimAt: state?.next_trim_at ?? '',
    keys: keys.map(({ kid, created_at, retired_at }) => ({ kid, createdAt: created_at, retiredAt: retired_at })),
  };
}

/** Returns the public parts of all keys as a JSON Web Key Set (RFC 7517), the signing key first. */
export async function publishedKeys(context: Context): Promise<string> {
  const keys = await context.database.rows(allKeys, {});
  if (keys.length > 0) return `{"keys":[${keys.map(({ public_key }) => public_key).join(',')}]}`;
  await ensureKey(context);
  return publishedKeys(context);
}
