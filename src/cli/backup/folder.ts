// Manages a folder with backups of one instance: file names, time of the newest backup, and deletion of old backups.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../terminal/command.ts';

const form = /^tipstaff-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/**
 * File name of a backup. It contains the time in UTC to the second, so the alphabetical order of names is the
 * chronological order.
 */
export const backupName = (time: number): string =>
  `tipstaff-${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`;

const timeOf = (name: string): number => Date.parse(name.replace(form, '$1-$2-$3T$4:$5:$6Z'));

/** Names of the backups in a folder, newest first. Other files and folders are ignored. */
async function backupNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new UsageError(
      `The folder ${folder} does not exist, or the operating system account that runs this command is not permitted to read the folder.`,
    );
  });
  const names = entries.flatMap((entry) => (entry.isFile() && form.test(entry.name) ? [entry.name] : []));
  return names.sort().reverse();
}

/** Time of the newest backup in a folder, in milliseconds since 1970. Undefined if there is no backup. */
export async function newestBackup(folder: string): Promise<number | undefined> {
  const [name] = await backupNames(folder);
  return name === undefined ? undefined : timeOf(name);
}

/**
 * Deletes all backups except the newest `keep` ones, and returns the names of the deleted files. The backup `made` is
 * always kept, even if its time is too early because the system clock was wrong.
 */
export async function deleteOldBackups(folder: string, keep: number, made: string): Promise<readonly string[]> {
  const others = (await backupNames(folder)).filter((name) => name !== made);
  const old = others.slice(keep - 1);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}
