import { hash, randomBytes } from 'node:crypto';
import { randomText } from '../text/random-text.ts';

const tokenForm = /^[A-Za-z0-9]{14}\.[a-z0-9]+\.[A-Za-z0-9]{64}$/;

/**
 * Returns a new API token of the form `<14 base-62 characters>.<mark>.<64 base-62 characters>`. It is shown only once.
 * The database stores its `tokenHash`.
 */
export const newToken = (mark: string): string => `${randomText(14)}.${mark}.${randomText(64)}`;

/** Whether a text has the form of an API token. The database need not be searched for other texts. */
export const isTokenForm = (text: string): boolean => tokenForm.test(text);

const capabilityForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns a new capability: 256 random bits in base64url. Everyone who knows it can perform one action. The database
 * stores its `tokenHash`.
 */
export const newCapability = (): string => randomBytes(32).toString('base64url');

/** Whether a text has the form of a capability. */
export const isCapabilityForm = (text: string): boolean => capabilityForm.test(text);

/** Matches a text that may be a capability or, because tokens are longer, part of an API token. */
const secretPart = /[A-Za-z0-9_-]{43}/;

const isSecretSegment = (segment: string): boolean => {
  try {
    return secretPart.test(decodeURIComponent(segment));
  } catch {
    return true;
  }
};

/**
 * Returns a path for log lines. Segments that contain a capability, a token or an invalid percent-encoding are
 * replaced.
 */
export const withoutSecrets = (path: string): string =>
  path
    .split('/')
    .map((segment) => (isSecretSegment(segment) ? '…' : segment))
    .join('/');

/**
 * Returns the SHA-256 of a token or capability in base64url. No salt is needed, because both contain enough random
 * bits.
 */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');
