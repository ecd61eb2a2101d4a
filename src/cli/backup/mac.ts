// The code that shows that a backup is as the service made it: nobody without the encryption key can make it.
import { createHmac, hkdfSync } from 'node:crypto';
import type { EncryptionKey } from '../../kernel/secrets.ts';
import { RefusedBackup } from '../../lib/errors/refused-backup.ts';
import type { BackupTrailer } from '../../protocols/backup/lines.ts';

const keyBytes = 32;

/** In hexadecimal. */
export function backupMac({ bytes }: EncryptionKey, sha256: string): string {
  const key = Buffer.from(hkdfSync('sha256', bytes, '', 'tipstaff backup', keyBytes));
  return createHmac('sha256', key).update(sha256).digest('hex');
}

/** Throws `RefusedBackup` where somebody without the key has made or changed the backup; false where an earlier version made no code. */
export function isProved({ sha256, mac }: BackupTrailer, key: EncryptionKey): boolean {
  if (mac === null) return false;
  if (mac === backupMac(key, sha256)) return true;
  throw new RefusedBackup(
    'The backup was changed after the service made it: its code does not match the encryption key. Use another copy of it.',
  );
}
