// Reads the files in a policy folder or in a bundle created by `opa build`.
import { realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import type { Modules } from '../../effects/policy-engine/policy-code.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import { withFullStop } from '../../lib/text/text.ts';
import { bundleLimits } from '../../protocols/archives/archive-limits.ts';
import {
  type DataDocument,
  dataFault,
  documentOf,
  isCodeFile,
  isDataFile,
  isOtherDocument,
  listNames,
  scalrListName,
} from '../../protocols/archives/policy-file-names.ts';
import { readPolicyFiles } from '../../protocols/archives/policy-files.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import { NotChecked } from '../terminal/command.ts';
import { bytesIn, unreadable, utf8In } from '../terminal/file.ts';
import { maxFileSize, plainFileText } from '../terminal/plain-file.ts';
import { extraData } from './extra-data.ts';
import { findFiles, type PolicySourceFile } from './source-files.ts';

/** A policy list. `name` is its file name in the folder. */
export interface ListFile {
  readonly name: string;
  readonly text: string;
}

export interface FolderFiles {
  readonly path: string;
  /** Policy lists in the folder. */
  readonly lists: readonly ListFile[];
  /** Contents of all `.rego` files, including tests, by path relative to the folder. */
  readonly sources: Modules;
  /** Data documents from the folder and from `--data`, with paths relative to the folder. */
  readonly data: readonly DataDocument[];
  /** Paths of JSON and YAML files that are not data documents. */
  readonly otherDocuments: readonly string[];
}

/**
 * Reads a folder or bundle, and additional data. If a file cannot be read or is too large, throws `NotChecked` with the
 * file's path.
 */
export async function readFolderFiles(path: string, dataPaths: readonly string[] = []): Promise<FolderFiles> {
  const files = (await isBundle(path)) ? await readBundle(path) : await readFolder(path);
  const own = new Set(await placesOf(path, [...files.lists.map(({ name }) => documentOf(name, '')), ...files.data]));
  const others = (await extraData(dataPaths)).map((each) => ({ ...each, file: relative(path, each.file) }));
  const places = await placesOf(path, others);
  const added = others.filter((_, index) => !own.has(places[index] ?? ''));
  return { ...files, data: [...files.data, ...added] };
}

/**
 * Returns a key for each document, made from its real path and its path in `data`. Documents with equal keys are
 * duplicates, which occur if `--data` names the policy folder itself or one of its parent folders.
 */
const placesOf = (folder: string, documents: readonly DataDocument[]): Promise<readonly string[]> =>
  Promise.all(
    documents.map(async ({ file, at }) => {
      const place = join(folder, file);
      return JSON.stringify([await realpath(place).catch(() => place), at]);
    }),
  );

export async function isBundle(path: string): Promise<boolean> {
  if (!/\.(tar\.gz|tgz)$/.test(path)) return false;
  const entry = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  return entry.isFile();
}

/** Maximum total size of all code files, in bytes. */
const maxCodeSize = 64 * 1024 ** 2;

async function readFolder(path: string): Promise<FolderFiles> {
  const reads = (file: string) => isCodeFile(file) || isDataFile(file);
  const { files, named } = await findFiles(path, { reads, names: isOtherDocument });
  const [code, data] = [files.filter((file) => isCodeFile(file.path)), files.filter((file) => isDataFile(file.path))];
  requireCodeWithin(path, code);
  const fault = dataFault(data);
  if (fault !== undefined) throw new NotChecked(`${path}: ${fault}`);
  return {
    path,
    lists: await listsIn(path),
    sources: Object.fromEntries(await textsOf(path, code)),
    data: (await textsOf(path, data)).map(([file, text]) => documentOf(file, text)),
    otherDocuments: named,
  };
}

function requireCodeWithin(folder: string, files: readonly PolicySourceFile[]): void {
  const large = files.find(({ size }) => size > maxFileSize);
  if (large !== undefined) throw new NotChecked(`${join(folder, large.path)} is larger than 10 MiB.`);
  if (files.reduce((sum, { size }) => sum + size, 0) > maxCodeSize)
    throw new NotChecked(`The .rego files in ${folder} have more than 64 MiB in total.`);
}

async function textsOf(
  folder: string,
  files: readonly PolicySourceFile[],
): Promise<readonly (readonly [string, string])[]> {
  const texts: (readonly [string, string])[] = [];
  for (const { path } of files) texts.push([path, await utf8In(join(folder, path))]);
  return texts;
}

const allListNames = [...listNames, scalrListName];

/**
 * Ignores a Scalr list if the folder contains another list. A folder can contain both a Scalr list and the list that
 * was generated from it.
 */
function countedLists(lists: readonly ListFile[]): readonly ListFile[] {
  const others = lists.filter(({ name }) => name !== scalrListName);
  return others.length === 0 ? lists : others;
}

async function listsIn(folder: string): Promise<readonly ListFile[]> {
  const lists = await Promise.all(allListNames.map(async (name) => ({ name, text: await textIn(join(folder, name)) })));
  return countedLists(lists.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }])));
}

async function textIn(path: string): Promise<string | undefined> {
  try {
    return await plainFileText(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error instanceof NotChecked ? error : unreadable(path, error);
  }
}

async function readBundle(path: string): Promise<FolderFiles> {
  const useOf = (file: string) => {
    if (allListNames.includes(file)) return 'list';
    if (isCodeFile(file)) return 'code';
    return isDataFile(file) ? 'data' : undefined;
  };
  const form = { folder: [], useOf, reads: ['list', 'code', 'data'], followsLinks: true } as const;
  const packed = Readable.from([await bytesIn(path)], { objectMode: false });
  const { files, texts } = await readPolicyFiles(packed, bundleLimits, form).catch((error: unknown) => {
    throw error instanceof RefusedArchive ? new NotChecked(withFullStop(`${path}: ${error.message}`)) : error;
  });
  const of = (use: 'list' | 'code' | 'data') =>
    files.filter((file) => file.use === use).map((file) => [file.path, texts[file.path] ?? ''] as const);
  return {
    path,
    lists: countedLists(of('list').map(([name, text]) => ({ name, text }))),
    sources: Object.fromEntries(of('code')),
    data: of('data').map(([file, text]) => documentOf(file, text)),
    otherDocuments: files.map((file) => file.path).filter(isOtherDocument),
  };
}
