// Archives of audit records. The oldest records are moved to a file, and the audit chain then starts after the last
// archived record. The records are removed from the database in batches, after the file has been written to disk and
// read back.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Actor } from '../../kernel/actor.ts';
import { timestamp } from '../../kernel/clock.ts';
import { version } from '../../kernel/version.ts';
import { DamagedFile, NotArchived } from '../../lib/errors/archive-errors.ts';
import type { Job } from '../../runtime/jobs/jobs.ts';
import { runOnce } from '../../runtime/jobs/jobs.ts';
import { auditedTransaction } from './audit.ts';
import { linksAfter, type Sealable, sealedColumns } from './chain.ts';
import { type Head, headText, readHead } from './chain-head.ts';
import { moveStart, readStart, verifiedStart } from './chain-start.ts';
import { chainKey } from './key.ts';
import { readRecordFile, writeRecordFile } from './record-file.ts';
import { anyArchived, removeThrough, sealAt } from './store.ts';
import { follow, forgedStart, readBatch, sealWaiting } from './verify.ts';

/**
 * A verified archive file. `from` is the head of the audit chain before the first record in the file, and `head` is the
 * head after the last one.
 */
export interface Archive {
  readonly from: Head;
  readonly head: Head;
  readonly records: number;
  readonly sha256: string;
  /** Time in ISO 8601. No record in the archive is later. */
  readonly until: string;
}

const format = 'tipstaff-audit-archive';
/**
 * Interval of the job in milliseconds, which also determines how long the job's lease lasts. It is short, so that after
 * an archive command was killed, the next command soon gets the lease.
 */
const interval = 5_000;
const pauseBetweenLooks = 500;
const portion = 500;

interface Header {
  readonly format: string;
  readonly version: 1;
  readonly 'made-by': string;
  readonly 'made-at': string;
  readonly from: string;
  readonly until: string;
}

type Stored = Sealable & { readonly sequence: number; readonly seal: string | null };

const headerIn = (value: unknown): Pick<Archive, 'from' | 'until'> => {
  const { format: ofFile, version: ofFormat, from, until } = Object(value);
  const head = readHead(String(from));
  if (ofFile !== format || ofFormat !== 1 || head === undefined)
    throw new DamagedFile(
      'The file is not an archive of audit records. Name a file that "tipstaff audit archive" wrote.',
    );
  return { from: head, until: String(until) };
};

/**
 * Reads an archive file and verifies every seal in it, independently of the database. Throws `DamagedFile` if
 * verification fails.
 */
export async function readArchive(context: Context, file: string): Promise<Archive> {
  const key = await chainKey(context);
  let [header, head]: [Pick<Archive, 'from' | 'until'> | undefined, Head | undefined] = [undefined, undefined];
  const { records, sha256 } = await readRecordFile(file, {
    header: (value) => {
      header = headerIn(value);
      head = header.from;
    },
    record: (value) => {
      const record: Stored = Object(value);
      const [link] = head === undefined ? [] : linksAfter(key, head, [record]);
      if (link?.sequence !== record.sequence || link.seal !== record.seal)
        throw new DamagedFile(`Record ${(head?.sequence ?? 0) + 1} of the audit chain was changed in the file.`);
      head = link;
    },
  });
  if (header === undefined || head === undefined)
    throw new DamagedFile(
      'The file is not an archive of audit records. Name a file that "tipstaff audit archive" wrote.',
    );
  const { sequence, seal }: Head = head;
  return { ...Object(header), head: { sequence, seal }, records, sha256 };
}

/** Yields the sealed records after a head, in batches. Stops before the first record that is later than `until`. */
async function* recordsThrough(
  context: Context,
  key: Buffer,
  from: Head,
  until: string,
): AsyncGenerator<readonly object[]> {
  for (let head = from; ; ) {
    const batch = await readBatch(context, head);
    const { head: reached, fault } = follow(key, head, batch);
    if (fault !== undefined)
      throw new NotArchived(`${fault.detail} Nothing was archived. Find the cause before you try again.`);
    const late = batch.findIndex(({ at }) => at > until);
    const wanted = late < 0 ? batch : batch.slice(0, late);
    if (wanted.length > 0) yield wanted.map(inOrder);
    if (wanted.length === 0 || late >= 0) return;
    head = reached;
  }
}

/** Returns a record as a line of the file: its sequence number, its seal, and the sealed columns. */
const inOrder = (record: Stored): object => ({
  sequence: record.sequence,
  seal: record.seal,
  ...Object.fromEntries(sealedColumns.map((name) => [name, record[name]])),
});

/** Archive file, time limit, and receiver of progress messages. */
export interface ArchiveOptions {
  readonly file: string;
  /** ISO 8601 time limit. The archive ends before the first record of the audit chain that is later. */
  readonly until: string;
  /** Whether to archive records that the audit stream has not sent yet. */
  readonly takesUnsent?: boolean;
  readonly progress: (sentence: string) => void;
}

const startOf = async ({ database }: Context, key: Buffer): Promise<Head> => {
  const start = await verifiedStart(database, key);
  if (start === undefined) throw new NotArchived(forgedStart.detail);
  return start;
};

/** Throws if the audit stream is on and has not yet sent all records of the archive. */
const requireSent = async (
  context: Context,
  { file, takesUnsent = false }: ArchiveOptions,
  head: Head,
): Promise<void> => {
  const sent = takesUnsent ? undefined : await context.ports.auditStreamPlace(context.database);
  if (sent === undefined || sent >= head.sequence) return;
  throw new NotArchived(
    `The audit stream has sent only the records up to number ${sent}, but the archive contains records up to number ${head.sequence}. Nothing was removed. Run the command again with ${file} once the audit stream has sent these records, or add --unsent to archive unsent records.`,
  );
};

const isSame = (one: Head, other: Head): boolean => headText(one) === headText(other);

const writeArchive = async (context: Context, start: Head, { file, until }: ArchiveOptions): Promise<void> => {
  const header: Header = {
    format,
    version: 1,
    'made-by': version,
    'made-at': timestamp(context.clock.now()),
    from: headText(start),
    until,
  };
  await writeRecordFile(file, header, recordsThrough(context, await chainKey(context), start, until));
};

/**
 * Moves the start of the audit chain to the position after the archived records. From then on, the archived records may
 * be removed.
 */
const cutOff = async (context: Context, actor: Actor, { file }: ArchiveOptions, archive: Archive): Promise<void> => {
  const key = await chainKey(context);
  const { from, head, records, sha256, until } = archive;
  const after = { file, records, until, from: headText(from), head: headText(head), sha256 };
  await auditedTransaction(context, actor, async (tx) => {
    const stored = await tx.first(sealAt, head);
    if (stored?.seal !== head.seal || !(await moveStart(tx, key, from, head)))
      throw new NotArchived(
        `${file} does not begin at the start of the audit chain, because another archive was created later. Run the command again with a new file name.`,
      );
    const entry = { action: 'audit-records.archive', type: 'instance', id: 'audit-records', after };
    return { result: undefined, audit: [entry] };
  });
};

/**
 * Writes the oldest records of the audit chain to a file and removes them from the database. After an interruption, a
 * second call with the same file continues. Returns the verified archive.
 */
export async function archiveRecords(context: Context, actor: Actor, options: ArchiveOptions): Promise<Archive> {
  const { file, until, progress } = options;
  await sealWaiting(context);
  const start = await startOf(context, await chainKey(context));
  if (!existsSync(file)) {
    progress('Writing the records.');
    await writeArchive(context, start, options);
  }
  progress('Verifying the file.');
  const archive = await readArchive(context, file);
  if (archive.records === 0) {
    await rm(file);
    throw new NotArchived(`There are no sealed records from ${until} or earlier. Nothing was removed.`);
  }
  const isCutOff = isSame(archive.head, start);
  if (!isCutOff && !isSame(archive.from, start))
    throw new NotArchived(
      `${file} already exists and contains a different part of the audit chain. Run the command again with a new file name.`,
    );
  if (isCutOff && archive.until !== until)
    throw new NotArchived(
      `${file} already exists and is a complete archive of the records until ${archive.until}. Run the command again with a new file name.`,
    );
  if (!isCutOff) {
    await requireSent(context, options, archive.head);
    await cutOff(context, actor, options, archive);
  }
  progress('Removing the records.');
  await removeArchived(context);
  return archive;
}

/** Removes the archived records, or waits while a running service removes them. */
const removeArchived = async (context: Context): Promise<void> => {
  const job = archivedRemovalJob(context);
  while (await isLeft(context)) if (!(await runOnce(context, job))) await pause(pauseBetweenLooks);
};

const isLeft = async ({ database }: Context): Promise<boolean> =>
  (await database.first(anyArchived, await readStart(database))) !== undefined;

/** Job that removes archived records from the database. After an interruption, the next run continues. */
export const archivedRemovalJob = (context: Context): Job => ({
  name: 'archived-audit-records',
  intervalMilliseconds: interval,
  isDue: () => isLeft(context),
  run: async ({ transaction, signal }) => {
    const { database } = context;
    // If the start of the audit chain was not sealed by this service, `startOf` throws, so nothing is removed.
    const start = await startOf(context, await chainKey(context));
    while (!signal.aborted) {
      const first = await database.first(anyArchived, start);
      if (first === undefined) return;
      await transaction((tx) => removeThrough(tx, Math.min(first.sequence + portion - 1, start.sequence)));
    }
  },
});
