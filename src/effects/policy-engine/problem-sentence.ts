import type { PolicyProblem } from './answers.ts';

/**
 * Formats a problem with its location and hint, such as `policy.rego:3:8: undefined function sprintff. Did you mean
 * sprintf?`
 */
export function problemSentence({
  file,
  row,
  column,
  message,
  hint,
}: Omit<PolicyProblem, 'code' | 'severity'>): string {
  const place = [file, row, column].filter((part) => part !== undefined).join(':');
  const sentence = place === '' ? message : `${place}: ${message}`;
  return hint === undefined ? sentence : `${sentence.replace(/\.$/, '')}. ${hint}`;
}
