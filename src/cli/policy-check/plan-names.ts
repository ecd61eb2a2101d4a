// Expands glob patterns in file arguments, because some shells and pipelines do not expand them.
import { access, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { NotChecked } from '../terminal/command.ts';
import { unreadable } from '../terminal/file.ts';

/**
 * Returns the files in the order of the arguments, without duplicates. Matches of a pattern are sorted by name. Throws
 * `NotChecked` if a pattern matches no file.
 */
export async function namedFiles(words: readonly string[]): Promise<readonly string[]> {
  const names: string[] = [];
  for (const word of words) names.push(...((await isPattern(word)) ? await matching(word) : [word]));
  return [...new Set(names)];
}

/** Whether the argument is a glob pattern. If a file with exactly this name exists, the argument is not a pattern. */
const isPattern = async (word: string): Promise<boolean> =>
  /[*?]/.test(word) &&
  !(await access(word).then(
    () => true,
    () => false,
  ));

async function matching(pattern: string): Promise<readonly string[]> {
  const [first = '', ...rest] = pattern.split('/');
  const paths = first === '' ? await below('/', rest) : await below('', [first, ...rest]);
  if (paths.length === 0) throw new NotChecked(`No file matches ${pattern}.`);
  return paths;
}

/**
 * Returns the paths below a folder that match the segments of a pattern. Hidden files match only if the pattern segment
 * begins with a dot.
 */
async function below(folder: string, [part, ...rest]: readonly string[]): Promise<readonly string[]> {
  if (part === undefined) return [];
  if (part === '**') return [...(await below(folder, rest)), ...(await deeper(folder, [part, ...rest]))];
  if (!/[*?]/.test(part))
    return rest.length === 0 ? existing(posix.join(folder, part)) : below(join(folder, part), rest);
  const form = formOf(part);
  const matches = (await entriesOf(folder)).filter(({ name }) => form.test(name));
  const paths: string[] = [];
  for (const { name, isFolder } of matches) {
    if (rest.length === 0 && !isFolder) paths.push(posix.join(folder, name));
    if (rest.length > 0 && isFolder) paths.push(...(await below(posix.join(folder, name), rest)));
  }
  return paths;
}

async function deeper(folder: string, parts: readonly string[]): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { name, isFolder } of await entriesOf(folder)) {
    if (isFolder && !name.startsWith('.')) paths.push(...(await below(posix.join(folder, name), parts)));
  }
  return paths;
}

const existing = (path: string): Promise<readonly string[]> =>
  access(path).then(
    () => [path],
    () => [],
  );

/**
 * Returns the entries of a folder sorted by name. Returns none if the folder does not exist. Symbolic links to folders
 * are not followed, to avoid cycles.
 */
async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder === '' ? '.' : folder, { withFileTypes: true });
    return entries
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(Reflect.get(Object(error), 'code'))) return [];
    throw unreadable(folder, error);
  }
}

function formOf(part: string): RegExp {
  const body = part
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${part.startsWith('.') ? '' : '(?!\\.)'}${body}$`);
}
