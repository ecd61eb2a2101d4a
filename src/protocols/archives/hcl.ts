// Files in the language of Terraform as JSON, by the parser that its command line itself is built on.
import { createRequire } from 'node:module';
import { visible } from '../../lib/text.ts';
import { quoted } from './entry-paths.ts';
import type { SourceFile } from './module-files.ts';
import { RefusedArchive } from './refused-archive.ts';

/** What blocks and attributes become: the JSON form of the language, where a block's body is a list of objects. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Throws `RefusedArchive` with file, line and the parser's words where the text is not valid in the language. */
export type ParseSource = (source: SourceFile) => Promise<Json>;

/**
 * Makes a parser, which starts with the first file that needs it: that takes some tenths of a second. Messages name who
 * could not read the file.
 */
export function newSourceParser(reader = 'Terraform'): ParseSource {
  let parser: Promise<Parser> | undefined;
  const hclOf = async (name: string, text: string): Promise<Json> => {
    parser ??= startParser();
    return (await parser).parse(name, text);
  };
  return async ({ name, text }) => {
    try {
      const content: Json = name.endsWith('.json') ? JSON.parse(text) : await hclOf(name, text);
      if (typeof content !== 'object' || content === null) throw new Error('it has no object');
      return content;
    } catch (error) {
      throw new RefusedArchive(`${reader} cannot read ${quoted(name)}: ${reasonOf(error)}`);
    }
  };
}

interface Parser {
  readonly parse: (name: string, text: string) => Promise<Json>;
}

async function startParser(): Promise<Parser> {
  // NOTE: loaded without its types, which would bring those of a browser into the whole program.
  const parser: Parser = createRequire(import.meta.url)('@cdktn/hcl2json');
  await parser.parse('', '');
  // When the parser fails, it would write pages of its own state to the log.
  const writeSync = (_: number, bytes: Uint8Array): number => bytes.length;
  Reflect.set(globalThis, 'fs', { ...Reflect.get(globalThis, 'fs'), writeSync });
  return parser;
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply';
  const text = error instanceof Error ? error.message : 'it is not written in the language';
  return visible(text.replace(/^parse config: \[/, '').replace(/\]$/, '')).slice(0, 500);
}
