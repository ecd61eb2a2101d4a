/** Rule names that policies usually use for their results, in order of preference. */
const verdictRules = ['deny', 'violation', 'warn'];

/**
 * Proposes a query for Rego code. The query consists of the code's package and of its first rule with a usual name.
 * Empty if the code has no package.
 */
export function proposedQuery(code: string): string {
  const [, packageName] = /^\s*package\s+([A-Za-z_][\w.]*)/m.exec(code) ?? [];
  if (packageName === undefined) return '';
  const rule = verdictRules.find((each) => new RegExp(`^${each}\\b`, 'm').test(code)) ?? verdictRules[0];
  return `data.${packageName}.${rule}`;
}
