// Terraform files as JSON, by the parser that the command line itself is built on.
import { createRequire } from 'node:module';
import { visible } from '../../lib/text.ts';
import { quoted } from './entry-paths.ts';
import type { SourceFile } from './module-files.ts';
import { RefusedArchive } from './refused-archive.ts';

/** What blocks and attributes become: the JSON form of the language, where a block's body is a list of objects. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

interface Parser {
  readonly parse: (name: string, text: string) => Promise<Json>;
}

// NOTE: its types would bring those of a browser into the whole program.
const loaded = (): Parser => createRequire(import.meta.url)('@cdktn/hcl2json');

/** Started once, which takes some tenths of a second. When it fails, it would write pages about itself to the log. */
const started = async (): Promise<Parser> => {
  const parser = loaded();
  await parser.parse('', '');
  const writeSync = (_: number, bytes: Uint8Array): number => bytes.length;
  Reflect.set(globalThis, 'fs', { ...Reflect.get(globalThis, 'fs'), writeSync });
  return parser;
};

let parser: Promise<Parser> | undefined;

const hclOf = async (name: string, text: string): Promise<Json> => {
  parser ??= started();
  return (await parser).parse(name, text);
};

const reasonOf = (error: unknown): string => {
  if (error instanceof RangeError) return 'it is nested too deeply';
  const text = error instanceof Error ? error.message : 'it is no text of the language';
  return visible(text.replace(/^parse config: \[/, '').replace(/\]$/, '')).slice(0, 500);
};

/** Throws `RefusedArchive` with file, line and the parser's words where the text is not of the language. */
export const parseSource = async ({ name, text }: SourceFile): Promise<Json> => {
  try {
    const content: Json = name.endsWith('.json') ? JSON.parse(text) : await hclOf(name, text);
    if (typeof content !== 'object' || content === null) throw new Error('it holds no object');
    return content;
  } catch (error) {
    throw new RefusedArchive(`Terraform cannot read ${quoted(name)}: ${reasonOf(error)}`);
  }
};
