// Reads a backup file. Decrypts the file if it is encrypted with a passphrase, and unpacks it.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { errorCode } from '../../lib/errors/error-code.ts';
import { RefusedBackup } from '../../lib/errors/refused-backup.ts';
import { type BackupPart, readBackup } from '../../protocols/backup/lines.ts';
import { isSealedBackup, openedBackup } from '../../protocols/backup/passphrase.ts';
import { UsageError } from '../terminal/command.ts';
import { unreadable } from '../terminal/file.ts';

export interface BackupFile {
  readonly file: string;
  readonly passphrase: string | undefined;
}

const beginningBytes = 64;

/**
 * Yields the parts of a backup. Throws `RefusedBackup` if the file is not a complete backup, and `UsageError` if the
 * passphrase is required but missing.
 */
export async function* partsOf({ file, passphrase }: BackupFile): AsyncGenerator<BackupPart, void> {
  const isSealed = isSealedBackup(await beginningOf(file));
  if (isSealed && passphrase === undefined)
    throw new UsageError('The backup is encrypted: name the file that contains the passphrase with --passphrase-file.');
  const source = createReadStream(file);
  yield* readBackup(unpacked(isSealed ? openedBackup(source, passphrase ?? '') : source));
}

async function beginningOf(path: string): Promise<Buffer> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function* unpacked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* pipeline(Readable.from(source), createZstdDecompress(), () => undefined);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ZSTD_error_prefix_unknown') throw new RefusedBackup('The file is not a backup of Tipstaff.');
    if (code.startsWith('ZSTD_') || code.startsWith('Z_'))
      throw new RefusedBackup(
        'The backup is incomplete: the file was truncated or changed. Use another copy of the backup.',
      );
    throw error;
  }
}
