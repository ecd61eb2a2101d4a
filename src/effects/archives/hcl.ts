// Terraform files as JSON, by the parser that the command line itself is built on.
import { createRequire } from 'node:module';
import { quoted } from './entry-paths.ts';
import type { SourceFile } from './module-files.ts';
import { RefusedArchive } from './refused-archive.ts';

/** What blocks and attributes become: the JSON form of the language, where a block's body is a list of objects. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

interface Parser {
  readonly parse: (name: string, text: string) => Promise<Json>;
}

// NOTE: its types would bring those of a browser into the whole program; and it takes 200 ms to start.
const parser = (): Parser => createRequire(import.meta.url)('@cdktn/hcl2json');

const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : 'it cannot be read';
  return text
    .replace(/^parse config: \[/, '')
    .replace(/\]$/, '')
    .slice(0, 500);
};

/** Throws `RefusedArchive` with file, line and the parser's words where the text is not of the language. */
export const parseSource = async ({ name, text }: SourceFile): Promise<Json> => {
  try {
    return name.endsWith('.json') ? JSON.parse(text) : await parser().parse(name, text);
  } catch (error) {
    throw new RefusedArchive(`Terraform cannot read ${quoted(name)}: ${reasonOf(error)}`);
  }
};
