import type { Lines } from './answers.ts';

/** Ranges of lines in their order, those that follow each other as one. */
export function joined(ranges: readonly Lines[]): readonly Lines[] {
  const all: Lines[] = [];
  for (const { first, last } of ranges.toSorted((one, other) => one.first - other.first)) {
    const previous = all.at(-1);
    if (previous === undefined || first > previous.last + 1) all.push({ first, last });
    else all.splice(-1, 1, { first: previous.first, last: Math.max(previous.last, last) });
  }
  return all;
}
