import { createHash, randomBytes } from 'node:crypto';

const keyBytes = 32;

/** The key that secrets are sealed with at rest, and the name under which the database knows it. */
export interface EncryptionKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** A new key as text: 32 random bytes in base64. */
export const newEncryptionKeyText = (): string => randomBytes(keyBytes).toString('base64');

/** Reads a key from its text (32 bytes in base64 or hexadecimal); undefined when it is neither. */
export const readEncryptionKey = (text: string): EncryptionKey | undefined => {
  const trimmed = text.trim();
  const bytes = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64');
  if (bytes.length !== keyBytes) return undefined;
  const id = createHash('sha256').update('reeve key id').update(bytes).digest('hex').slice(0, 16);
  return { id, bytes };
};
