// Durations as text. A duration is a decimal number with a unit, or several such numbers, as in `1h30m`.
import { counted } from './text.ts';

const form = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;
/** Regular expression for durations, for use in schemas. */
export const durationPattern = form.source;

const parts = /(\d+(?:\.\d+)?)(ms|s|m|h)/g;
const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Parses a duration and returns it in milliseconds. Returns undefined for any other text. */
export const durationIn = (text: string): number | undefined => {
  if (!form.test(text)) return undefined;
  return [...text.matchAll(parts)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (milliseconds[unit] ?? 0),
    0,
  );
};

/** Formats seconds in words, rounded up: `1 second`, `42 seconds`, `10 minutes`, `2 hours`. */
export const inWords = (seconds: number): string => {
  const units = [
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const [unit, length] = units.find(([, each]) => seconds >= 2 * each || seconds === each) ?? (['second', 1] as const);
  const count = Math.max(1, Math.ceil(seconds / length));
  return counted(count, unit);
};
