// Locates module calls by file and line in a Terraform configuration.
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Mention } from '../../protocols/module-lists/module-list.ts';
import { plainFileText } from '../terminal/plain-file.ts';
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
  const callsIn = remembering(callsInFolder);
  const itself = { file: source.file === '-' ? 'stdin' : shownPath(source.file), line: 1 };
  return async ({ name }) => {
    if (name === '') return { name, ...itself };
    const { folder, call } = ownCall(source.folders, name);
    const calls = (await callsIn(join(source.folder, folder))).get(call);
    return { name: addressOf(name), ...(calls ?? itself) };
  };
}

function remembering(read: (folder: string) => Promise<Calls>) {
  const known = new Map<string, Promise<Calls>>();
  return (folder: string): Promise<Calls> => {
    const calls = known.get(folder) ?? read(folder);
    known.set(folder, calls);
    return calls;
  };
}

type Calls = ReadonlyMap<string, Omit<ModuleCallSite, 'name'>>;

/** Returns the module calls in a folder's files. The result is empty if the folder cannot be read. */
async function callsInFolder(folder: string): Promise<Calls> {
  const names = await readdir(folder).catch((): string[] => []);
  const files = names.filter((name) => /\.(tf|tofu)$/.test(name)).sort();
  const calls = await Promise.all(files.map((name) => callsInFile(join(folder, name)).catch((): Calls => new Map())));
  return new Map(calls.flatMap((each) => [...each]));
}

async function callsInFile(path: string): Promise<Calls> {
  const lines = (await plainFileText(path)).split('\n');
  const calls = lines.flatMap((text, index) => {
    const [, name] = /^\s*module\s+"([^"]+)"/.exec(text) ?? [];
    return name === undefined ? [] : [[name, { file: shownPath(path), line: index + 1 }] as const];
  });
  return new Map(calls);
}

const shownPath = (path: string): string => relative(process.cwd(), resolve(path)).split(sep).join('/') || path;

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
