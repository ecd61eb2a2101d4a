// Archives: the first records of the chain go into a file, and from then on the chain begins after them. They are removed in
// portions, and only once the file is on the disk and was read back.
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

/** A file of records that was verified, with the chain's values before and after them. */
export interface Archive {
  readonly from: Head;
  readonly head: Head;
  readonly records: number;
  readonly sha256: string;
  /** No record before the last is later. */
  readonly until: string;
}

const format = 'tipstaff-audit-archive';
/** Its lease is short, so that a command that was killed is soon followed by another. */
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
    throw new DamagedFile('The file is no archive of audit records.');
  return { from: head, until: String(until) };
};

/** Reads an archive, and verifies every seal in it, whatever the database has. Throws `DamagedFile`. */
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
        throw new DamagedFile(`Record ${(head?.sequence ?? 0) + 1} of the chain was changed in the file.`);
      head = link;
    },
  });
  if (header === undefined || head === undefined) throw new DamagedFile('The file is no archive of audit records.');
  const { sequence, seal }: Head = head;
  return { ...Object(header), head: { sequence, seal }, records, sha256 };
}

/** The sealed records after a head, as far as none is later than a time. */
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
      throw new NotArchived(`${fault.detail} Nothing goes into an archive before that is explained.`);
    const late = batch.findIndex(({ at }) => at > until);
    const wanted = late < 0 ? batch : batch.slice(0, late);
    if (wanted.length > 0) yield wanted.map(inOrder);
    if (wanted.length === 0 || late >= 0) return;
    head = reached;
  }
}

/** A record as a line of the file: its place, and what its seal is made of. */
const inOrder = (record: Stored): object => ({
  sequence: record.sequence,
  seal: record.seal,
  ...Object.fromEntries(sealedColumns.map((name) => [name, record[name]])),
});

/** File of an archive, its last time, and the receiver of progress reports. */
export interface ArchiveOptions {
  readonly file: string;
  /** Records that are later stay, and those that were sealed after the first of these. */
  readonly until: string;
  /** True if records are removed that the audit stream has not sent yet. */
  readonly takesUnsent?: boolean;
  readonly progress: (sentence: string) => void;
}

const startOf = async ({ database }: Context, key: Buffer): Promise<Head> => {
  const start = await verifiedStart(database, key);
  if (start === undefined) throw new NotArchived(forgedStart.detail);
  return start;
};

/** Throws where an enabled audit stream has not sent all records of an archive. */
const requireSent = async (
  context: Context,
  { file, takesUnsent = false }: ArchiveOptions,
  head: Head,
): Promise<void> => {
  const sent = takesUnsent ? undefined : await context.ports.auditStreamPlace(context.database);
  if (sent === undefined || sent >= head.sequence) return;
  throw new NotArchived(
    `The audit stream has sent only the records up to ${sent}, and the archive goes up to ${head.sequence}: nothing was removed. Run it again with ${file} once the receiver has them, or with --unsent.`,
  );
};

const isSame = (one: Head, other: Head): boolean => headText(one) === headText(other);

/** Writes the file, unless a run that did not come to its end has written it. */
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

/** Lets the chain begin after an archive: from then on its records may be removed. */
const cutOff = async (context: Context, actor: Actor, { file }: ArchiveOptions, archive: Archive): Promise<void> => {
  const key = await chainKey(context);
  const { from, head, records, sha256, until } = archive;
  const after = { file, records, until, from: headText(from), head: headText(head), sha256 };
  await auditedTransaction(context, actor, async (tx) => {
    const stored = await tx.first(sealAt, head);
    if (stored?.seal !== head.seal || !(await moveStart(tx, key, from, head)))
      throw new NotArchived(`${file} does not begin where the chain does: another archive was made meanwhile.`);
    const entry = { action: 'audit-records.archive', type: 'instance', id: 'audit-records', after };
    return { result: undefined, audit: [entry] };
  });
};

/**
 * Puts the first records of the chain into a file and removes them; run again with the same file, it goes on where it was.
 * Answers what is in the file.
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
    throw new NotArchived(`No sealed record is from ${until} or before: nothing was removed.`);
  }
  const isCutOff = isSame(archive.head, start);
  if (!isCutOff && !isSame(archive.from, start))
    throw new NotArchived(`${file} is another archive, or another part of the chain: name a new file.`);
  if (isCutOff && archive.until !== until)
    throw new NotArchived(`${file} is a finished archive, of records until ${archive.until}: name a new file.`);
  if (!isCutOff) {
    await requireSent(context, options, archive.head);
    await cutOff(context, actor, options, archive);
  }
  progress('Removing the records.');
  await removeArchived(context);
  return archive;
}

/** Removes what is in an archive, or waits while a running service does. */
const removeArchived = async (context: Context): Promise<void> => {
  const job = archivedRemovalJob(context);
  while (await isLeft(context)) if (!(await runOnce(context, job))) await pause(pauseBetweenLooks);
};

const isLeft = async ({ database }: Context): Promise<boolean> =>
  (await database.first(anyArchived, await readStart(database))) !== undefined;

/** Removes the records that are in an archive; one whose run was ended is continued by the next. */
export const archivedRemovalJob = (context: Context): Job => ({
  name: 'archived-audit-records',
  intervalMilliseconds: interval,
  isDue: () => isLeft(context),
  run: async ({ transaction, signal }) => {
    const { database } = context;
    // A start that somebody else wrote removes nothing.
    const start = await startOf(context, await chainKey(context));
    while (!signal.aborted) {
      const first = await database.first(anyArchived, start);
      if (first === undefined) return;
      await transaction((tx) => removeThrough(tx, Math.min(first.sequence + portion - 1, start.sequence)));
    }
  },
});
