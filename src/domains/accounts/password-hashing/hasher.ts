import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { service } from '../../../context.ts';
import { newSemaphore, type RunOfKey, semaphoreByKey } from '../../../lib/concurrency/semaphore.ts';

/** Hashes passwords with argon2id, a few at once: each run takes 19 MiB and a thread. */
export interface PasswordHasher {
  /** The hash contains its salt and cost. Throws `Busy` where too many tasks wait already. */
  hash(password: string): Promise<string>;
  /**
   * Runs the check of a password, from the count of the attempt to its result, in one of the places for such checks.
   * Throws `Busy` where none is free, or where the key, such as the address of the client, has its own in use.
   */
  readonly inPlace: RunOfKey;
  /** True if `stored` is the hash of `password`; takes the same time where there is no hash. */
  verify(password: string, stored: string | null | undefined): Promise<boolean>;
}

const atOnce = 2;
/** A longer queue would mean waits of many seconds. */
const maxWaiting = 100;
/** Two checks run, six wait. */
const places = 8;
const placesPerKey = 2;

/** Cost of one run: the memory in KiB, and the number of passes over it. */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
}

const usualCost: HashCost = { memory: 19_456, passes: 2 };

/** `cost` is that of new hashes; each is verified at its own. */
export function newPasswordHasher(cost: HashCost = usualCost): PasswordHasher {
  const { run: limited } = newSemaphore({ count: atOnce, maxWaiting });
  const { run: inAnyPlace } = newSemaphore({ count: places, maxWaiting: 0 });
  const inOwnPlace = semaphoreByKey({ count: placesPerKey, maxWaiting: 0 });
  const tag = (password: string, salt: Buffer, { memory, passes }: HashCost): Promise<Buffer> =>
    limited(() => derive('argon2id', { parallelism, tagLength, memory, passes, message: password, nonce: salt }));
  // Of no password.
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

/** The hasher of the process, which every check of a password shares. */
export const passwordHasher = service(() => newPasswordHasher());
