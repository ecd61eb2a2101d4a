// Format of a backup, which consists of lines of JSON and is the same for both database engines. The first line is a
// header. Each table has a line with its name and columns, a line for each row, and a line with the number of rows. The
// last line is a trailer with the SHA-256 of everything before it and a MAC of that hash, made with the encryption key.
import { createHash, type Hash } from 'node:crypto';
import { RefusedBackup } from '../../lib/errors/refused-backup.ts';

/** Value in a row: text, number, null or bytes. */
type Value = string | number | null | Uint8Array;
export type Row = readonly Value[];

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Number of rows in the table. */
  readonly rows: number;
}

export interface BackupHeader {
  /** Version of Tipstaff that made the backup, and the time at which the backup was made. */
  readonly madeBy: string;
  readonly madeAt: string;
  /** Names of the migrations that the database had. */
  readonly steps: readonly string[];
  readonly tables: readonly BackupTable[];
  /** Identifier of the encryption key, and the keys themselves in base64 if the backup contains them. */
  readonly keyId: string;
  readonly keys: readonly string[] | null;
}

/** Last line of a backup. */
export interface BackupTrailer {
  /** SHA-256 of everything before the trailer, in hexadecimal. */
  readonly sha256: string;
  /** MAC of the SHA-256 with the encryption key. Null if there is no key. */
  readonly mac: string | null;
}

const format = 'tipstaff-backup';
const formatVersion = 1;
const lineFeed = 0x0a;

/** Rows are yielded together as soon as they have this number of characters. */
const chunkLength = 65_536;

/** Maximum length in bytes of a line. It is ten times the length of a row that contains the largest file. */
const maxLineBytes = 128 * 1024 ** 2;

/**
 * Yields the lines of a backup, several at a time. The rows come in batches, and `macOf` computes the MAC for the
 * trailer.
 */
export async function* backupLines(
  header: BackupHeader,
  rowsOf: (table: BackupTable) => AsyncIterable<readonly Row[]>,
  macOf: (sha256: string) => string,
): AsyncGenerator<Buffer, void> {
  const digest = createHash('sha256');
  const hashed = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    digest.update(bytes);
    return bytes;
  };
  yield hashed(line({ format, version: formatVersion, ...header }));
  for (const table of header.tables) {
    let text = line({ table: table.name });
    for await (const rows of rowsOf(table)) {
      for (const row of rows) {
        text += line(row.map(written));
        if (text.length < chunkLength) continue;
        yield hashed(text);
        text = '';
      }
    }
    yield hashed(text + line({ end: table.name }));
  }
  const sha256 = digest.digest('hex');
  const trailer: BackupTrailer = { sha256, mac: macOf(sha256) };
  yield Buffer.from(line(trailer));
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

const written = (value: Value): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;

/** Rows of one table in a backup. */
interface Batch {
  readonly table: BackupTable;
  readonly rows: readonly Row[];
}

/** Part of a backup. The header comes first, then the rows of each table, then the trailer. */
export type BackupPart = { readonly header: BackupHeader } | Batch | { readonly trailer: BackupTrailer };

const batchSize = 500;

/**
 * Reads a backup. Throws `RefusedBackup` if the backup is incomplete or damaged. Some damage is only detected at the
 * end.
 */
export async function* readBackup(source: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart, void> {
  const digest = createHash('sha256');
  const lines = linesOf(source, digest);
  const header = headerIn((await lines.next()).value);
  yield { header };
  for (const table of header.tables) {
    requireLine((await lines.next()).value, 'table', table.name);
    yield* rowsIn(lines, table);
  }
  const { value: trailer } = await lines.next();
  const sha256 = digest.copy().digest('hex');
  requireLine(trailer, 'sha256', sha256);
  if ((await lines.next()).done !== true) throw damaged();
  const mac = member(trailer, 'mac');
  yield { trailer: { sha256, mac: typeof mac === 'string' ? mac : null } };
}

async function* rowsIn(lines: Lines, table: BackupTable): AsyncGenerator<Batch> {
  let rows: Row[] = [];
  for (let read = 0; read < table.rows; read += 1) {
    rows.push(rowIn((await lines.next()).value, table));
    if (rows.length < batchSize) continue;
    yield { table, rows };
    rows = [];
  }
  if (rows.length > 0) yield { table, rows };
  requireLine((await lines.next()).value, 'end', table.name);
}

type Lines = AsyncGenerator<unknown, void>;

/**
 * Yields the parsed lines. Each line is added to the digest only when the next line is read. The digest therefore
 * covers everything before the trailer when the trailer is checked.
 */
async function* linesOf(source: AsyncIterable<Uint8Array>, digest: Hash): Lines {
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const bytes = Buffer.concat([...rest, chunk.subarray(start, end + 1)]);
      rest = [];
      restBytes = 0;
      start = end + 1;
      yield parsed(bytes);
      digest.update(bytes);
    }
    rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes > maxLineBytes)
      throw new RefusedBackup(
        'The backup has a line of more than 128 MiB, which Tipstaff never writes. Use another copy of the backup.',
      );
  }
  if (rest.some(({ length }) => length > 0)) throw damaged();
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw damaged();
  }
}

function headerIn(value: unknown): BackupHeader {
  if (member(value, 'format') !== format) throw new RefusedBackup('The file is not a backup of Tipstaff.');
  if (member(value, 'version') !== formatVersion) {
    throw new RefusedBackup('The backup was made by a newer version of Tipstaff. Restore it with that version.');
  }
  if (!isHeader(value)) throw damaged();
  return value;
}

const isHeader = (value: unknown): value is BackupHeader =>
  ['madeBy', 'madeAt', 'keyId'].every((name) => typeof member(value, name) === 'string') &&
  isTexts(member(value, 'steps')) &&
  (member(value, 'keys') === null || isTexts(member(value, 'keys'))) &&
  isListOf(member(value, 'tables'), isTable);

const isTable = (value: unknown): boolean =>
  typeof member(value, 'name') === 'string' &&
  isTexts(member(value, 'columns')) &&
  Number.isSafeInteger(member(value, 'rows'));

const isTexts = (value: unknown): boolean => isListOf(value, (each) => typeof each === 'string');

const isListOf = (value: unknown, isRight: (each: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isRight);

function rowIn(value: unknown, { columns }: BackupTable): Row {
  if (!Array.isArray(value) || value.length !== columns.length) throw damaged();
  return value.map(valueIn);
}

function valueIn(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  const base64 = member(value, 'base64');
  if (typeof base64 !== 'string') throw damaged();
  return Buffer.from(base64, 'base64');
}

function requireLine(value: unknown, name: string, expected: string): void {
  if (member(value, name) !== expected) throw damaged();
}

const member = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

const damaged = (): RefusedBackup =>
  new RefusedBackup('The backup is incomplete: the file was truncated or changed. Use another copy of the backup.');
