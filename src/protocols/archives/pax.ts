// Reads extended headers (pax) of tar files, which contain long names and other records.
import { invalidTar } from './tar-header.ts';

/**
 * Returns the records of an extended header by keyword. Throws `RefusedArchive` for records that affect the contents of
 * files.
 */
export function readPax(data: Buffer): ReadonlyMap<string, Buffer> {
  const records = new Map<string, Buffer>();
  for (let offset = 0; offset < data.length; ) {
    const { key, value, end } = recordAt(data, offset);
    if (key.startsWith('GNU.sparse.')) throw invalidTar('the archive contains a sparse file');
    if (records.has(key)) throw invalidTar('an extended header has two records with the same keyword');
    if (numbers.has(key) && !decimal.test(value.toString('latin1')))
      throw invalidTar('a number in a header is not valid');
    if (key.includes('\0') || (texts.has(key) && value.includes(0)))
      throw invalidTar('an extended header contains a NUL byte');
    records.set(key, value);
    offset = end;
  }
  return records;
}

function recordAt(data: Buffer, offset: number): { key: string; value: Buffer; end: number } {
  const space = data.indexOf(0x20, offset);
  const length = /^[1-9][0-9]{0,6}$/.exec(data.subarray(offset, space === -1 ? offset : space).toString('latin1'))?.[0];
  const end = offset + Number(length);
  const equals = data.indexOf(0x3d, space);
  // NOTE: if the length is missing, `end` is NaN, and all comparisons with it are false.
  if (!(end <= data.length && equals > space && equals < end && data[end - 1] === 0x0a)) {
    throw invalidTar('an extended header has an invalid record');
  }
  return { key: data.subarray(space + 1, equals).toString('latin1'), value: data.subarray(equals + 1, end - 1), end };
}

const numbers: ReadonlySet<string> = new Set(['uid', 'gid', 'mtime', 'atime', 'ctime', 'size']);

const decimal = /^-?[0-9]+(\.[0-9]*)?$/;

/** Keywords whose values must not contain NUL. Values of other keywords, such as file attributes, may contain it. */
const texts: ReadonlySet<string> = new Set(['path', 'linkpath', 'uname', 'gname']);
