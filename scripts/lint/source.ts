import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseResult, parseSync } from 'oxc-parser';

/** The texts of files, by their paths from the root of the repository. */
export type Sources = ReadonlyMap<string, string>;

/** A fault at a line of a file. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export function readSources(root: string, patterns: readonly string[]): Sources {
  const paths = globSync([...patterns], { cwd: root }).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Parses TypeScript or JavaScript; throws where the syntax is wrong, as nothing can be said of such a file. */
export function parse(path: string, text: string): ParseResult {
  const result = parseSync(path, text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' });
  const [error] = result.errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return result;
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
