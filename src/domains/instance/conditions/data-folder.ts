// Checks the data folder. A file is written and removed immediately to test the disk.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../../config.ts';
import { openSpool } from '../../../effects/spool.ts';

const forOthers = 0o077;

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code'));

/** Error code of the operating system, such as `EACCES`, if the folder cannot be written to. Undefined if it can. */
const refusalOf = (path: string): Promise<string | undefined> =>
  access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(() => undefined, codeOf);

/** Like `refusalOf`, but writes a temporary file, because a failed disk can be detected only by writing. */
const refusalOfFile = async (path: string): Promise<string | undefined> => {
  try {
    await (await openSpool(path)).close();
    return undefined;
  } catch (error) {
    return codeOf(error instanceof Error ? error.cause : error);
  }
};

const adviceOn: Readonly<Record<string, string>> = {
  EROFS: 'The disk is read-only. Check the system log for disk errors, and mount the disk as writable.',
  ENOSPC: 'The disk is full. Free some space.',
};

const nearestFolder = async (path: string): Promise<string> => {
  const info = await stat(path).catch(() => undefined);
  return info !== undefined || dirname(path) === path ? path : nearestFolder(dirname(path));
};

/** State of the data folder: either a fault with advice, or a description. */
type FolderState =
  | { readonly fault: string; readonly state?: never }
  | { readonly fault?: never; readonly state: string };

const missingFolder = async (dataDir: string): Promise<FolderState> => {
  const above = await nearestFolder(dataDir);
  const canBeMade = (await stat(above)).isDirectory() && (await refusalOf(above)) === undefined;
  return canBeMade
    ? { state: `${dataDir} will be created at the first start.` }
    : { fault: `${dataDir} cannot be created in ${above}: set TIPSTAFF_DATA_DIR to a folder that can be created.` };
};

const permissionsOf = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');

/** Checks that the data folder exists, can be written to, and is accessible only by its owner. */
export const folderState = async ({ dataDir }: Config): Promise<FolderState> => {
  const info = await stat(dataDir).catch(() => undefined);
  if (info === undefined) return missingFolder(dataDir);
  if (!info.isDirectory()) return { fault: `${dataDir} is not a folder: set TIPSTAFF_DATA_DIR to a folder.` };
  const refusal = (await refusalOf(dataDir)) ?? (await refusalOfFile(dataDir));
  if (refusal !== undefined) {
    const advice = adviceOn[refusal] ?? 'Make the account that runs Tipstaff the owner of the folder.';
    return { fault: `${dataDir} cannot be written to (${refusal}). ${advice}` };
  }
  if ((info.mode & forOthers) !== 0 && process.platform !== 'win32') {
    const mode = permissionsOf(info.mode);
    return { fault: `${dataDir} is open to other accounts (mode ${mode}): run chmod 0700 ${dataDir}.` };
  }
  return { state: `${dataDir} is writable only by its owner.` };
};
