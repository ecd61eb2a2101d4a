// Encodes and decodes the lines of failed policies that were true. They are stored with an outcome as line numbers.
// Pure functions.
import type { Lines, TrueLines } from '../../../effects/policy-engine/answers.ts';
import type { TrueLinesOptions } from '../../../effects/policy-engine/evaluation.ts';

/** Options of the additional engine run that finds the true lines of failed policies. */
export const lineRuns: TrueLinesOptions = { statuses: ['failed'], maxWork: 2_000 };

/** First and last line of each range, keyed by file. */
type StoredRanges = Readonly<Record<string, readonly (readonly [number, number])[]>>;

/**
 * Line ranges keyed by policy. A failed policy is absent if finding its lines took too much time or memory, or if the
 * size limit was reached.
 */
type StoredLines = Readonly<Record<string, StoredRanges>>;

/** Maximum size of the stored line numbers of one evaluation, in characters of JSON. */
const maxStored = 65_536;

/**
 * Returns a function that encodes the lines of one set after the other. Once the total size limit is reached, further
 * policies are left out.
 */
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

/** Returns the line ranges of a policy, keyed by file; undefined if none are stored for it. */
export function linesOfPolicy(stored: string, policy: string): TrueLines | undefined {
  const byPolicy: StoredLines = JSON.parse(stored);
  const ranges = Object.hasOwn(byPolicy, policy) ? byPolicy[policy] : undefined;
  return ranges && Object.fromEntries(Object.entries(ranges).map(([file, each]) => [file, each.map(linesFrom)]));
}

const linesFrom = ([first, last]: readonly [number, number]): Lines => ({ first, last });
