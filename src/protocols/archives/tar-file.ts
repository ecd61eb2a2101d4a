// Writes files as entries of a tar file, in the most widely supported format.
import { blockSize, paddingAfter } from './tar-header.ts';

/** Returns the header of a file, or undefined if its path is too long for a header. */
export function tarHeader(path: string, size: number): Buffer | undefined {
  const bytes = Buffer.from(path);
  const cut = bytes.length <= maxNameLength ? 0 : cutIn(bytes);
  if (cut < 0) return undefined;
  const header = Buffer.alloc(blockSize);
  bytes.copy(header, 345, 0, cut);
  bytes.copy(header, 0, cut === 0 ? 0 : cut + 1);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.fill(' ', 148, 156);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${octal(checksum, 7)} `, 148);
  return header;
}

/** Returns the padding that follows a file of this size. */
export const tarPadding = (size: number): Buffer => Buffer.alloc(paddingAfter(size));

/** Returns the end marker of a tar file. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * blockSize);

/**
 * Returns a complete entry, which is always the same for the same file. The name may have at most 100 ASCII characters.
 */
export function tarFile(name: string, text: string): Buffer {
  const data = Buffer.from(text);
  const header = tarHeader(name, data.length);
  if (header === undefined) throw new Error('the name is too long');
  return Buffer.concat([header, data, tarPadding(data.length)]);
}

/** Maximum lengths in bytes of the name field and of the prefix field. */
const [maxNameLength, maxPrefixLength] = [100, 155];

/**
 * Returns the index of the slash at which a long path is split into prefix and name, or -1 if the path cannot be split
 * so that both fit.
 */
function cutIn(path: Buffer): number {
  const from = Math.max(0, path.length - maxNameLength - 1);
  const cut = path.indexOf('/', from);
  return cut <= maxPrefixLength ? cut : -1;
}

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;
