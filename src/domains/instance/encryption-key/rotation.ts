// A new key for everything that is sealed.
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { encryptionKeys, writeKeyFile } from '../../../data-folder.ts';
import { badRequest } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import {
  type EncryptionKey,
  newEncryptionKeyText,
  readEncryptionKeys,
  sealingKeyOf,
  vaultOf,
} from '../../../lib/secrets.ts';
import { lockFact, storeFact } from '../../../runtime/facts.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { Reseal } from '../settings/reseal.ts';
import { resealAll, type Sealed } from './sealed.ts';

/** What a rotation did. */
export interface Rotation {
  /** The identifiers of the key that sealed before, and of the one that seals now. */
  readonly former: string;
  readonly current: string;
  /** How many secrets were sealed anew. */
  readonly secrets: number;
}

/** How long running instances may take to notice the new key, in milliseconds. */
const propagationDelay = 1_000;

const reseals = (keys: readonly EncryptionKey[], current: string): Reseal => {
  const vault = vaultOf(current, () => keys);
  return (place, text, isClear = false) => {
    if (isClear) return vault.seal(place, text);
    return sealingKeyOf(text) === current ? text : vault.seal(place, vault.open(place, text));
  };
};

/**
 * The keys to go on with, the new one first. In the data folder, one is made unless an earlier rotation, broken off,
 * has left one; it is on the disk before anything is sealed with it. Configured keys are the operator's to bring.
 */
const keysWithNew = async ({ config }: Context, former: string): Promise<readonly EncryptionKey[]> => {
  const keys = (await encryptionKeys(config))();
  if (keys[0]?.id !== former) return keys;
  if (config.encryptionKeys !== undefined) {
    throw badRequest(
      'Everything is sealed with the first key of REEVE_ENCRYPTION_KEY already: put a new one before it, with a comma between them.',
    );
  }
  const all = [...(readEncryptionKeys(newEncryptionKeyText()) ?? []), ...keys];
  await writeKeyFile(config, all);
  return all;
};

/** Seals everything with the new key in one transaction, from whose end on the database names it. */
const rotate = (context: Context, actor: Actor, sealed: Sealed): Promise<Rotation> =>
  auditedTransaction(context, actor, async (tx) => {
    const former = (await lockFact(tx, 'encryption-key-id')) ?? '';
    const keys = await keysWithNew(context, former);
    const current = keys[0]?.id ?? '';
    const secrets = await resealAll(tx, sealed, reseals(keys, current));
    await storeFact(tx, 'encryption-key-id', current);
    const entry = { action: 'encryption-key.rotate', type: 'instance', id: 'encryption-key-id' };
    const result = { former, current, secrets };
    return { result, audit: [{ ...entry, before: { key: former }, after: { key: current } }] };
  });

/** Forgets the keys of the data folder that are older than the former one: what was sealed with them is gone. */
const forgetOldKeys = async ({ config }: Context, keys: readonly EncryptionKey[], current: string): Promise<void> => {
  const remaining = keys.slice(0, keys.findIndex(({ id }) => id === current) + 2);
  if (config.encryptionKeys === undefined && remaining.length < keys.length) await writeKeyFile(config, remaining);
};

/** Seals anew what an instance has sealed with the former key since; answers how many secrets. */
const resealRemaining = (context: Context, sealed: Sealed): Promise<number> =>
  context.database.transaction(async (tx) => {
    const current = (await lockFact(tx, 'encryption-key-id')) ?? '';
    const keys = (await encryptionKeys(context.config))();
    const remaining = await resealAll(tx, sealed, reseals(keys, current));
    if (remaining === 0) await forgetOldKeys(context, keys, current);
    return remaining;
  });

/**
 * Rotates the encryption key. Instances may go on running: they open what either key has sealed, and notice within a
 * second which one seals; what they seal with the former until then is sealed anew at the end. The data folder keeps
 * the former key, for backups from before. 400 when configured keys are to be rotated and there is no new one.
 */
export const rotateEncryptionKey = async (context: Context, actor: Actor, sealed: Sealed): Promise<Rotation> => {
  const rotation = await rotate(context, actor, sealed);
  let { secrets } = rotation;
  for (let remaining = 1; remaining > 0; secrets += remaining) {
    await wait(propagationDelay);
    remaining = await resealRemaining(context, sealed);
  }
  return { ...rotation, secrets };
};
