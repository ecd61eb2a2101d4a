// Severities of findings and policies, in the words and scores that authors write.
import { numberText } from '../../lib/json/exact-json.ts';

/** The severities, the worst first. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;

export type Severity = (typeof severities)[number];

/** Other words for them, which scanners and linters write. */
const synonyms: ReadonlyMap<string, Severity> = new Map([
  ['error', 'high'],
  ['moderate', 'medium'],
  ['warning', 'medium'],
  ['informational', 'info'],
  ['note', 'info'],
  ['notice', 'info'],
]);

/** The first score of each severity, as CVSS has them. */
const scores: readonly (readonly [number, Severity])[] = [
  [9, 'critical'],
  [7, 'high'],
  [4, 'medium'],
  [0.1, 'low'],
  [0, 'info'],
];

/** True for a number from 0 to 10. */
export const isScore = (text: string): boolean => /^(?:10(?:\.0+)?|\d(?:\.\d+)?)$/.test(text);

/** A word in any case or a score from 0 to 10, also as a text; undefined for anything else. */
export function severityOf(value: unknown): Severity | undefined {
  const text = typeof value === 'string' ? value : numberText(value);
  const word = text?.trim().toLowerCase() ?? '';
  if (isScore(word)) return scores.find(([first]) => Number(word) >= first)?.[1];
  return severities.find((each) => each === word) ?? synonyms.get(word);
}
