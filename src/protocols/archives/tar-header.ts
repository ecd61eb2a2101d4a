// Reads one header block of a tar file. Any header that another reader could interpret differently is refused.
import { RefusedArchive } from './refused-archive.ts';

export const blockSize = 512;

/** Returns the number of padding bytes after a file of this size. */
export const paddingAfter = (size: number): number => (blockSize - (size % blockSize)) % blockSize;

export interface TarHeader {
  readonly kind: string;
  /** Bytes of the name. A long name is in an extended header instead. */
  readonly name: Buffer;
  readonly linkName: Buffer;
  /** Size of the entry's contents in bytes. */
  readonly size: number;
}

export const invalidTar = (what: string): RefusedArchive =>
  new RefusedArchive(`The tar file is not valid: ${what}. Pack it again.`);

/** Throws `RefusedArchive` if any field of the block is invalid. */
export function readHeader(block: Buffer): TarHeader {
  if (octal(block.subarray(148, 156)) !== checksumOf(block)) throw invalidTar('a header has the wrong checksum');
  const format = formatOf(block);
  const prefix = prefixOf(block, format);
  const short = upToNul(block.subarray(0, 100));
  const name = prefix.length === 0 ? short : Buffer.concat([prefix, Buffer.from('/'), short]);
  const kind = kindOf(block, name);
  checkMode(block, kind);
  for (const [from, to] of [
    [108, 116],
    [116, 124],
    [136, 148],
  ] as const)
    checkNumber(block.subarray(from, to));
  if (format !== 'old') for (const from of [329, 337]) checkNumber(block.subarray(from, from + 8));
  return { kind, name, linkName: upToNul(block.subarray(157, 257)), size: octal(block.subarray(124, 136)) };
}

/** Reads octal digits, surrounded by spaces and NULs. An empty field is zero. */
function octal(field: Buffer): number {
  const digits = /^ *([0-7]*)[ \0]*$/.exec(field.toString('latin1'))?.[1];
  if (digits === undefined) throw invalidTar('a number in a header is not valid');
  return Number.parseInt(digits || '0', 8);
}

function checksumOf(block: Buffer): number {
  const own = block.subarray(148, 156).reduce((sum, byte) => sum + byte, 0);
  return block.reduce((sum, byte) => sum + byte, 0) - own + 8 * 0x20;
}

function formatOf(block: Buffer): Format {
  const magic = block.subarray(257, 265).toString('latin1');
  if (magic.startsWith('ustar\0') && block.subarray(508).toString('latin1') !== 'tar\0') return 'posix';
  if (magic === 'ustar  \0') return 'gnu';
  // Readers interpret the prefix field of a header with an unknown version differently, so the field must be empty.
  const hasPrefix = block.subarray(345, 500).some((byte) => byte !== 0);
  if (magic.startsWith('ustar') && hasPrefix) throw invalidTar('a header has an unknown format');
  return 'old';
}

type Format = 'posix' | 'gnu' | 'old';

function prefixOf(block: Buffer, format: Format): Buffer {
  const field = block.subarray(345, 500);
  if (format === 'posix') return upToNul(field);
  // GNU tar uses this field for times of incremental backups and parts of sparse files.
  if (format === 'gnu' && field.some((byte) => byte !== 0))
    throw invalidTar('a header belongs to an incremental backup');
  return Buffer.alloc(0);
}

function upToNul(field: Buffer): Buffer {
  const end = field.indexOf(0);
  return end === -1 ? field : field.subarray(0, end);
}

function kindOf(block: Buffer, name: Buffer): string {
  const flag = String.fromCharCode(block[156] ?? 0);
  if (flag !== '\0') return flag;
  return name.at(-1) === 0x2f ? '5' : '0';
}

/**
 * Throws if the mode and the type in a header name different file types, because some readers use the mode and others
 * use the type.
 */
function checkMode(block: Buffer, kind: string): void {
  const type = octal(block.subarray(100, 108)) & typeBits;
  if (type !== 0 && type !== typeBitsOf[kind]) throw invalidTar('the mode and the type in a header do not match');
}

const typeBits = 0o170_000;

/** Bits of the mode that represent the file type, by header type. A hard link has the bits of a regular file. */
const typeBitsOf: Readonly<Record<string, number>> = {
  '0': 0o100_000,
  '1': 0o100_000,
  '2': 0o120_000,
  '5': 0o040_000,
};

/**
 * Throws if a field is not a valid number. Owners and times are not used here, but other readers refuse an archive in
 * which they are invalid.
 */
function checkNumber(field: Buffer): void {
  if (!isBinary(field)) octal(field);
}

/**
 * Whether a field contains a large or negative number in binary form. The number must fit into 64 bits, so all bytes
 * except the last seven must be filler.
 */
function isBinary(field: Buffer): boolean {
  const [first] = field;
  const filler = first === 0xff ? 0xff : 0;
  return (first === 0x80 || first === 0xff) && field.subarray(1, -7).every((byte) => byte === filler);
}
