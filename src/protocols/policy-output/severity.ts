// Severities of findings and policies, read from the words and scores that authors use.
import { numberText } from '../../lib/json/exact-json.ts';

/** Severities, from highest to lowest. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;

export type Severity = (typeof severities)[number];

/** Synonyms that scanners and linters use. */
const synonyms: ReadonlyMap<string, Severity> = new Map([
  ['error', 'high'],
  ['moderate', 'medium'],
  ['warning', 'medium'],
  ['informational', 'info'],
  ['note', 'info'],
  ['notice', 'info'],
]);

/** Lowest score of each severity, as in CVSS. */
const scores: readonly (readonly [number, Severity])[] = [
  [9, 'critical'],
  [7, 'high'],
  [4, 'medium'],
  [0.1, 'low'],
  [0, 'info'],
];

/** Whether a text is a number from 0 to 10. */
export const isScore = (text: string): boolean => /^(?:10(?:\.0+)?|\d(?:\.\d+)?)$/.test(text);

/**
 * Reads a severity from a word in any case or from a score between 0 and 10, which may be a text. Undefined for
 * anything else.
 */
export function severityOf(value: unknown): Severity | undefined {
  const text = typeof value === 'string' ? value : numberText(value);
  const word = text?.trim().toLowerCase() ?? '';
  if (isScore(word)) return scores.find(([first]) => Number(word) >= first)?.[1];
  return severities.find((each) => each === word) ?? synonyms.get(word);
}
