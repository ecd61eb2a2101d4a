// Parses HCL files to JSON, with the same parser that Terraform uses.
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readPackageFile } from '../../kernel/program-files.ts';
import { visible } from '../../lib/text/text.ts';
import { quoted } from './entry-paths.ts';
import type { SourceFile } from './module-files.ts';
import { RefusedArchive } from './refused-archive.ts';

// NOTE: loaded without its types, which would add browser globals to the whole program.
const require = createRequire(import.meta.url);

/** Blocks and attributes in the JSON form of HCL, in which the body of a block is a list of objects. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * Parses an HCL file. Throws `RefusedArchive` if the text is invalid. The message contains the file, the line and the
 * parser's reason.
 */
export type ParseSource = (source: SourceFile) => Promise<Json>;

/**
 * Creates a function that parses files. The parser is started for the first HCL file, which takes a tenth of a second.
 * Messages about an invalid file say that `reader` cannot read it.
 */
export function newSourceParser(reader = 'Terraform'): ParseSource {
  const hclOf = async (name: string, text: string): Promise<Json> => {
    thread.parser ??= startParser();
    return (await thread.parser).parse(name, text);
  };
  return async ({ name, text }) => {
    try {
      const content: Json = name.endsWith('.json') ? JSON.parse(text) : await hclOf(name, text);
      if (typeof content !== 'object' || content === null) throw new Error('the file does not contain a JSON object');
      return content;
    } catch (error) {
      const program = /\.tofu(\.json)?$/.test(name) ? 'OpenTofu' : reader;
      throw new RefusedArchive(`${program} cannot read ${quoted(name)}: ${reasonOf(error)}`);
    }
  };
}

/**
 * Compiles the parser's WebAssembly program once per process. Worker threads receive the program through
 * `provideParserProgram`.
 */
export function parserProgram(): Promise<WebAssembly.Module> {
  thread.program ??= compileProgram().catch((error: unknown) => {
    thread.program = undefined;
    throw error;
  });
  return thread.program;
}

/** Makes this thread use a parser program that another thread has compiled. */
export function provideParserProgram(program: WebAssembly.Module): void {
  thread.program = Promise.resolve(program);
}

interface Parser {
  readonly parse: (name: string, text: string) => Promise<Json>;
}

/** Compiled program and started parser of this thread. */
const thread: { program?: Promise<WebAssembly.Module> | undefined; parser?: Promise<Parser> } = {};

const gunzipped = promisify(gunzip);

async function compileProgram(): Promise<WebAssembly.Module> {
  return await WebAssembly.compile(await gunzipped(readPackageFile('@cdktn/hcl2json/main.wasm.gz')));
}

/** Runtime for Go programs in WebAssembly, as Go provides it. */
interface GoRuntime {
  readonly importObject: Readonly<Record<string, WebAssembly.ModuleImports>>;
  readonly run: (instance: WebAssembly.Instance) => Promise<void>;
}

type Answered = (problem: string | null, json: string) => void;

// NOTE: the package's own start function compiles the program for each thread, which takes longer than parsing most
// files.
async function startParser(): Promise<Parser> {
  const program = await parserProgram();
  require('@cdktn/hcl2json/wasm/bridge_wasm_exec.js');
  const Go: new () => GoRuntime = Reflect.get(globalThis, 'Go');
  const go = new Go();
  const functions: { parse?: (name: string, text: string, answered: Answered) => void } = {};
  Reflect.set(globalThis, '__parse_terraform_config_wasm__', functions);
  // The parser's output is discarded, because a crash would print pages of internal state.
  const writeSync = (_: number, bytes: Uint8Array): number => bytes.length;
  Reflect.set(globalThis, 'fs', { ...Reflect.get(globalThis, 'fs'), writeSync });
  void go.run(new WebAssembly.Instance(program, go.importObject));
  return {
    parse: (name, text) =>
      new Promise((resolve, reject) => {
        functions.parse?.(name, text, (problem, json) =>
          problem === null ? resolve(JSON.parse(json)) : reject(new Error(problem)),
        );
      }),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'the file is nested too deeply';
  const text = error instanceof Error ? error.message : 'the file is not valid HCL';
  return visible(text.replace(/^parse config: \[/, '').replace(/\]$/, '')).slice(0, 500);
}
