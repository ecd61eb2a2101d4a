// Writes policies into a folder. Afterwards the folder contains exactly these policies.
import { lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { randomText } from '../../lib/text/random-text.ts';
import { isDataFile, isManifest } from '../../protocols/archives/policy-file-names.ts';
import { CommandFailed } from '../terminal/command.ts';
import { unreadable } from '../terminal/file.ts';
import { type Files, listNames } from './service-folder.ts';

/** Paths of the written files, and of the files that were removed because they do not exist on the service. */
export interface Written {
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

/** Describes which files in a folder are managed. Existing managed files that are not written again are removed. */
export interface FolderForm {
  readonly isForced: boolean;
  /** Whether the file at a path is managed. */
  readonly isOwn: (path: string) => boolean;
  readonly words: { readonly contents: string; readonly verb: string };
}

/** Describes a policy folder: its managed files are policies, policy lists, tests and data. */
export const policyForm = (isForced: boolean): FolderForm => ({
  isForced,
  isOwn: isPolicyFile,
  words: { contents: 'other policies', verb: 'pull' },
});

/**
 * Writes the files into the folder and removes other managed files. Unmanaged files are left unchanged. Throws
 * `CommandFailed` if existing files would be replaced or removed but `isForced` is not set, or if a path is invalid or
 * leads out of the folder.
 */
export async function writeFolder(folder: string, files: Files, form: FolderForm): Promise<Written> {
  const present = await filesOfForm(folder, form);
  const texts = new Map<string, string>();
  for (const path of present) texts.set(path, await readFile(join(folder, path), 'utf8'));
  const removed = present.filter((path) => files[path] === undefined);
  const written = Object.keys(files).filter((path) => texts.get(path) !== files[path]);
  const replaced: string[] = [];
  for (const path of written) if (await isPlainFile(folder, path, form)) replaced.push(path);
  const lost = [...removed, ...replaced];
  if (lost.length > 0 && !form.isForced) throw new CommandFailed(refusal(folder, lost, form));
  for (const path of removed) await rm(join(folder, path));
  for (const path of written) await writeBeside(join(folder, path), files[path] ?? '');
  return { written, removed };
}

const refusal = (folder: string, lost: readonly string[], { words: { contents, verb } }: FolderForm): string =>
  `${folder} has ${contents} (${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ` and ${lost.length - 3} more` : ''}): ${verb} into another folder, or add --force to replace them.`;

/** Maximum length of a file name, and length of the suffix that is added for a temporary file. Both are in bytes. */
const [maxFileNameBytes, draftBytes] = [255, 9];
const maxNameBytes = maxFileNameBytes - draftBytes;

/** Throws `CommandFailed` if the path leads out of the folder or contains a name that is too long. */
function requireName(path: string, parts: readonly string[]): void {
  if (parts.some((part) => ['', '.', '..'].includes(part) || part.includes('\\'))) {
    throw new CommandFailed(`The service has a file at ${path}, which leads out of the folder: nothing was written.`);
  }
  if (parts.some((part) => Buffer.byteLength(part) > maxNameBytes)) {
    throw new CommandFailed(
      `The service has a file ${path.slice(0, 80)}… with a name of more than ${maxNameBytes} bytes, which is too long for a file name: nothing was written.`,
    );
  }
}

/**
 * Whether a file exists at the path. Throws `CommandFailed` if writing to it would follow a symbolic link or lead out
 * of the folder.
 */
async function isPlainFile(folder: string, path: string, form: FolderForm): Promise<boolean> {
  const parts = path.split('/');
  requireName(path, parts);
  for (const index of parts.keys()) {
    const place = join(folder, ...parts.slice(0, index + 1));
    const entry = await lstat(place).catch(() => undefined);
    if (entry === undefined) return false;
    const isLast = index === parts.length - 1;
    if (isLast ? !entry.isFile() : !entry.isDirectory()) {
      throw notPlain(place, isLast ? 'regular file' : 'folder', form);
    }
  }
  return true;
}

const notPlain = (place: string, kind: 'regular file' | 'folder', { words: { verb } }: FolderForm): CommandFailed =>
  new CommandFailed(`${place} is not a ${kind}: remove it, or ${verb} into another folder.`);

/**
 * Writes a temporary file and renames it to the path. A symbolic link at the path is thus replaced instead of followed.
 */
async function writeBeside(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomText(8)}`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Returns the managed files in a folder. The folder is created if it does not exist. */
async function filesOfForm(folder: string, form: FolderForm): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true }).catch(() => {
    throw new CommandFailed(`The folder ${folder} cannot be created: use another path.`);
  });
  return (await filesIn(folder, form)).filter(form.isOwn);
}

const isPolicyFile = (path: string): boolean =>
  listNames.includes(path) || isDataFile(path) || /\.(rego|sentinel)$/.test(path);

/**
 * Returns the managed files below a folder. Hidden files other than manifests are skipped. Throws `CommandFailed` for a
 * symbolic link that a check of the folder would follow.
 */
async function filesIn(root: string, form: FolderForm, folder = ''): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(join(root, folder), error);
  });
  const files: string[] = [];
  for (const entry of entries.filter(({ name }) => !name.startsWith('.') || isManifest(name))) {
    const path = posix.join(folder, entry.name);
    if (entry.isSymbolicLink()) await requireNoLink(join(root, path), form.isOwn(path), form);
    if (entry.isFile()) files.push(path);
    if (entry.isDirectory()) files.push(...(await filesIn(root, form, path)));
  }
  return files;
}

async function requireNoLink(link: string, isOwn: boolean, form: FolderForm): Promise<void> {
  const isFolder = (await stat(link).catch(() => undefined))?.isDirectory() ?? false;
  if (isFolder || isOwn) throw notPlain(link, isFolder ? 'folder' : 'regular file', form);
}
