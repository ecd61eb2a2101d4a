import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { Files } from './service-folder.ts';

/** In milliseconds: two large files without common lines would take very long. */
const timeout = 5_000;

const nowhere = '/dev/null';

/** A text before and after, each with its name; undefined stands for no such file. */
export interface Versions {
  readonly names: readonly [string, string];
  readonly texts: readonly [string | undefined, string | undefined];
}

/** The difference of two texts as a unified diff; empty where they are the same. */
export function unifiedDiff({ names, texts }: Versions): string {
  const [before, after] = texts;
  if (before === after) return '';
  const [from, to] = [before === undefined ? nowhere : names[0], after === undefined ? nowhere : names[1]];
  const options = { context: 3, timeout, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, options);
  return patch ?? `Files ${from} and ${to} differ in too many lines to be compared.\n`;
}

/** The differences of all files of two folders, by path; those of the first are `a/…`, those of the second `b/…`. */
export const diffOfFiles = (before: Files, after: Files): string =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .map((path) => unifiedDiff({ names: [`a/${path}`, `b/${path}`], texts: [before[path], after[path]] }))
    .join('');
