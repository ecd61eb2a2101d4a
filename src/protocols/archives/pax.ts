// Extended headers of tar files: names that are too long for a header, and other records.
import { invalidTar } from './tar-header.ts';

/** The records of an extended header by their keywords. Throws `RefusedArchive` for records that change the contents. */
export function readPax(data: Buffer): ReadonlyMap<string, Buffer> {
  const records = new Map<string, Buffer>();
  for (let offset = 0; offset < data.length; ) {
    const { key, value, end } = recordAt(data, offset);
    if (key.startsWith('GNU.sparse.')) throw invalidTar('it contains a sparse file');
    if (records.has(key)) throw invalidTar('an extended header has a record twice');
    if (numbers.has(key) && !decimal.test(value.toString('latin1')))
      throw invalidTar('a number in a header is not valid');
    if (key.includes('\0') || (texts.has(key) && value.includes(0)))
      throw invalidTar('an extended header contains a NUL');
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
  // NOTE: without a length, `end` is not a number, and no comparison with it is true.
  if (!(end <= data.length && equals > space && equals < end && data[end - 1] === 0x0a)) {
    throw invalidTar('an extended header is broken');
  }
  return { key: data.subarray(space + 1, equals).toString('latin1'), value: data.subarray(equals + 1, end - 1), end };
}

const numbers: ReadonlySet<string> = new Set(['uid', 'gid', 'mtime', 'atime', 'ctime', 'size']);

const decimal = /^-?[0-9]+(\.[0-9]*)?$/;

/** Values that may contain any byte but NUL; file attributes may contain NUL too. */
const texts: ReadonlySet<string> = new Set(['path', 'linkpath', 'uname', 'gname']);
