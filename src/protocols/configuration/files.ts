import type { ConfigurationBlock } from './block.ts';
import { hclBlocks } from './hcl-blocks.ts';
import { jsonBlocks } from './json-blocks.ts';

/** Whether Terraform and OpenTofu read a file with this name. Hidden files and editor backups are ignored. */
export const isConfigurationFile = (name: string): boolean => /\.(tf|tofu)(\.json)?$/.test(name) && !/^[.#]/.test(name);

/**
 * Returns the files that OpenTofu reads, in the order in which it loads them. Override files are last, because they
 * replace attributes of the other files. A `.tf` file is left out if a `.tofu` file has the same name. Terraform would
 * read the `.tf` file instead.
 */
export function inLoadOrder<File extends { readonly name: string }>(files: readonly File[]): readonly File[] {
  const names = new Set(files.map(({ name }) => name));
  const read = files.filter(({ name }) => {
    const other = name.replace(/\.tf(\.json)?$/, '.tofu$1');
    return other === name || !names.has(other);
  });
  return [...read.filter((file) => !isOverride(file)), ...read.filter(isOverride)];
}

const isOverride = ({ name }: { readonly name: string }): boolean =>
  /^(.*[_/])?override\.(tf|tofu)(\.json)?$/.test(name);

/** Returns the top-level blocks of a configuration file. */
export const blocksIn = (name: string, text: string): readonly ConfigurationBlock[] =>
  name.endsWith('.json') ? jsonBlocks(text) : hclBlocks(text);
