import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { Files } from './service-folder.ts';

/**
 * Time limit for a comparison in milliseconds. Without it, the comparison of two large files without common lines would
 * take very long.
 */
const timeout = 5_000;

const nowhere = '/dev/null';

/** A text before and after a change, with its file names. The text is undefined if the file does not exist. */
export interface Versions {
  readonly names: readonly [string, string];
  readonly texts: readonly [string | undefined, string | undefined];
}

/** Returns the differences as a unified diff. Returns an empty string if the texts are equal. */
export function unifiedDiff({ names, texts }: Versions): string {
  const [before, after] = texts;
  if (before === after) return '';
  const [from, to] = [before === undefined ? nowhere : names[0], after === undefined ? nowhere : names[1]];
  const options = { context: 3, timeout, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, options);
  return patch ?? `Files ${from} and ${to} differ in too many lines to be compared.\n`;
}

/**
 * Returns the differences between the files in two folders, sorted by path. File names have the prefixes `a/` and `b/`.
 */
export const diffOfFiles = (before: Files, after: Files): string =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .map((path) => unifiedDiff({ names: [`a/${path}`, `b/${path}`], texts: [before[path], after[path]] }))
    .join('');
