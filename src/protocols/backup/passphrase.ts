// Encrypts a backup with a passphrase, from which the key is derived with scrypt. The backup is encrypted with
// AES-256-GCM in numbered blocks, and the last block is marked. Changed, moved, removed and added blocks are therefore
// detected.
import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { RefusedBackup } from '../../lib/errors/refused-backup.ts';

const mark = Buffer.from('TIPSTAFF-SEALED-BACKUP 1\n');
const saltBytes = 16;
const keyBytes = 32;
const tagBytes = 16;
const nonceBytes = 12;
const blockBytes = 65_536;
/** Cost parameters of scrypt: each attempt to guess the passphrase needs 128 MiB and about half a second. */
const cost: ScryptOptions = { N: 131_072, r: 8, p: 1, maxmem: 268_435_456 };
const algorithm = 'aes-256-gcm';
const [more, last] = [Buffer.from([0]), Buffer.from([1])];

const keyOf: (passphrase: string, salt: Buffer, bytes: number, options: ScryptOptions) => Promise<Buffer> =
  promisify(scrypt);

/** Whether a file that begins with these bytes is an encrypted backup. */
export const isSealedBackup = (beginning: Uint8Array): boolean => mark.equals(beginning.subarray(0, mark.length));

export async function* sealedBackup(
  source: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array, void> {
  const salt = randomBytes(saltBytes);
  const key = await keyOf(normalized(passphrase), salt, keyBytes, cost);
  yield Buffer.concat([mark, salt]);
  let number = 0;
  const sealed = (block: Uint8Array, flag: Buffer): Buffer => {
    const cipher = createCipheriv(algorithm, key, nonceOf(number)).setAAD(flag);
    number += 1;
    return Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()]);
  };
  for await (const { block, isLast } of blocksOf(source, blockBytes)) yield sealed(block, isLast ? last : more);
}

/** Decrypts a backup. Throws `RefusedBackup` if the passphrase is wrong or the file was changed. */
export async function* openedBackup(
  source: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array, void> {
  let key: Buffer | undefined;
  let number = 0;
  const head = mark.length + saltBytes;
  for await (const { block, isLast } of blocksOf(source, blockBytes + tagBytes, head)) {
    if (key === undefined) {
      key = await keyOf(normalized(passphrase), Buffer.from(block.subarray(mark.length)), keyBytes, cost);
      continue;
    }
    yield opened(key, { block, number, flag: isLast ? last : more });
    number += 1;
  }
  if (number === 0) throw wrong();
}

interface Sealed {
  readonly block: Uint8Array;
  readonly number: number;
  readonly flag: Buffer;
}

function opened(key: Buffer, { block, number, flag }: Sealed): Buffer {
  if (block.length < tagBytes) throw wrong();
  const end = block.length - tagBytes;
  const decipher = createDecipheriv(algorithm, key, nonceOf(number), { authTagLength: tagBytes })
    .setAAD(flag)
    .setAuthTag(block.subarray(end));
  try {
    return Buffer.concat([decipher.update(block.subarray(0, end)), decipher.final()]);
  } catch {
    throw wrong();
  }
}

const wrong = (): RefusedBackup =>
  new RefusedBackup('The backup cannot be opened: the passphrase is wrong, or the file was truncated or changed.');

/** NFC form of a passphrase, which is independent of how its letters were typed. */
const normalized = (passphrase: string): string => passphrase.normalize('NFC');

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeBigUInt64BE(BigInt(number), nonceBytes - 8);
  return nonce;
}

/**
 * Yields the bytes in blocks of equal size. The first block may have another size. The last block may be shorter and
 * always exists.
 */
async function* blocksOf(source: AsyncIterable<Uint8Array>, size: number, first = size) {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let wanted = first;
  for await (const chunk of source) {
    waiting.push(chunk);
    length += chunk.length;
    // A block is only yielded if at least one more byte was read, so that it cannot be the last block.
    while (length > wanted) {
      const all = Buffer.concat(waiting);
      yield { block: all.subarray(0, wanted), isLast: false };
      waiting = [all.subarray(wanted)];
      length -= wanted;
      wanted = size;
    }
  }
  yield { block: Buffer.concat(waiting), isLast: true };
}
