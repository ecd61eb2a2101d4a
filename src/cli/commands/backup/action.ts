import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../../config.ts';
import { auditedTransaction } from '../../../domains/audit/index.ts';
import { heldResource, readHeldWork, resumeInstance } from '../../../domains/instance/commands.ts';
import { durationIn } from '../../../lib/text/durations.ts';
import { counted } from '../../../lib/text/text.ts';
import { backupName, deleteOldBackups, newestBackup } from '../../backup/folder.ts';
import { runHook } from '../../backup/hook.ts';
import { restoreInstance } from '../../backup/restore.ts';
import { backupOf, writeBackup } from '../../backup/write.ts';
import { asOperator, operator } from '../../data/as-operator.ts';
import {
  type Action,
  type Called,
  CommandFailed,
  type Output,
  type Terminal,
  UsageError,
} from '../../terminal/command.ts';
import { failureOf } from '../../terminal/failure.ts';
import { bytesIn, requireFolderOf } from '../../terminal/file.ts';
import { labelled, oneRecord } from '../../terminal/output.ts';
import type { backupCommands } from './command.ts';

type BackupAction = Action<typeof backupCommands.backup>;
type BackupCall = Called<typeof backupCommands.backup>;

/** Reads a passphrase from a file, without the line break at its end. */
async function passphraseIn(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const passphrase = (await bytesIn(path)).toString('utf8').replace(/\r?\n$/, '');
  if (passphrase === '') throw new UsageError(`--passphrase-file: ${path} is empty.`);
  return passphrase;
}

const writeOne: BackupAction = asOperator<typeof backupCommands.backup>(
  async ({ context, actor }, { subject, options }, terminal) => {
    const passphrase = await passphraseIn(options.passphraseFile);
    if (subject !== '-') await requireFolderOf(subject);
    const entry = { action: 'instance.backup', type: 'instance', id: 'backup' };
    await auditedTransaction(context, actor, async () => ({ result: undefined, audit: [entry] }));
    await using made = await backupOf(context, {
      withKey: !options.withoutKey,
      passphrase,
      progress: terminal.progress,
    });
    if (made.hasKey && passphrase === undefined)
      terminal.warn(
        'The backup contains the encryption key: keep it as safe as the data folder, or use --passphrase-file.',
      );
    if (made.unknownSteps.length > 0)
      terminal.warn(
        `A newer version of Tipstaff has migrated the database (${made.unknownSteps.join(', ')}): only that version or a later one can restore this backup.`,
      );
    if (subject === '-') {
      await terminal.stream(made.pieces);
      return undefined;
    }
    const bytes = await writeBackup(subject, made.pieces);
    const { rows, tables, hasKey } = made;
    return {
      text: labelled({
        Backup: subject,
        Bytes: bytes,
        Rows: rows,
        'Encryption key': hasKey ? 'included' : 'not included',
      }),
      json: { file: subject, bytes, rows, tables, 'has-key': hasKey },
    };
  },
);

/** Options of a command that writes backups into a folder. */
interface Series {
  readonly folder: string;
  readonly keep: number | undefined;
  /** Interval between backups in milliseconds; undefined to write a single backup. */
  readonly every: number | undefined;
  readonly command: readonly string[];
}

const [minInterval, retryAfter] = [60_000, 300_000];

/**
 * Returns the options for a backup folder. Undefined if the argument names a backup file. Throws `UsageError` for an
 * invalid combination.
 */
function seriesOf({ subject, options: { to: folder, keep, every, run = '' } }: BackupCall): Series | undefined {
  if ((folder === undefined) === (subject === ''))
    throw new UsageError('Name a new file, - for standard output, or a folder of backups with --to.');
  if (folder === undefined) {
    if (keep === undefined && every === undefined && run === '') return undefined;
    throw new UsageError('--keep, --every and --run need a folder for the backups: add --to <folder>.');
  }
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
    throw new UsageError('--keep must be a whole number, 1 or more.');
  const interval = every === undefined ? undefined : durationIn(every);
  if (every !== undefined && (interval === undefined || interval < minInterval))
    throw new UsageError('--every must be a duration of a minute or more, such as 6h.');
  return {
    folder,
    keep: keep === undefined ? undefined : Number(keep),
    every: interval,
    command: run.split(' ').filter((word) => word !== ''),
  };
}

/**
 * Writes one backup into the folder. Old backups are deleted at the end, so that they are kept if an earlier step
 * fails.
 */
async function writeNext(call: BackupCall, { folder, keep, command }: Series, terminal: Terminal): Promise<Output> {
  const name = backupName(Date.now());
  const file = join(folder, name);
  const written = await writeOne({ ...call, subject: file }, terminal);
  if (command.length > 0) await runHook(command, file, terminal.environment);
  const deleted = keep === undefined ? [] : await deleteOldBackups(folder, keep, name);
  return {
    text: [written?.text ?? '', ...deleted.map((old) => `Deleted: ${join(folder, old)}`)].join('\n'),
    json: { ...written?.json, deleted },
  };
}

/**
 * Returns the time of the next backup in milliseconds since 1970. It is computed from the newest backup in the folder,
 * so that a restart of the process causes no additional backup.
 */
async function nextDue(folder: string, every: number): Promise<number> {
  const newest = await newestBackup(folder);
  return newest === undefined ? Date.now() : Math.min(newest, Date.now()) + every;
}

/**
 * Waits until the given time. The wait is divided into short timers, because a timer is limited to 25 days and does not
 * run while the machine is suspended.
 */
async function untilTime(time: number): Promise<void> {
  while (Date.now() < time) await pause(Math.min(time - Date.now(), minInterval));
}

/**
 * Writes backups until the process ends. A failed backup is retried after five minutes at the latest. If only the
 * `--run` command failed, the backup exists, so the next backup is made at the usual time.
 */
async function writeForever(call: BackupCall, series: Series, every: number, terminal: Terminal): Promise<never> {
  let earliest = 0;
  while (true) {
    await untilTime(Math.max(earliest, await nextDue(series.folder, every)));
    try {
      terminal.print(await writeNext(call, series, terminal));
    } catch (error) {
      const { exitCode, problems } = failureOf(error);
      if (exitCode === 2) throw error;
      for (const { detail } of problems) terminal.warn(detail);
      earliest = Date.now() + Math.min(every, retryAfter);
    }
  }
}

export const backup: BackupAction = async (call, terminal) => {
  const series = seriesOf(call);
  if (series === undefined) return writeOne(call, terminal);
  const { every } = series;
  return every === undefined ? writeNext(call, series, terminal) : writeForever(call, series, every, terminal);
};

export const restore: Action<typeof backupCommands.restore> = async ({ subject, options }, terminal) => {
  if (subject === '-')
    throw new UsageError('A backup cannot be read from standard input: save the backup to a file, and name the file.');
  const passphrase = await passphraseIn(options.passphraseFile);
  const restored = await restoreInstance(readConfig(terminal.environment), operator(crypto.randomUUID()), {
    file: subject,
    passphrase,
    progress: terminal.progress,
  });
  const { madeAt, rows, head, place } = restored;
  return {
    text: `${labelled({ Restored: place, 'Backup of': madeAt, Rows: rows, 'Head of the audit log': head })}\n${nextSteps}`,
    json: { place, 'made-at': madeAt, rows, head, held: true },
  };
};

const nextSteps =
  'Start the instance with "tipstaff serve". The instance is on hold: until "tipstaff resume", it sends no mail, text messages or audit records, and deletes no expired data.';

type HeldWork = Awaited<ReturnType<typeof resumeInstance>>;

/** Describes what a restored instance does when it is resumed, with one text for each topic. */
const effectsOf = ({ streamRecords, mailsOfBackup, mailsSince, runTaskCalls }: HeldWork, sendsWaiting: boolean) => ({
  'Audit stream': streamRecords === null ? 'off' : `${counted(streamRecords, 'record is', 'records are')} sent`,
  Mail: `${mailsSince} queued since the restore: sent; ${mailsOfBackup} waiting since the backup: ${sendsWaiting ? 'sent' : 'deleted'}`,
  'Run tasks': `${counted(runTaskCalls, 'call is', 'calls are')} answered`,
  'By age': 'data retention, the deletion of expired data and the rotation of keys continue',
});

export const resume = asOperator<typeof backupCommands.resume>(async ({ context, actor }, { options }) => {
  const { sendWaiting, yes } = options;
  const waiting = await readHeldWork(context, context.database);
  if (waiting === undefined) throw new CommandFailed('The instance is not on hold: there is nothing to resume.');
  const { at, madeAt } = waiting;
  const work = yes ? await resumeInstance(context, actor, sendWaiting) : waiting;
  const lines = labelled({ Restored: at, 'Backup of': madeAt, ...effectsOf(work, sendWaiting) });
  const end = yes
    ? 'Resumed. Running services continue within a minute.'
    : 'Nothing was changed. Add --yes to resume the instance.';
  return {
    text: `${lines}\n${end}`,
    json: { ...oneRecord(heldResource, work).json, resumed: yes },
    exitCode: yes ? 0 : 1,
  };
});
