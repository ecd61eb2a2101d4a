// Reads the input of a module check. The input is a plan in JSON, a module list, a modules.json file, or a folder in
// which `init` has run.
import { stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { type ModuleList, readModuleList } from '../../protocols/module-lists/module-list.ts';
import { NotChecked, type Terminal } from '../terminal/command.ts';
import { contentOf } from '../terminal/file.ts';
import { parsedJson } from '../terminal/input.ts';
import { plainFileText } from '../terminal/plain-file.ts';

/** A module list and the file that it was read from. */
export interface ModuleSource extends ModuleList {
  /** Path of the file that was read; `-` for standard input. */
  readonly file: string;
  /** Path of the root module's folder. */
  readonly folder: string;
  /**
   * Folders of the called modules relative to the root module's folder, by path of module calls, such as `network.vpc`.
   * Empty for plans and module lists.
   */
  readonly folders: ReadonlyMap<string, string>;
}

/**
 * Reads a module list from a file, a folder, or standard input (`-`). Throws `NotChecked` if the input is not valid.
 */
export async function readModuleSource(terminal: Terminal, path: string): Promise<ModuleSource> {
  const file = path !== '-' && (await isFolder(path)) ? join(path, installedList) : path;
  const value = parsedJson(await contentsOf(terminal, file));
  const list = readModuleList(value);
  if (list === undefined) {
    throw new NotChecked(`${file} is not a plan in JSON ("show -json" writes one), a list of modules or modules.json.`);
  }
  return { ...list, file, folder: folderOf(file), folders: foldersIn(value) };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

const installedList = join('.terraform', 'modules', 'modules.json');

async function contentsOf(terminal: Terminal, path: string): Promise<string> {
  if (!path.endsWith(installedList)) return contentOf(terminal, path);
  return plainFileText(path).catch((error: unknown) => {
    if (error instanceof NotChecked) throw error;
    throw new NotChecked(
      `There is no ${path}: run "init" in the folder first, so that the modules in use are recorded.`,
    );
  });
}

function folderOf(path: string): string {
  const whole = resolve(path === '-' ? 'stdin' : path);
  return whole.endsWith(sep + installedList) ? whole.slice(0, -installedList.length - 1) : dirname(whole);
}

function foldersIn(value: unknown): ReadonlyMap<string, string> {
  const modules: unknown = Reflect.get(Object(value), 'Modules');
  const pairs = (Array.isArray(modules) ? modules : []).map((each) => {
    const { Key: key, Dir: dir } = Object(each);
    return [String(key ?? ''), String(dir ?? '')] as const;
  });
  return new Map(pairs);
}
