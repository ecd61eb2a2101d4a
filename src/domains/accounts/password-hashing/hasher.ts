import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { service } from '../../../context.ts';
import { newSemaphore, type RunOfKey, semaphoreByKey } from '../../../lib/concurrency/semaphore.ts';

/**
 * Hashes and verifies passwords with argon2id. Only two hashes are computed at the same time, because each computation
 * takes 19 MiB and a thread.
 */
export interface PasswordHasher {
  /** Returns a hash that contains its salt and cost. Throws `Busy` if too many hash computations are waiting. */
  hash(password: string): Promise<string>;
  /**
   * Runs a complete password check in one of a limited number of slots. The check reads the account and counts the
   * attempt, too. Throws `Busy` if no slot is free, or if the key already uses its maximum number of slots. The key
   * identifies, for example, the client's network.
   */
  readonly inPlace: RunOfKey;
  /** Whether `stored` is the hash of `password`. If there is no stored hash, the check takes the same time. */
  verify(password: string, stored: string | null | undefined): Promise<boolean>;
}

const atOnce = 2;
/** Maximum number of waiting hash computations. A longer queue would mean waits of many seconds. */
const maxWaiting = 100;
/** Maximum number of concurrent password checks: two that run and six that wait. */
const places = 8;
const placesPerKey = 2;

/** Cost of one hash computation: memory in KiB, and number of passes over the memory. */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
}

const usualCost: HashCost = { memory: 19_456, passes: 2 };

/** Creates a hasher. `cost` applies to new hashes. An existing hash is verified at the cost stored in it. */
export function newPasswordHasher(cost: HashCost = usualCost): PasswordHasher {
  const { run: limited } = newSemaphore({ count: atOnce, maxWaiting });
  const { run: inAnyPlace } = newSemaphore({ count: places, maxWaiting: 0 });
  const inOwnPlace = semaphoreByKey({ count: placesPerKey, maxWaiting: 0 });
  const tag = (password: string, salt: Buffer, { memory, passes }: HashCost): Promise<Buffer> =>
    limited(() => derive('argon2id', { parallelism, tagLength, memory, passes, message: password, nonce: salt }));
  // A hash that no password matches.
  const impossible = encoded({ cost, salt: Buffer.alloc(saltBytes), hash: Buffer.alloc(tagLength) });
  return {
    inPlace: (key, check) => inOwnPlace(key, () => inAnyPlace(check)),
    hash: async (password) => {
      const salt = randomBytes(saltBytes);
      return encoded({ cost, salt, hash: await tag(password, salt, cost) });
    },
    verify: async (password, stored) => {
      const expected = decoded(stored ?? impossible);
      if (expected === undefined) return false;
      const actual = await tag(password, expected.salt, expected.cost);
      return actual.length === expected.hash.length && timingSafeEqual(actual, expected.hash);
    },
  };
}

const derive = promisify(argon2);
const [parallelism, tagLength, saltBytes] = [1, 32, 16];

interface PasswordHash {
  readonly cost: HashCost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const encoded = ({ cost: { memory, passes }, salt, hash }: PasswordHash): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`;

const form = /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=1\$(?<salt>[\w-]+)\$(?<hash>[\w-]+)$/;

const decoded = (text: string): PasswordHash | undefined => {
  const { memory, passes, salt, hash } = form.exec(text)?.groups ?? {};
  if (salt === undefined || hash === undefined) return undefined;
  const cost = { memory: Number(memory), passes: Number(passes) };
  return { cost, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') };
};

/** The password hasher of this process, shared by all password checks. */
export const passwordHasher = service(() => newPasswordHasher());
