// Counts of all findings of an evaluation, whatever part of them is listed.

import { allLevels } from '../../../kernel/enforcement-levels.ts';
import { severities } from '../../../protocols/policy-output/severity.ts';
import type { Finding } from './findings.ts';
import { findingStatuses } from './stored-outcome.ts';

export const countsOf = (findings: readonly Finding[]) => ({
  findings: findings.length,
  blocking: findings.filter(({ blocking }) => blocking).length,
  status: countsBy(findingStatuses, findings, ({ outcome }) => outcome.status),
  level: countsBy(allLevels, findings, ({ outcome }) => outcome.enforcement_level),
  severity: countsBy([...severities, 'none'], findings, ({ severity = 'none' }) => severity),
});

/** The number of findings for each key, also where there are none. */
function countsBy(keys: readonly string[], findings: readonly Finding[], keyOf: (finding: Finding) => string) {
  const counts = new Map(keys.map((key) => [key, 0]));
  for (const finding of findings) counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/**
 * Changes of the plan that blocking findings are about, and policies that block. A policy counts once, in however many sets it is.
 * `isChanged` is true for the addresses of resources that the plan changes: any word with a dot in it can look like one.
 */
export function blockedBy(findings: readonly Finding[], isChanged: (address: string) => boolean) {
  const blocking = findings.filter((finding) => finding.blocking);
  return {
    changes: [...new Set(blocking.flatMap(({ address }) => address ?? []))].filter(isChanged).length,
    policies: new Set(blocking.map(({ outcome }) => outcome.policy_id)).size,
  };
}
