// Computes the message authentication code of a backup. Only a holder of the encryption key can compute it, so a valid
// code shows that the backup was not changed.
import { createHmac, hkdfSync } from 'node:crypto';
import type { EncryptionKey } from '../../kernel/secrets.ts';

const keyBytes = 32;

/** Returns the authentication code in hexadecimal. */
export function backupMac({ bytes }: EncryptionKey, sha256: string): string {
  const key = Buffer.from(hkdfSync('sha256', bytes, '', 'tipstaff backup', keyBytes));
  return createHmac('sha256', key).update(sha256).digest('hex');
}
