// Rights of other accounts to a file, as faults after "which". Systems without the users of POSIX have other rules, which are not
// looked at.
import type { Stats } from 'node:fs';

const hasOwners = process.geteuid !== undefined;

/** Fault of a file that belongs neither to root nor to the account of the process. */
export function ownerFault({ uid }: Stats): string | undefined {
  return !hasOwners || uid === 0 || uid === process.geteuid?.()
    ? undefined
    : `belongs to another account (user ${uid}): give it to root, or to the account that runs Tipstaff, with chown`;
}

/** Fault of a file that other accounts than its owner may change. */
export function writersFault(path: string, stats: Stats): string | undefined {
  return !hasOwners || (stats.mode & 0o022) === 0
    ? undefined
    : `other accounts may change (${shownMode(stats)}): run "chmod go-w ${path}"`;
}

/** Fault of a file with a secret. */
export function readersFault(path: string, stats: Stats): string | undefined {
  return !hasOwners || (stats.mode & 0o004) === 0
    ? undefined
    : `can be read by every account (${shownMode(stats)}): run "chmod o-r ${path}"`;
}

const shownMode = ({ mode }: Stats): string => `mode ${(mode & 0o7777).toString(8).padStart(4, '0')}`;
