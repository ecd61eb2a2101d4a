import { hash, randomBytes } from 'node:crypto';
import { randomText } from '../text/random-text.ts';

const tokenForm = /^[A-Za-z0-9]{14}\.[a-z0-9]+\.[A-Za-z0-9]{64}$/;

/** Returns a new API token, `<14 base-62>.<mark>.<64 base-62>`. It is shown once and stored as its `tokenHash`. */
export const newToken = (mark: string): string => `${randomText(14)}.${mark}.${randomText(64)}`;

/** Whether a text has the form of a token. Other texts need not be looked up. */
export const isTokenForm = (text: string): boolean => tokenForm.test(text);

const capabilityForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns a new capability: 256 random bits in base64url that allow their holder to do one thing. Stored as its
 * `tokenHash`.
 */
export const newCapability = (): string => randomBytes(32).toString('base64url');

/** Whether a text has the form of a capability. */
export const isCapabilityForm = (text: string): boolean => capabilityForm.test(text);

/** Text that is as long as a capability. Tokens are longer. */
const secretPart = /[A-Za-z0-9_-]{43}/;

const isSecretSegment = (segment: string): boolean => {
  try {
    return secretPart.test(decodeURIComponent(segment));
  } catch {
    return true;
  }
};

/** Returns a path for logs, in which segments with a capability, a token or an invalid escape are replaced. */
export const withoutSecrets = (path: string): string =>
  path
    .split('/')
    .map((segment) => (isSecretSegment(segment) ? '…' : segment))
    .join('/');

/** Returns the SHA-256 in base64url. Tokens and capabilities have enough random bits for a hash without salt. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');
