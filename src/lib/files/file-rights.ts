// Checks whether other accounts can change or read a file. If they can, each function returns sentences that follow the
// path in a message. Otherwise, it returns undefined. On systems without POSIX users, nothing is checked.
import type { Stats } from 'node:fs';

const hasOwners = process.geteuid !== undefined;

/** Checks that a file belongs to root or to the account of the process. */
export function ownerFault({ uid }: Stats): string | undefined {
  return !hasOwners || uid === 0 || uid === process.geteuid?.()
    ? undefined
    : `the file belongs to another account (user ${uid}). Use chown to give the file to root, or to the account that runs Tipstaff`;
}

/** Checks that only the owner of a file can change it. */
export function writersFault(path: string, stats: Stats): string | undefined {
  return !hasOwners || (stats.mode & 0o022) === 0
    ? undefined
    : `other accounts can change the file (${shownMode(stats)}). Run "chmod go-w ${path}"`;
}

/** Checks that other accounts cannot read a file that contains a secret. */
export function readersFault(path: string, stats: Stats): string | undefined {
  return !hasOwners || (stats.mode & 0o004) === 0
    ? undefined
    : `every account can read the file (${shownMode(stats)}). Run "chmod o-r ${path}"`;
}

const shownMode = ({ mode }: Stats): string => `mode ${(mode & 0o7777).toString(8).padStart(4, '0')}`;
