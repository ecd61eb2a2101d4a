// Policies of a folder without a list: its rules, by the names that conftest knows.
import type { PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { sharedCode } from '../../protocols/archives/policy-modules.ts';
import { NotChecked } from '../command.ts';
import type { ruleOptions } from '../commands/check.ts';
import type { ValuesOf } from '../options.ts';
import { type FolderFiles, type ListFile, readFolderFiles } from './folder-files.ts';
import type { PolicyEntry } from './listed-policy.ts';
import type { PolicyFolder } from './policy-folder.ts';
import { problemLine } from './problems.ts';

type RuleOptions = ValuesOf<typeof ruleOptions>;

export const hasRuleOptions = ({ namespace, allNamespaces, query }: RuleOptions): boolean =>
  namespace.length + query.length > 0 || allNamespaces;

/** Levels by the names of rules: `deny`, `violation`, `warn`, or one of these with `_` and more. */
const forms = [
  { form: /^(deny|violation)(_[A-Za-z0-9]+)*$/, level: 'mandatory' },
  { form: /^warn(_[A-Za-z0-9]+)*$/, level: 'advisory' },
] as const;

const levelOf = (rule: string) => forms.find(({ form }) => form.test(rule))?.level;

/** Such a folder has no list; an empty name stands for it. */
const noList: ListFile = { name: '', text: '' };

/** Reads a folder whose policies are rules; throws `NotChecked` for one with a list, with broken code, or without such a rule. */
export async function readRuleFolder(
  engine: PolicyEngine,
  path: string,
  { data, ...options }: RuleOptions & { readonly data?: readonly string[] },
): Promise<PolicyFolder> {
  const { lists, ...files } = await readFolderFiles(path, data);
  const [list] = lists;
  if (list !== undefined) {
    throw new NotChecked(
      `${path} has ${list.name}, which lists its policies: leave out --namespace, --all-namespaces and --query.`,
    );
  }
  const code = codeOf(files);
  const policies = (await entriesOf(engine, files, options)).map((entry) => ({ ...entry, modules: code.modules }));
  return { ...files, list: noList, code, policies };
}

/** The policies that the rules of a folder are; the same problems. */
export async function entriesOf(
  engine: PolicyEngine,
  files: Omit<FolderFiles, 'lists'>,
  options: RuleOptions,
): Promise<readonly PolicyEntry[]> {
  const { rules, problems } = await engine.check({ query: '', code: codeOf(files) });
  const { path } = files;
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new NotChecked(...errors.map((problem) => problemLine(path, problem)));
  const verdicts = rules.flatMap((name) => verdictIn(name) ?? []);
  const chosen = options.allNamespaces
    ? verdicts
    : verdicts.filter(({ namespace }) => options.namespace.includes(namespace));
  requireNoExceptions(rules, chosen);
  for (const namespace of options.namespace) requireRules(path, namespace, verdicts);
  const entries = [
    ...chosen.map(({ query, level }) => entryOf(query, level)),
    ...options.query.map((query) => entryOf(query, 'mandatory')),
  ];
  if (entries.length === 0) throw noRules(path, 'any package', verdicts);
  return withOwnNames(entries);
}

/** All files together, those with tests excepted. */
const codeOf = ({ sources, data }: Pick<FolderFiles, 'sources' | 'data'>) =>
  sharedCode({ modules: sources, data }, new Set());

interface Verdict {
  readonly namespace: string;
  readonly query: string;
  readonly level: 'mandatory' | 'advisory';
}

/** A rule that gives a verdict, by its full name; undefined for any other. */
function verdictIn(name: string): Verdict | undefined {
  const parts = name.split('.');
  const level = levelOf(parts.at(-1) ?? '');
  return level === undefined ? undefined : { namespace: parts.slice(1, -1).join('.'), query: name, level };
}

const entryOf = (query: string, enforcementLevel: string): PolicyEntry => ({
  name: query
    .replace(/^data\./, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, maxNameLength),
  kind: 'opa',
  description: null,
  query,
  enforcementLevel,
  isShadow: false,
  input: null,
  file: null,
});

const maxNameLength = 200;

/** Two queries can have the same letters and digits. */
function withOwnNames(entries: readonly PolicyEntry[]): readonly PolicyEntry[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const count = (seen.get(entry.name) ?? 0) + 1;
    seen.set(entry.name, count);
    return count === 1 ? entry : { ...entry, name: `${entry.name}_${count}` };
  });
}

function requireRules(path: string, namespace: string, verdicts: readonly Verdict[]): void {
  if (verdicts.some((verdict) => verdict.namespace === namespace)) return;
  throw noRules(path, `the package ${namespace}`, verdicts);
}

function noRules(path: string, where: string, verdicts: readonly Verdict[]): NotChecked {
  const others = [...new Set(verdicts.map(({ namespace }) => namespace))];
  const hint =
    others.length === 0
      ? 'name a rule with --query, such as --query data.main.deny'
      : `there are some in ${others.join(', ')}`;
  return new NotChecked(`${path} has no rule deny, violation or warn in ${where}: ${hint}.`);
}

/** A rule whose findings another rule takes away would pass in silence. */
function requireNoExceptions(rules: readonly string[], chosen: readonly Verdict[]): void {
  const excepting = [...new Set(chosen.map(({ namespace }) => `data.${namespace}.exception`))].filter((name) =>
    rules.includes(name),
  );
  if (excepting.length === 0) return;
  throw new NotChecked(
    ...excepting.map(
      (name) =>
        `${name} is ignored: add its condition to the rules that it concerns, such as "not excepted", or grant an exemption on a service.`,
    ),
  );
}
