// Lines of failed policies that were true, as numbers beside an outcome. Pure.
import type { Lines, TrueLines } from '../../../effects/policy-engine/answers.ts';
import type { TrueLinesOptions } from '../../../effects/policy-engine/evaluation.ts';

/** Runs of an evaluation that find lines, beside those for its verdicts. */
export const lineRuns: TrueLinesOptions = { statuses: ['failed'], maxWork: 2_000 };

/** First and last line of each range, by file. */
type StoredRanges = Readonly<Record<string, readonly (readonly [number, number])[]>>;

/** Ranges by policy. A failed policy that is absent took too much time or memory, or had no space. */
type StoredLines = Readonly<Record<string, StoredRanges>>;

/** Maximum size of the numbers of one evaluation, in characters of JSON. */
const maxStored = 65_536;

/** Writes the lines of one set after the other, until those of all of them take too much. */
export function lineWriter(): (policies: readonly (readonly [id: string, lines: TrueLines | undefined])[]) => string {
  let left = maxStored;
  return (policies) => {
    const stored: Record<string, StoredRanges> = {};
    for (const [id, lines] of policies) {
      if (lines === undefined) continue;
      const ranges = rangesOf(lines);
      const size = JSON.stringify({ [id]: ranges }).length;
      if (size > left) continue;
      left -= size;
      stored[id] = ranges;
    }
    return JSON.stringify(stored);
  };
}

const rangesOf = (lines: TrueLines): StoredRanges =>
  Object.fromEntries(
    Object.entries(lines).map(([file, ranges]) => [file, ranges.map(({ first, last }) => [first, last] as const)]),
  );

/** The lines of a policy by file; undefined where none are stored of it. */
export function linesOfPolicy(stored: string, policy: string): TrueLines | undefined {
  const byPolicy: StoredLines = JSON.parse(stored);
  const ranges = Object.hasOwn(byPolicy, policy) ? byPolicy[policy] : undefined;
  return ranges && Object.fromEntries(Object.entries(ranges).map(([file, each]) => [file, each.map(linesFrom)]));
}

const linesFrom = ([first, last]: readonly [number, number]): Lines => ({ first, last });
