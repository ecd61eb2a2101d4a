// Locates module calls by file and line in a Terraform configuration.
import { join } from 'node:path';
import type { Mention } from '../../protocols/module-lists/module-list.ts';
import { blockKey, newFolderReader, shownPath } from '../configuration-lines/configuration-folder.ts';
import type { ModuleSource } from './module-source.ts';

export interface ModuleCallSite {
  /** Address of the module call, such as `module.network.module.vpc`; empty if it is unknown. */
  readonly name: string;
  /** Path relative to the current folder, with `/` as separator. */
  readonly file: string;
  readonly line: number;
}

/**
 * Returns a function that returns the location of a module call. If no file contains the call, the location is the file
 * with the module list.
 */
export function placesOf(source: ModuleSource): (mention: Mention) => Promise<ModuleCallSite> {
  const readFolder = newFolderReader((path) => Promise.resolve(path));
  const itself = { file: source.file === '-' ? 'stdin' : shownPath(source.file), line: 1 };
  return async ({ name }) => {
    if (name === '') return { name, ...itself };
    const { folder, call } = ownCall(source.folders, name);
    const block = (await readFolder(join(source.folder, folder))).get(blockKey('module', [call]));
    const { file, line } = block ?? itself;
    return { name: addressOf(name), file, line };
  };
}

/**
 * Splits a path of module calls at the last call that is not in a downloaded module. Returns the folder that contains
 * this call, and the name of the call.
 */
function ownCall(folders: ModuleSource['folders'], name: string): { readonly folder: string; readonly call: string } {
  let rest = name;
  for (let end = rest.lastIndexOf('.'); end !== -1; end = rest.lastIndexOf('.')) {
    const folder = folders.get(rest.slice(0, end));
    if (folder !== undefined && !isFetched(folder)) return { folder, call: rest.slice(end + 1) };
    rest = rest.slice(0, end);
  }
  return { folder: '.', call: rest };
}

/** Whether the folder belongs to a module that `init` downloaded. The files of such a module are not edited by hand. */
const isFetched = (folder: string): boolean => folder.split(/[\\/]/).includes('.terraform');

const addressOf = (name: string): string =>
  name
    .split('.')
    .map((call) => `module.${call}`)
    .join('.');
