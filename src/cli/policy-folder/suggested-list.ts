import type { Modules } from '../../effects/policy-engine/policy-code.ts';
import { isTestFile } from '../../protocols/archives/policy-file-names.ts';

const packageForm = /^package\s+([\w.]+)/m;
/** The beginning of a rule that other tools take for a verdict. */
const ruleForm = /^(deny|violation|warn)(?![\w.])/gm;

const maxPolicies = 20;

/** The lines of a list of the policies that the files of a folder seem to have. */
export function suggestedList(sources: Modules): readonly string[] {
  const verdicts = Object.entries(sources).flatMap(([file, text]) => (isTestFile(file) ? [] : verdictsIn(file, text)));
  const entries = verdicts.length === 0 ? [example] : verdicts.slice(0, maxPolicies);
  const seen = new Set<string>();
  return [
    'policies:',
    ...entries.flatMap(({ name, query, file, level }) => {
      const unique = seen.has(name) ? query.replaceAll('.', '_').replace(/^data_/, '') : name;
      seen.add(unique);
      return [
        `  - name: ${unique}`,
        `    query: ${query}`,
        ...(file === `${unique}.rego` ? [] : [`    file: ${JSON.stringify(file)}`]),
        `    enforcement-level: ${level}`,
      ];
    }),
  ];
}

interface Suggested {
  readonly name: string;
  readonly query: string;
  readonly file: string;
  readonly level: 'mandatory' | 'advisory';
}

const example: Suggested = { name: 'buckets', query: 'data.buckets.deny', file: 'buckets.rego', level: 'mandatory' };

function verdictsIn(file: string, text: string): readonly Suggested[] {
  const path = packageForm.exec(text)?.[1];
  const rules = new Set([...text.matchAll(ruleForm)].map(([, rule]) => rule));
  if (path === undefined) return [];
  return [...rules].map((rule) => ({
    name: path.replaceAll('.', '_'),
    query: `data.${path}.${rule}`,
    file,
    level: rule === 'warn' ? 'advisory' : 'mandatory',
  }));
}
