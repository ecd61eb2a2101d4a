// Builds valid and invalid module archives.
import { gzipSync } from 'node:zlib';

export interface RawEntry {
  readonly name: string | Buffer;
  readonly data?: string | Buffer;
  /** Tar entry type: `0` for a file, `5` for a folder, `2` for a symbolic link. */
  readonly kind?: string;
  readonly linkName?: string;
  /** Size in bytes for the header, if it differs from the length of the data. */
  readonly size?: number;
  /** Changes the header before the checksum is calculated. */
  readonly alter?: (header: Buffer) => void;
  /** Changes the header after the checksum is calculated. */
  readonly spoil?: (header: Buffer) => void;
}

const blockSize = 512;

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;

const sign = (header: Buffer): void => {
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
};

const headerOf = ({ name, kind = '0', linkName = '', size = 0, alter, spoil }: RawEntry): Buffer => {
  const header = Buffer.alloc(blockSize);
  Buffer.from(name).copy(header, 0, 0, 100);
  header.write(octal(kind === '5' ? 0o755 : 0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(kind, 156, 'latin1');
  header.write(linkName, 157, 100);
  header.write('ustar\x0000', 257, 'latin1');
  alter?.(header);
  sign(header);
  spoil?.(header);
  return header;
};

/** Returns one entry of a tar file: header, contents and padding. */
export const tarEntry = (entry: RawEntry): Buffer => {
  const data = Buffer.from(entry.data ?? '');
  const padding = Buffer.alloc((blockSize - (data.length % blockSize)) % blockSize);
  return Buffer.concat([headerOf({ size: data.length, ...entry }), data, padding]);
};

/** The two empty blocks at the end of a tar file. */
export const tarEnd: Buffer = Buffer.alloc(2 * blockSize);

/** Returns the pieces of a tar file, compressed with gzip. */
export const packed = (...pieces: readonly Buffer[]): Buffer => gzipSync(Buffer.concat(pieces));

/** Returns a compressed tar file with the given entries. */
export const archiveOfEntries = (...entries: readonly RawEntry[]): Buffer => packed(...entries.map(tarEntry), tarEnd);

/** Returns an archive of the given files, for example `archiveOf({ 'main.tf': 'variable "a" {}' })`. */
export const archiveOf = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  archiveOfEntries(...Object.entries(files).map(([name, data]) => ({ name, data })));

/** Yields bytes in pieces, as a network connection delivers them. */
export async function* arriving(bytes: Buffer, pieceSize = 64 * 1024): AsyncGenerator<Buffer, void> {
  for (let offset = 0; offset < bytes.length; offset += pieceSize) yield bytes.subarray(offset, offset + pieceSize);
}
