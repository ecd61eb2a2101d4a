// Reads tar files and refuses everything that two readers could interpret differently.
import type { Bytes } from './bytes.ts';
import { readPax } from './pax.ts';
import { RefusedArchive } from './refused-archive.ts';
import { blockSize, invalidTar, paddingAfter, readHeader, type TarHeader } from './tar-header.ts';

export interface TarEntry {
  readonly kind: 'file' | 'directory' | 'symlink' | 'hardlink';
  readonly name: Buffer;
  /** Target of a link. */
  readonly target: Buffer;
  /** Size of the contents in bytes. */
  readonly size: number;
  /** Reads at most `max` bytes of the contents. The rest is skipped. */
  readonly read: (max: number) => Promise<Buffer>;
}

/**
 * Yields the entries in order. `spend` is called with the size of each entry before the entry is read, and throws if
 * the total is too large. Throws `RefusedArchive` if the file is invalid, even after the last entry.
 */
export async function* tarEntries(bytes: Bytes, spend: (size: number) => void): AsyncGenerator<TarEntry, void> {
  let preface: Preface = {};
  const takePreface = prefacesOf(bytes);
  for (;;) {
    const header = await nextHeader(bytes);
    if (header === undefined) break;
    const { kind, size } = header;
    spend(size);
    if ('xgLK'.includes(kind)) {
      preface = withPreface(preface, kind, await takePreface(size));
    } else {
      let unread = size;
      const read = (max: number): Promise<Buffer> => {
        const count = Math.min(max, unread);
        unread -= count;
        return takeAll(bytes, count);
      };
      yield { ...describedBy(header, preface), read };
      await skipEntry(bytes, unread);
      preface = {};
    }
    await skipEntry(bytes, paddingAfter(size));
  }
  if (!isEmptyPreface(preface)) throw invalidTar('the archive ends in the middle of an entry');
  await checkEnd(bytes);
}

/** Values of the extended headers that precede an entry. */
interface Preface {
  readonly name?: Buffer | undefined;
  readonly target?: Buffer | undefined;
  readonly size?: number | undefined;
}

/**
 * Returns a function that reads an extended header. It limits the size of each header and the total size of all
 * headers.
 */
function prefacesOf(bytes: Bytes) {
  let left = maxPrefacesBytes;
  return (size: number): Promise<Buffer> => {
    left -= size;
    if (size > maxPrefaceBytes || left < 0) throw invalidTar('the extended headers are too long');
    return takeAll(bytes, size);
  };
}

/**
 * Maximum size in bytes of one extended header, and of all extended headers in an archive. Reading them takes far more
 * time than skipping the same number of file bytes.
 */
const [maxPrefaceBytes, maxPrefacesBytes] = [1024 * 1024, 16 * 1024 * 1024];

async function takeAll(bytes: Bytes, size: number): Promise<Buffer> {
  const data = await bytes.take(size);
  if (data.length < size) throw cut();
  return data;
}

const cut = (): RefusedArchive => invalidTar('the archive ends in the middle of an entry');

async function nextHeader(bytes: Bytes): Promise<TarHeader | undefined> {
  const block = await bytes.take(blockSize);
  // An archive without an end marker is accepted if it ends after a complete entry. Other readers accept it, too.
  if (block.length === 0) return undefined;
  if (block.length < blockSize) throw cut();
  if (!isZero(block)) return readHeader(block);
  const second = await bytes.take(blockSize);
  if (second.length > 0 && (second.length < blockSize || !isZero(second)))
    throw invalidTar('the archive has data after its end');
  return undefined;
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

/**
 * Adds the values of an extended header. Throws `RefusedArchive` for a duplicate value, and for a global header that
 * sets names or sizes.
 */
function withPreface(before: Preface, kind: string, data: Buffer): Preface {
  const added = prefaceOf(kind, data);
  if (added.name?.length === 0 || added.target?.length === 0) throw invalidTar('a long name of an entry is empty');
  if (kind === 'g') {
    if (!isEmptyPreface(added)) throw invalidTar('a global header sets the name or size of all entries');
    return before;
  }
  const isRepeated =
    (added.name && before.name) || (added.target && before.target) || (kind === 'x' && 'size' in before);
  if (isRepeated) throw invalidTar('an entry has two extended headers for the same value');
  return { ...before, ...added };
}

function prefaceOf(kind: string, data: Buffer): Preface {
  if (kind === 'L' || kind === 'K') {
    const end = data.indexOf(0);
    const text = end === -1 ? data : data.subarray(0, end);
    return kind === 'L' ? { name: text } : { target: text };
  }
  const records = readPax(data);
  const size = records.get('size');
  return {
    name: records.get('path'),
    target: records.get('linkpath'),
    size: size === undefined ? undefined : Number(size.toString('latin1')),
  };
}

const isEmptyPreface = (preface: Preface): boolean =>
  preface.name === undefined && preface.target === undefined && preface.size === undefined;

function describedBy({ kind: flag, ...header }: TarHeader, preface: Preface): Omit<TarEntry, 'read'> {
  const kind = kinds[flag];
  if (kind === undefined) {
    throw new RefusedArchive(
      `The archive contains ${others[flag] ?? 'an entry of an unknown type'}. Only files and folders are allowed.`,
    );
  }
  const isSlashed = (preface.name ?? header.name).at(-1) === 0x2f;
  if (kind !== 'directory' && isSlashed) throw invalidTar('the name of a file ends in a slash');
  if (preface.size !== undefined && preface.size !== header.size)
    throw invalidTar('two headers of an entry state different sizes');
  if (kind !== 'file' && header.size !== 0) throw invalidTar('a folder or link has contents');
  return { kind, name: preface.name ?? header.name, target: preface.target ?? header.linkName, size: header.size };
}

const kinds: Readonly<Record<string, TarEntry['kind']>> = {
  '0': 'file',
  '1': 'hardlink',
  '2': 'symlink',
  '5': 'directory',
};

const others: Readonly<Record<string, string>> = {
  '3': 'a device',
  '4': 'a device',
  '6': 'a pipe',
  S: 'a sparse file',
};

async function skipEntry(bytes: Bytes, size: number): Promise<void> {
  if ((await bytes.skip(size)) < size) throw cut();
}

async function checkEnd(bytes: Bytes): Promise<void> {
  for (;;) {
    const rest = await bytes.take(128 * blockSize);
    if (!isZero(rest)) throw invalidTar('the archive has data after its end');
    if (rest.length === 0) return;
  }
}
