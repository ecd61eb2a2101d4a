import { hash, randomBytes } from 'node:crypto';
import { randomText } from './ids.ts';

const tokenForm = /^[A-Za-z0-9]{14}\.[a-z0-9]+\.[A-Za-z0-9]{64}$/;

/** A new API token, `<14 base-62>.<mark>.<64 base-62>`: shown once, stored as `tokenHash` makes it. */
export const newToken = (mark: string): string => `${randomText(14)}.${mark}.${randomText(64)}`;

/** Whether a text could be a token at all: spares a look-up for what can't be one. */
export const isTokenForm = (text: string): boolean => tokenForm.test(text);

const capabilityForm = /^[A-Za-z0-9_-]{43}$/;

/** A new capability, 256 random bits in base64url: whoever holds the text may do one thing. Stored as `tokenHash` makes it. */
export const newCapability = (): string => randomBytes(32).toString('base64url');

/** Whether a text could be a capability at all. */
export const isCapabilityForm = (text: string): boolean => capabilityForm.test(text);

/** As many characters in a row as a capability has; a token has more. */
const secretPart = /[A-Za-z0-9_-]{43}/;

const isSecretSegment = (segment: string): boolean => {
  try {
    return secretPart.test(decodeURIComponent(segment));
  } catch {
    return true;
  }
};

/** A path to be written down: without the segments that have a capability or a token in them, or that nobody can read. */
export const withoutSecrets = (path: string): string =>
  path
    .split('/')
    .map((segment) => (isSecretSegment(segment) ? '…' : segment))
    .join('/');

/** SHA-256 in base64url. Tokens and capabilities carry so many random bits that a plain hash is enough. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');
