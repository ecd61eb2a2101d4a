// Encodes and decodes the line numbers of rules that evaluated to true in failed policies. The line numbers are stored
// with the outcome. All functions are pure.
import type { Lines, TrueLines } from '../../../effects/policy-engine/answers.ts';
import type { TrueLinesOptions } from '../../../effects/policy-engine/evaluation.ts';

/**
 * Options of the second evaluation of failed policies, in which the engine determines the lines that evaluated to true.
 * `maxWork` is the maximum processor time in ms.
 */
export const lineRuns: TrueLinesOptions = { statuses: ['failed'], maxWork: 2_000 };

/** Ranges of lines, keyed by file. Each range has the number of its first line and of its last line. */
type StoredRanges = Readonly<Record<string, readonly (readonly [number, number])[]>>;

/**
 * Ranges of lines, keyed by policy. A failed policy is missing if determining its lines took too much time or memory,
 * or if the size limit was reached.
 */
type StoredLines = Readonly<Record<string, StoredRanges>>;

/** Maximum total size of the line numbers that are stored for one evaluation, in characters of JSON. */
const maxStored = 65_536;

/**
 * Returns a function that encodes the line numbers of one set per call. Policies whose line numbers would exceed the
 * total size limit are left out.
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

/** Returns the ranges of lines of a policy, keyed by file; undefined if no line numbers are stored for the policy. */
export function linesOfPolicy(stored: string, policy: string): TrueLines | undefined {
  const byPolicy: StoredLines = JSON.parse(stored);
  const ranges = Object.hasOwn(byPolicy, policy) ? byPolicy[policy] : undefined;
  return ranges && Object.fromEntries(Object.entries(ranges).map(([file, each]) => [file, each.map(linesFrom)]));
}

const linesFrom = ([first, last]: readonly [number, number]): Lines => ({ first, last });
