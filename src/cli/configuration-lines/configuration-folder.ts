// Reads the blocks in the configuration files of a folder.
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { ConfigurationBlock } from '../../protocols/configuration/block.ts';
import { blocksIn, inLoadOrder, isConfigurationFile } from '../../protocols/configuration/files.ts';
import { plainFileText } from '../terminal/plain-file.ts';

/** Block of a configuration, and its file. */
export interface LocatedBlock extends ConfigurationBlock {
  /** Path relative to the current folder, with `/` as separator. */
  readonly file: string;
}

/** Blocks by `blockKey`. */
export type LocatedBlocks = ReadonlyMap<string, LocatedBlock>;

export const blockKey = (type: string, labels: readonly string[]): string => JSON.stringify([type, ...labels]);

/** Resolves the path of a file or folder before it is read. Undefined if it must not be read. */
export type ResolvePath = (path: string) => Promise<string | undefined>;

/**
 * Returns a function that reads the blocks of a folder's files. Files that cannot be read are ignored. Each folder is
 * read once.
 */
export function newFolderReader(resolvePath: ResolvePath): (folder: string) => Promise<LocatedBlocks> {
  const known = new Map<string, Promise<LocatedBlocks>>();
  return (folder) => {
    const blocks = known.get(folder) ?? readFolder(folder, resolvePath);
    known.set(folder, blocks);
    return blocks;
  };
}

/** Whether a folder contains a configuration of Terraform, OpenTofu or Terragrunt. */
export async function hasConfiguration(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.some((name) => isConfigurationFile(name) || name === 'terragrunt.hcl');
}

async function readFolder(folder: string, resolvePath: ResolvePath): Promise<LocatedBlocks> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const files = entries.filter(({ name }) => isConfigurationFile(name)).sort(byName);
  const blocks = new Map<string, LocatedBlock>();
  // One file is read at a time, because the operating system limits the number of open files.
  for (const { name } of inLoadOrder(files)) {
    for (const block of await readBlocks(join(folder, name), resolvePath)) {
      const key = blockKey(block.type, block.labels);
      const original = blocks.get(key) ?? block;
      // A block in an override file replaces attributes of the original block.
      blocks.set(key, { ...original, source: block.source ?? original.source });
    }
  }
  return blocks;
}

const byName = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1);

/** Returns the blocks of a file in their order. Returns none if the file cannot be read. */
export async function readBlocks(path: string, resolvePath: ResolvePath): Promise<readonly LocatedBlock[]> {
  const resolved = await resolvePath(path);
  if (resolved === undefined) return [];
  const text = await plainFileText(resolved).catch(() => '');
  const file = shownPath(resolved);
  return blocksIn(path, text).map((block) => ({ ...block, file }));
}

/** Returns a path relative to the current folder, with `/` as separator. */
export const shownPath = (path: string): string => relative(process.cwd(), resolve(path)).split(sep).join('/') || path;
