/** Names of rules that produce verdicts, in order of preference. */
const verdictRules = ['deny', 'violation', 'warn'];

/**
 * Proposes a query for code, from its package and its first rule with such a name; empty if the code has no package.
 */
export function proposedQuery(code: string): string {
  const [, packageName] = /^\s*package\s+([A-Za-z_][\w.]*)/m.exec(code) ?? [];
  if (packageName === undefined) return '';
  const rule = verdictRules.find((each) => new RegExp(`^${each}\\b`, 'm').test(code)) ?? verdictRules[0];
  return `data.${packageName}.${rule}`;
}
