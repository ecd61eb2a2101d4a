import type { Lines, TestAnswer } from './answers.ts';

/** Sorts line ranges and merges adjacent ones. */
function joined(ranges: readonly Lines[]): readonly Lines[] {
  const all: Lines[] = [];
  for (const { first, last } of ranges.toSorted((one, other) => one.first - other.first)) {
    const previous = all.at(-1);
    if (previous === undefined || first > previous.last + 1) all.push({ first, last });
    else all.splice(-1, 1, { first: previous.first, last: Math.max(previous.last, last) });
  }
  return all;
}

export interface FileLines extends Lines {
  readonly file: string;
}

/** Returns the ranges of lines that no test reached, with their files. */
export const uncoveredLines = ({ files }: NonNullable<TestAnswer['coverage']>): readonly FileLines[] =>
  Object.entries(files).flatMap(([file, ranges]) => joined(ranges).map((lines) => ({ file, ...lines })));
