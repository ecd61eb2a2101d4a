// Lengths of time as people write them: a decimal number with its unit, or a sum of such, as `1h30m`.

const form = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;
const parts = /(\d+(?:\.\d+)?)(ms|s|m|h)/g;
const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** How many milliseconds a text stands for; undefined when it is no length of time. */
export const durationIn = (text: string): number | undefined => {
  if (!form.test(text)) return undefined;
  return [...text.matchAll(parts)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (milliseconds[unit] ?? 0),
    0,
  );
};
