import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

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

/** Where a secret is stored; it opens nowhere else. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  readonly id: string;
}

/** Seals texts for storage, and opens what it sealed. */
export interface Vault {
  seal(place: SecretPlace, text: string): string;
  /** Throws when the sealed text was changed, moved to another place, or sealed with another key. */
  open(place: SecretPlace, sealed: string): string;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const form = 'v1';

const placeBytes = ({ table, column, id }: SecretPlace): Buffer => Buffer.from(JSON.stringify([table, column, id]));

/** Seals with one key, as `v1.<key id>.<nonce, tag and ciphertext in base64url>`: AES-256-GCM that authenticates the place. */
export const vaultOf = ({ id, bytes }: EncryptionKey): Vault => ({
  seal: (place, text) => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, bytes, nonce).setAAD(placeBytes(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [form, id, Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')].join('.');
  },
  open: (place, text) => {
    const [itsForm, keyId, payload = ''] = text.split('.');
    if (itsForm !== form || keyId !== id) throw new Error(`A secret of ${place.table} is sealed with key ${keyId}.`);
    const all = Buffer.from(payload, 'base64url');
    const decipher = createDecipheriv(algorithm, bytes, all.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(placeBytes(place))
      .setAuthTag(all.subarray(nonceBytes, nonceBytes + tagBytes));
    return decipher.update(all.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  },
});
