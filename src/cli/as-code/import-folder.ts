// Imports policy folders as policy sets. Each set contains the policies that the folder's policy list names.
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { readPolicyFolder } from '../policy-folder/policy-folder.ts';
import { listNames } from '../policy-service/service-folder.ts';
import { NotChecked } from '../terminal/command.ts';
import { unreadable } from '../terminal/file.ts';
import type { Imported } from './import-instance.ts';
import { type DeclaredRecord, type LeftOut, placeNamed } from './model.ts';
import { filesIn } from './read-folder.ts';

/** Imports the folder itself if it contains a policy list. Otherwise imports each subfolder that contains one. */
export async function declaredInFolder(folder: string, organization: string): Promise<Imported> {
  const folders = (await hasList(folder)) ? [folder] : await foldersIn(folder);
  const leftOut: LeftOut[] = [];
  const records: DeclaredRecord[] = [];
  for (const each of folders) {
    const set = await setIn(each, organization);
    if ('reason' in set) leftOut.push(set);
    else records.push(set);
  }
  if (folders.length === 0)
    throw new NotChecked(
      `Neither ${folder} nor any of its subfolders contains policies.hcl: name a folder with policy sets.`,
    );
  const parent: DeclaredRecord = { kind: 'organization', path: [organization], values: {}, place: placeNamed(folder) };
  return {
    folder: { records: [parent, ...records], lists: new Set(), organizations: [organization], hasSite: false },
    leftOut,
  };
}

async function hasList(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  return names.some((name) => listNames.includes(name));
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const paths = (await readdir(folder)).filter((name) => !name.startsWith('.')).map((name) => join(folder, name));
  const folders: string[] = [];
  for (const path of paths.sort()) if ((await stat(path)).isDirectory() && (await hasList(path))) folders.push(path);
  return folders;
}

/** Returns the policy set of a folder, or the reason why it cannot be imported. */
async function setIn(folder: string, organization: string): Promise<DeclaredRecord | LeftOut> {
  const name = basename(resolve(folder));
  const what = `the policy set in ${folder}`;
  if (!/^[A-Za-z0-9_-]{1,255}$/.test(name)) {
    return { what, reason: 'the name of the folder contains characters other than letters, digits, - and _' };
  }
  const inSentinel = 'its policies are written in Sentinel, which Tipstaff does not evaluate';
  if ((await readdir(folder)).includes('sentinel.hcl')) return { what, reason: inSentinel };
  try {
    const { policies } = await readPolicyFolder(folder);
    if (policies.some(({ kind }) => kind === 'native')) return { what, reason: inSentinel };
    const values = { kind: 'opa', files: await filesIn(folder) };
    return { kind: 'policy-set', path: [organization, name], values, place: placeNamed(folder) };
  } catch (error) {
    if (!(error instanceof NotChecked)) throw error;
    return { what, reason: error.problems.map(({ detail }) => detail.replace(/\.$/, '')).join('; ') };
  }
}
