// Policy folders with a plan, and the command that checks the plan.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tipstaff } from './command.ts';
import { temporaryFolder } from './temporary.ts';

/** Text of each file by path. */
export type Files = Readonly<Record<string, string>>;

/** Plan with one resource change. */
export const plan = JSON.stringify({ format_version: '1.2', resource_changes: [{ address: 'a.b' }] });
export const entry = (name: string, level = 'mandatory'): string =>
  `  - name: ${name}\n    query: data.${name}.deny\n    enforcement-level: ${level}\n`;
export const listOf = (...entries: readonly string[]): string => `policies:\n${entries.join('')}`;
export const rules = (name: string, rule: string): Files => ({ [`${name}.rego`]: `package ${name}\n\n${rule}\n` });

export const folderWith = async (files: Files) => {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries({ 'plan.json': plan, ...files })) {
    const path = join(folder.path, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return folder;
};

/** Returns the contents of all files in a folder by relative path. */
export const textsIn = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return Object.fromEntries(paths.map((path, index) => [path.slice(folder.length + 1), texts[index] ?? '']));
};

/** Runs a check in a folder. Returns its output without the folder's path. */
export const checkIn = async (folder: string, ...words: readonly string[]) => {
  const { code, stdout, stderr, json } = await tipstaff([
    'check',
    join(folder, 'plan.json'),
    '--dir',
    folder,
    ...words,
  ]);
  const plain = (text: string): string => text.replaceAll(`${folder}/`, '');
  return { code, stdout: plain(stdout), stderr: plain(stderr), json };
};

export const check = async (files: Files, ...words: readonly string[]) => {
  await using folder = await folderWith(files);
  return await checkIn(folder.path, ...words);
};
