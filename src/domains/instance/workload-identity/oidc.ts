// The keys of workload identity tokens: exactly one signs, and those before it verify until they are trimmed.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../lib/actor.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { serviceActor } from '../job-context.ts';
import { newKey } from './key.ts';
import { allKeys, signingState } from './store.ts';
import { lockSigning, replaceKey, restartTrimTimer, trimAll } from './succession.ts';

/** Makes the first key where there is none; of several instances at once, one does. */
export const ensureKey = async (context: Context): Promise<void> => {
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
};

/**
 * Adds one key, which signs from now on (reference, OIDC key rules): the next rotation is then in 90 days, and
 * the time of the next trim stays as it is. Of two calls at once each adds its key, one after the other.
 */
export const rotateKey = async (context: Context, actor: Actor): Promise<void> => {
  await ensureKey(context);
  const key = await newKey();
  await auditedTransaction(context, actor, async (tx) => {
    const entry = await replaceKey(tx, context, key, await lockSigning(tx));
    return { result: undefined, audit: [entry] };
  });
};

/**
 * Deletes every key but the one that signs (reference, OIDC key rules): the next trim is then in 30 days, and the
 * time of the next rotation stays as it is.
 */
export const trimKeys = async (context: Context, actor: Actor): Promise<void> => {
  await ensureKey(context);
  await auditedTransaction(context, actor, async (tx) => {
    const { entry } = await trimAll(tx, context, await lockSigning(tx));
    return { result: undefined, audit: [entry] };
  });
};

/** A key as it may be told: nothing of its private half. */
export interface KeySummary {
  readonly kid: string;
  readonly createdAt: string;
  /** Since when another key signs; null while this one does. */
  readonly retiredAt: string | null;
}

/** Where the keys stand; times are ISO 8601. */
export interface KeyStatus {
  readonly nextRotationAt: string;
  readonly nextTrimAt: string;
  /** The one that signs first, then the one that signed last. */
  readonly keys: readonly KeySummary[];
}

/** The keys and when the timers fire next. */
export const keyStatus = async (context: Context): Promise<KeyStatus> => {
  await ensureKey(context);
  const { database } = context;
  const state = await database.first(signingState, {});
  const keys = await database.rows(allKeys, {});
  return {
    nextRotationAt: state?.next_rotation_at ?? '',
    nextTrimAt: state?.next_trim_at ?? '',
    keys: keys.map(({ kid, created_at, retired_at }) => ({ kid, createdAt: created_at, retiredAt: retired_at })),
  };
};

/** The public halves of all keys as a JSON Web Key Set (RFC 7517), as text: the key that signs comes first. */
export const publishedKeys = async (context: Context): Promise<string> => {
  const keys = await context.database.rows(allKeys, {});
  if (keys.length > 0) return `{"keys":[${keys.map(({ public_key }) => public_key).join(',')}]}`;
  await ensureKey(context);
  return publishedKeys(context);
};
