import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type KeyedLimiter, limiter, limiterByKey } from './limiter.ts';

/** Hashes passwords with argon2id, a few at once: each run takes 19 MiB and a thread. */
export interface PasswordHasher {
  /** The hash contains its salt and cost. Throws `Busy` where too many tasks wait already. */
  hash(password: string): Promise<string>;
  /**
   * Runs the check of a password, from the count of the attempt to its result, in one of the places for such checks.
   * Throws `Busy` where none is free, or where the key, such as the address of the client, has its own in use.
   */
  readonly inPlace: KeyedLimiter;
  /** Whether `stored` is the hash of `password`; takes the same time where there is no hash. */
  verify(password: string, stored: string | null | undefined): Promise<boolean>;
}

const atOnce = 2;
/** A longer queue would mean waits of many seconds. */
const maxWaiting = 100;
/** Two checks run, six wait. */
const places = 8;
const placesPerKey = 2;

export function newPasswordHasher(): PasswordHasher {
  const limited = limiter(atOnce, maxWaiting);
  const inAnyPlace = limiter(places, 0);
  const inOwnPlace = limiterByKey(placesPerKey, 0);
  const tag = (password: string, salt: Buffer): Promise<Buffer> =>
    limited(() => derive('argon2id', { ...cost, message: password, nonce: salt }));
  return {
    inPlace: (key, check) => inOwnPlace(key, () => inAnyPlace(check)),
    hash: async (password) => {
      const salt = randomBytes(saltBytes);
      return encoded(salt, await tag(password, salt));
    },
    verify: async (password, stored) => {
      const [salt, hash] = (stored ?? impossible).split('$').slice(-2);
      if (salt === undefined || hash === undefined) return false;
      const expected = Buffer.from(hash, 'base64url');
      const actual = await tag(password, Buffer.from(salt, 'base64url'));
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },
  };
}

const derive = promisify(argon2);
const cost = { parallelism: 1, memory: 19_456, passes: 2, tagLength: 32 } as const;
const saltBytes = 16;

const encoded = (salt: Buffer, hash: Buffer): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`;

/** The hash of no password. */
const impossible = encoded(Buffer.alloc(saltBytes), Buffer.alloc(cost.tagLength));
