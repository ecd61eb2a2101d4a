// A folder with the backups of one instance: their names, their age, and how many stay.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../terminal/command.ts';

const form = /^tipstaff-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** Name of a backup, with the time in UTC and to the second: names in order are times in order. */
export const backupName = (time: number): string =>
  `tipstaff-${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`;

const timeOf = (name: string): number => Date.parse(name.replace(form, '$1-$2-$3T$4:$5:$6Z'));

/** The names of the backups in a folder, the newest first. Whatever has another name, or is no file, is left alone. */
async function backupNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new UsageError(`The folder ${folder} is not there, or this account may not read it.`);
  });
  const names = entries.flatMap((entry) => (entry.isFile() && form.test(entry.name) ? [entry.name] : []));
  return names.sort().reverse();
}

/** Time of the newest backup in a folder; undefined where it has none. */
export async function newestBackup(folder: string): Promise<number | undefined> {
  const [name] = await backupNames(folder);
  return name === undefined ? undefined : timeOf(name);
}

/** Deletes all but the newest `keep` backups, and never the one that was just `made`, whatever the clock said; gives the deleted. */
export async function deleteOldBackups(folder: string, keep: number, made: string): Promise<readonly string[]> {
  const others = (await backupNames(folder)).filter((name) => name !== made);
  const old = others.slice(keep - 1);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}
