import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseResult, parseSync } from 'oxc-parser';

/** File contents by path, relative to the repository's root. */
export type Sources = ReadonlyMap<string, string>;

/** Problem at a line in a file. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export function readSources(root: string, patterns: readonly string[]): Sources {
  const paths = globSync([...patterns], { cwd: root }).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Parses TypeScript or JavaScript. Throws on a syntax error, because such a file cannot be checked. */
export function parse(path: string, text: string): ParseResult {
  const result = parseSync(path, text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' });
  const [error] = result.errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return result;
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
