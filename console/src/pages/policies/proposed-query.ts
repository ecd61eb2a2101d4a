/** The rules that give a verdict, the usual one first. */
const verdictRules = ['deny', 'violation', 'warn'];

/** The query that code answers, from its package and its first such rule; empty where it has no package. */
export function proposedQuery(code: string): string {
  const [, packageName] = /^\s*package\s+([A-Za-z_][\w.]*)/m.exec(code) ?? [];
  if (packageName === undefined) return '';
  const rule = verdictRules.find((each) => new RegExp(`^${each}\\b`, 'm').test(code)) ?? verdictRules[0];
  return `data.${packageName}.${rule}`;
}
