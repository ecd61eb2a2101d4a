import { stringify } from 'yaml';
import type { PolicyEntry } from './listed-policy.ts';

/** Formats policies as a YAML list. Default values are omitted. */
export function yamlOf(policies: readonly PolicyEntry[]): string {
  const entries = policies.map(({ name, kind, description, query, input, enforcementLevel, isShadow, file }) => ({
    name,
    ...(kind === 'native' && { kind }),
    ...(description !== null && { description }),
    ...(query !== null && { query }),
    ...(input !== null && { input }),
    'enforcement-level': enforcementLevel,
    ...(isShadow && { shadow: true }),
    ...(file !== null && file !== `${name}.rego` && { file }),
  }));
  return stringify({ policies: entries }, { lineWidth: 0 });
}
