import { hash, randomBytes } from 'node:crypto';
import { randomText } from '../text/random-text.ts';

const tokenForm = /^[A-Za-z0-9]{14}\.[a-z0-9]+\.[A-Za-z0-9]{64}$/;

/** A new API token, `<14 base-62>.<mark>.<64 base-62>`: shown once, stored as its `tokenHash`. */
export const newToken = (mark: string): string => `${randomText(14)}.${mark}.${randomText(64)}`;

/** True if a text has the form of a token; other texts need no look-up. */
export const isTokenForm = (text: string): boolean => tokenForm.test(text);

const capabilityForm = /^[A-Za-z0-9_-]{43}$/;

/** A new capability, 256 random bits in base64url, that permits one act to its bearer. Stored as its `tokenHash`. */
export const newCapability = (): string => randomBytes(32).toString('base64url');

/** True if a text has the form of a capability. */
export const isCapabilityForm = (text: string): boolean => capabilityForm.test(text);

/** A run of characters as long as a capability; a token is longer. */
const secretPart = /[A-Za-z0-9_-]{43}/;

const isSecretSegment = (segment: string): boolean => {
  try {
    return secretPart.test(decodeURIComponent(segment));
  } catch {
    return true;
  }
};

/** A path for logs: segments with a capability, a token or an invalid escape are replaced. */
export const withoutSecrets = (path: string): string =>
  path
    .split('/')
    .map((segment) => (isSecretSegment(segment) ? '…' : segment))
    .join('/');

/** SHA-256 in base64url. Tokens and capabilities have enough random bits for a plain hash. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');
