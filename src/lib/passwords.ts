import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limiter } from './limiter.ts';

const derive = promisify(argon2);
const cost = { parallelism: 1, memory: 19_456, passes: 2, tagLength: 32 } as const;
const saltBytes = 16;
/** Who comes later would wait for many seconds, and everybody behind still longer. */
const maxWaiting = 100;
/** Each run takes 19 MiB and a thread, so a burst of them waits in line. */
const hashLimiter = limiter(2, maxWaiting);

const tag = (password: string, salt: Buffer): Promise<Buffer> =>
  hashLimiter(() => derive('argon2id', { ...cost, message: password, nonce: salt }));

/** Hashes a password with argon2id; the text carries its own salt and cost. `Unavailable` where too many wait already. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(saltBytes);
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  const hash = await tag(password, salt);
  return `$argon2id$v=19$${parameters}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
};

/** No password's hash: what is verified where there is none to verify, so that both take as long. */
const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Whether `password` is the one that `stored`, made by `hashPassword`, was made from; the same work where there is none.
 * `Unavailable` where too many wait.
 */
export const isPasswordOf = async (password: string, stored: string | null | undefined): Promise<boolean> => {
  const [salt, hash] = (stored ?? dummyHash).split('$').slice(-2);
  if (salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, 'base64url');
  const actual = await tag(password, Buffer.from(salt, 'base64url'));
  return actual.length === expected.length && timingSafeEqual(actual, expected);
};
