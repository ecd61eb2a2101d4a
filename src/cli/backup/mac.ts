// The code that shows that a backup is as the service made it: nobody without the encryption key can make it.
import { createHmac, hkdfSync } from 'node:crypto';
import type { EncryptionKey } from '../../kernel/secrets.ts';

const keyBytes = 32;

/** In hexadecimal. */
export function backupMac({ bytes }: EncryptionKey, sha256: string): string {
  const key = Buffer.from(hkdfSync('sha256', bytes, '', 'tipstaff backup', keyBytes));
  return createHmac('sha256', key).update(sha256).digest('hex');
}
