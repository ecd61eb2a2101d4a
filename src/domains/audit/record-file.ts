// File of audit records, with one JSON value per line. The first line is a header. The last line contains the number of
// records and the SHA-256 of all preceding bytes. The file appears only when it is complete and on disk.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DamagedFile } from '../../lib/errors/archive-errors.ts';

export interface AuditRecordFile {
  readonly records: number;
  readonly sha256: string;
}

const chunkLength = 65_536;
const lineFeed = 0x0a;
/**
 * Maximum line length in bytes. The texts in a record have limits of their own, so every valid line is much shorter.
 */
const maxLine = 64 * 1_024 * 1_024;

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

async function* contentOf(header: object, batches: AsyncIterable<readonly object[]>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  let [text, records] = [line(header), 0];
  const hashed = (): Buffer => {
    const bytes = Buffer.from(text);
    digest.update(bytes);
    text = '';
    return bytes;
  };
  for await (const batch of batches) {
    for (const record of batch) text += line(record);
    records += batch.length;
    if (text.length >= chunkLength) yield hashed();
  }
  yield hashed();
  yield Buffer.from(line({ records, sha256: digest.digest('hex') }));
}

/** Writes a file that only its owner can read. A partial file left by a crash is overwritten. */
export async function writeRecordFile(
  path: string,
  header: object,
  batches: AsyncIterable<readonly object[]>,
): Promise<void> {
  const draft = `${path}.partial`;
  await pipeline(contentOf(header, batches), createWriteStream(draft, { mode: 0o600, flags: 'w', flush: true }));
  await rename(draft, path);
  if (process.platform === 'win32') return;
  await using folder = await open(dirname(path));
  await folder.sync();
}

/** Yields the lines of a file, including their line feeds. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      yield Buffer.concat([rest, chunk.subarray(start, end + 1)]);
      rest = Buffer.alloc(0);
      start = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(start)]);
    if (rest.length > maxLine) break;
  }
  if (rest.length > 0) throw new DamagedFile('The file ends in the middle of a line.');
}

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new DamagedFile('A line of the file is not valid JSON.');
  }
};

/**
 * Reads a file of audit records. Calls `take.header` once and `take.record` for each record. Throws `DamagedFile` if
 * the file is incomplete or was changed. Values passed to `take` are trustworthy only after the function has returned.
 */
export async function readRecordFile(
  path: string,
  take: { readonly header: (value: unknown) => void; readonly record: (value: unknown) => void },
): Promise<AuditRecordFile> {
  const digest = createHash('sha256');
  let count = 0;
  let last: Buffer | undefined;
  const accept = (bytes: Buffer): void => {
    digest.update(bytes);
    const value = parsed(bytes);
    count += 1;
    if (count > 1) take.record(value);
    else take.header(value);
  };
  for await (const bytes of linesOf(path)) {
    if (last !== undefined) accept(last);
    last = bytes;
  }
  const sha256 = digest.digest('hex');
  const trailer = last && parsed(last);
  const isWhole = count > 0 && JSON.stringify(trailer) === JSON.stringify({ records: count - 1, sha256 });
  if (!isWhole) throw new DamagedFile('The file was changed, or its end is missing: the checksum does not match.');
  return { records: count - 1, sha256 };
}
