import { stringify } from 'yaml';
import type { UnknownValueSetting } from '../../kernel/unknown-values.ts';
import type { PolicyEntry } from './listed-policy.ts';

/** Formats policies as a YAML list with a setting for unknown values. Default values are omitted. */
export function yamlOf(policies: readonly PolicyEntry[], unknownValues: UnknownValueSetting = 'notice'): string {
  const entries = policies.map(({ name, kind, description, query, input, enforcementLevel, introduction, file }) => ({
    name,
    ...(kind === 'native' && { kind }),
    ...(description !== null && { description }),
    ...(query !== null && { query }),
    ...(input !== null && { input }),
    'enforcement-level': enforcementLevel,
    ...(introduction !== 'enforce' && { introduction }),
    ...(file !== null && file !== `${name}.rego` && { file }),
  }));
  const settings = unknownValues === 'notice' ? {} : { 'unknown-values': unknownValues };
  return stringify({ ...settings, policies: entries }, { lineWidth: 0 });
}
