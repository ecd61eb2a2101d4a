import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limiter } from './limiter.ts';

/** Hashes passwords with argon2id, a few at once: each run takes 19 MiB and a thread. */
export interface PasswordHasher {
  /** The hash carries its own salt and cost. `Unavailable` where too many wait already. */
  hash(password: string): Promise<string>;
  /**
   * Whether `password` is the one that `stored` is the hash of; takes as long where there is no hash. `Unavailable` where
   * too many wait already.
   */
  verify(password: string, stored: string | null | undefined): Promise<boolean>;
}

const atOnce = 2;
/** With a longer queue, everybody in it would wait for many seconds. */
const maxWaiting = 100;

export function newPasswordHasher(): PasswordHasher {
  const limited = limiter(atOnce, maxWaiting);
  const tag = (password: string, salt: Buffer): Promise<Buffer> =>
    limited(() => derive('argon2id', { ...cost, message: password, nonce: salt }));
  return {
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

/** A hash that no password has. */
const impossible = encoded(Buffer.alloc(saltBytes), Buffer.alloc(cost.tagLength));
