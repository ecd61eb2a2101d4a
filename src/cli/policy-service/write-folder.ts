// Writes policies into a folder, so that it has these and no others.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandFailed } from '../command.ts';
import { filesIn } from '../policy-folder/policy-folder.ts';
import { type Files, listNames } from './service-folder.ts';

/** What was written, and removed since the service does not have it; by path in the folder. */
export interface Written {
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

/** Throws `CommandFailed` where the folder has other policies, unless `isForced`. Files that are no policies stay. */
export async function writeFolder(folder: string, files: Files, isForced: boolean): Promise<Written> {
  const present = await policyFilesIn(folder);
  const texts = new Map<string, string>();
  for (const path of present) texts.set(path, await readFile(join(folder, path), 'utf8'));
  const removed = present.filter((path) => files[path] === undefined);
  const written = Object.keys(files).filter((path) => texts.get(path) !== files[path]);
  const lost = [...removed, ...written.filter((path) => texts.has(path))];
  if (lost.length > 0 && !isForced) throw new CommandFailed(refusal(folder, lost));
  for (const path of removed) await rm(join(folder, path));
  for (const path of written) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), files[path] ?? '');
  }
  return { written, removed };
}

const refusal = (folder: string, lost: readonly string[]): string =>
  `${folder} has other policies (${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ` and ${lost.length - 3} more` : ''}): pull into another folder, or add --force to replace them.`;

/** The files of a folder that belong to policies; none where there is no folder. */
async function policyFilesIn(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true }).catch(() => {
    throw new CommandFailed(`${folder} is no folder that can be made.`);
  });
  const isPolicyFile = (path: string) => listNames.includes(path) || /\.(rego|sentinel)$/.test(path);
  return (await filesIn(folder)).filter(isPolicyFile);
}
