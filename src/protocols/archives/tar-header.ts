// One header block of a tar file, read so strictly that no other reader can understand it differently.
import { RefusedArchive } from './refused-archive.ts';

export const blockSize = 512;

/** Number of bytes that fill the last block of a file of this size. */
export const paddingAfter = (size: number): number => (blockSize - (size % blockSize)) % blockSize;

export interface TarHeader {
  readonly kind: string;
  /** The bytes of the name; a long name is in an extended header. */
  readonly name: Buffer;
  readonly linkName: Buffer;
  /** In bytes. */
  readonly size: number;
}

export const invalidTar = (what: string): RefusedArchive =>
  new RefusedArchive(`The tar file is not valid: ${what}. Pack it again.`);

/** Throws `RefusedArchive` for any invalid field of the block. */
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

/** Octal digits between spaces and NULs; an empty field is zero. */
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
  // Readers differ on where such a header has a part of the name, and agree where it has none.
  const hasPrefix = block.subarray(345, 500).some((byte) => byte !== 0);
  if (magic.startsWith('ustar') && hasPrefix) throw invalidTar('a header is written in a form that is not known');
  return 'old';
}

type Format = 'posix' | 'gnu' | 'old';

function prefixOf(block: Buffer, format: Format): Buffer {
  const field = block.subarray(345, 500);
  if (format === 'posix') return upToNul(field);
  // GNU tar writes times of incremental backups and pieces of sparse files here.
  if (format === 'gnu' && field.some((byte) => byte !== 0)) throw invalidTar('a header is that of a backup');
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

/** Some readers use the type in the mode instead of the header's own. */
function checkMode(block: Buffer, kind: string): void {
  const type = octal(block.subarray(100, 108)) & typeBits;
  if (type !== 0 && type !== typeBitsOf[kind]) throw invalidTar('a header has two types');
}

const typeBits = 0o170_000;

/** A hard link has the type of its file. */
const typeBitsOf: Readonly<Record<string, number>> = {
  '0': 0o100_000,
  '1': 0o100_000,
  '2': 0o120_000,
  '5': 0o040_000,
};

/** Owners and times are not used here, but other readers refuse invalid numbers. */
function checkNumber(field: Buffer): void {
  if (!isBinary(field)) octal(field);
}

/** A large or negative number in binary. It fits 64 bits if all bytes before the last seven are filler. */
function isBinary(field: Buffer): boolean {
  const [first] = field;
  const filler = first === 0xff ? 0xff : 0;
  return (first === 0x80 || first === 0xff) && field.subarray(1, -7).every((byte) => byte === filler);
}
