// Counts all findings of an evaluation, including those that are not on the requested page.

import { allLevels } from '../../../kernel/enforcement-levels.ts';
import { severities } from '../../../protocols/policy-output/severity.ts';
import type { Finding } from './findings.ts';
import { findingStatuses } from './stored-outcome.ts';

export const countsOf = (findings: readonly Finding[]) => ({
  findings: findings.length,
  blocking: findings.filter(({ blocking }) => blocking).length,
  old: findings.filter(({ old }) => old).length,
  status: countsBy(findingStatuses, findings, ({ outcome }) => outcome.status),
  level: countsBy(allLevels, findings, ({ outcome }) => outcome.enforcement_level),
  severity: countsBy([...severities, 'none'], findings, ({ severity = 'none' }) => severity),
});

/** Counts findings by the key that `keyOf` returns. Keys without findings have the count 0. */
function countsBy(keys: readonly string[], findings: readonly Finding[], keyOf: (finding: Finding) => string) {
  const counts = new Map(keys.map((key) => [key, 0]));
  for (const finding of findings) counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/**
 * Counts the changed resources that have blocking findings, and the policies that block the run. A policy in several
 * sets is counted once. `isChanged` returns whether the plan changes a resource. It is needed because any word with a
 * dot can look like a resource address.
 */
export function blockedBy(findings: readonly Finding[], isChanged: (address: string) => boolean) {
  const blocking = findings.filter((finding) => finding.blocking);
  return {
    changes: [...new Set(blocking.flatMap(({ address }) => address ?? []))].filter(isChanged).length,
    policies: new Set(blocking.map(({ outcome }) => outcome.policy_id)).size,
  };
}
