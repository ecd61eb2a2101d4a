// Rotates the key that encrypts secrets.
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { encryptionKeys, writeKeyFile } from '../../../data-folder.ts';
import { badRequest } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import {
  type EncryptionKey,
  newEncryptionKeyText,
  readEncryptionKeys,
  sealingKeyOf,
  vaultOf,
} from '../../../kernel/secrets.ts';
import { lockState, storeState } from '../../../runtime/state/instance-state.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { Reseal } from '../settings/reseal.ts';
import { resealAll, type Sealed } from './sealed.ts';

export interface Rotation {
  /** Identifiers of the previous and the new key. */
  readonly former: string;
  readonly current: string;
  /** Number of secrets that were encrypted again. */
  readonly secrets: number;
}

/**
 * Rotates the encryption key while instances are running. Instances decrypt with either key and start to encrypt with
 * the new key within a second. Secrets that were encrypted with the old key in this second are encrypted again at the
 * end. The data folder keeps the old key for existing backups. 400 if keys are configured and none of them is new.
 */
export async function rotateEncryptionKey(context: Context, actor: Actor, sealed: Sealed): Promise<Rotation> {
  const rotation = await rotate(context, actor, sealed);
  let { secrets } = rotation;
  for (let remaining = 1; remaining > 0; secrets += remaining) {
    await wait(propagationDelay);
    remaining = await resealRemaining(context, sealed);
  }
  return { ...rotation, secrets };
}

/** Maximum time in milliseconds until running instances notice the new key. */
const propagationDelay = 1_000;

/** Encrypts all secrets with the new key and stores the key's identifier, in one transaction. */
function rotate(context: Context, actor: Actor, sealed: Sealed): Promise<Rotation> {
  return auditedTransaction(context, actor, async (tx) => {
    const former = (await lockState(tx, 'encryption-key-id')) ?? '';
    const keys = await keysWithNew(context, former);
    const current = keys[0]?.id ?? '';
    const secrets = await resealAll(tx, sealed, resealWith(keys, current));
    await storeState(tx, 'encryption-key-id', current);
    const entry = { action: 'encryption-key.rotate', type: 'instance', id: 'encryption-key-id' };
    const result = { former, current, secrets };
    return { result, audit: [{ ...entry, before: { key: former }, after: { key: current } }] };
  });
}

/** Encrypts secrets again that instances encrypted with the old key after the rotation. Returns their number. */
function resealRemaining(context: Context, sealed: Sealed): Promise<number> {
  return context.database.transaction(async (tx) => {
    const current = (await lockState(tx, 'encryption-key-id')) ?? '';
    const keys = (await encryptionKeys(context.config))();
    const remaining = await resealAll(tx, sealed, resealWith(keys, current));
    if (remaining === 0) await forgetOldKeys(context, keys, current);
    return remaining;
  });
}

function resealWith(keys: readonly EncryptionKey[], current: string): Reseal {
  const vault = vaultOf(current, () => keys);
  return (place, text) => (sealingKeyOf(text) === current ? text : vault.seal(place, vault.open(place, text)));
}

/**
 * Returns the keys to use from now on, the new one first. If an interrupted rotation has already stored a new key, or
 * if the operator has put a new key before the others in the configuration, that key is used. Otherwise, generates a
 * key and stores it in the data folder before anything is encrypted with it. 400 if keys are configured and none of
 * them is new.
 */
async function keysWithNew({ config }: Context, former: string): Promise<readonly EncryptionKey[]> {
  const keys = (await encryptionKeys(config))();
  if (keys[0]?.id !== former) return keys;
  if (config.encryptionKeys !== undefined) {
    throw badRequest(
      'All secrets are already encrypted with the first key in TIPSTAFF_ENCRYPTION_KEY. Put a new key before it, separated by a comma.',
    );
  }
  const all = [...(readEncryptionKeys(newEncryptionKeyText()) ?? []), ...keys];
  await writeKeyFile(config, all);
  return all;
}

/**
 * Removes keys older than the previous one from the data folder. No secret is encrypted with the removed keys any more.
 */
async function forgetOldKeys({ config }: Context, keys: readonly EncryptionKey[], current: string): Promise<void> {
  const remaining = keys.slice(0, keys.findIndex(({ id }) => id === current) + 2);
  if (config.encryptionKeys === undefined && remaining.length < keys.length) await writeKeyFile(config, remaining);
}
