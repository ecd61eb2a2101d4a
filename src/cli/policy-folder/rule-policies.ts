// Finds the policies in a folder without a policy list. Every rule that conftest would evaluate by its name becomes a
// policy.
import type { RuleEntry } from '../../effects/policy-engine/answers.ts';
import type { PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { sharedCode } from '../../protocols/archives/policy-modules.ts';
import type { ruleOptions } from '../commands/check/command.ts';
import { NotChecked } from '../terminal/command.ts';
import type { OptionValues } from '../terminal/options.ts';
import { dataHints } from './data-hints.ts';
import { type FolderFiles, type ListFile, readFolderFiles } from './folder-files.ts';
import type { PolicyEntry } from './listed-policy.ts';
import type { PolicyFolder } from './policy-folder.ts';
import { problemLine } from './problems.ts';

type RuleOptions = OptionValues<typeof ruleOptions>;

export const hasRuleOptions = ({ namespace, allNamespaces, query }: RuleOptions): boolean =>
  namespace.length + query.length > 0 || allNamespaces;

/**
 * Matches the names of rules that are evaluated: `deny`, `violation`, `warn`, or one of these with a suffix that begins
 * with `_`. Conftest ignores all other rules, even if they produce verdicts.
 */
const verdictName = /^(deny|violation|warn)(_[A-Za-z0-9]+)*$/;

/** Policy list of a folder without a list file. It is recognized by its empty name. */
const noList: ListFile = { name: '', text: '' };

/**
 * Reads a folder in which rules are used as policies. Throws `NotChecked` if the folder has a policy list, if its code
 * is invalid, or if no rule can be evaluated.
 */
export async function readRuleFolder(
  engine: PolicyEngine,
  path: string,
  { data, ...options }: RuleOptions & { readonly data?: readonly string[] },
): Promise<PolicyFolder> {
  const { lists, ...files } = await readFolderFiles(path, data);
  const [list] = lists;
  if (list !== undefined) {
    throw new NotChecked(
      `${path} has a list of policies, ${list.name}: leave out --namespace, --all-namespaces and --query.`,
    );
  }
  const { verdicts, others } = await rulesIn(engine, files, options);
  const isQueried = ({ rule, entry }: RulePolicy) =>
    options.query.some((query) => query === rule || query === entry.query);
  const refused = verdicts.filter((each) => each.reason !== undefined && !isQueried(each));
  if (refused.length > 0) throw new NotChecked(...refused.map(refusalOf));
  const entries = withOwnNames([
    ...verdicts.filter(({ reason }) => reason === undefined).map(({ entry }) => entry),
    ...options.query.map((query) => entryOf(query, { query, level: 'mandatory' })),
  ]);
  if (entries.length === 0) throw noRules(path, 'any package', others);
  const code = codeOf(files);
  const policies = entries.map((entry) => ({ ...entry, modules: code.modules }));
  const notices = others.filter((each) => !isQueried(each)).map(noticeOf);
  return { ...files, list: noList, code, policies, notices };
}

/** A rule that is evaluated as a policy. */
export interface RulePolicy {
  readonly package: string;
  readonly rule: string;
  /** Policy that evaluates the rule. Its query is null if no query can get a verdict from the rule. */
  readonly entry: PolicyEntry;
  /** Reason why the policy's query differs from the name of the rule. */
  readonly reason?: string;
}

interface FolderRules {
  readonly verdicts: readonly RulePolicy[];
  /**
   * Rules with other names, such as `violations` and `allow`, that could be meant as policies because no other rule
   * uses them.
   */
  readonly others: readonly RulePolicy[];
}

/**
 * Returns the rules of the selected packages. Throws `NotChecked` if the code is invalid or a selected package has no
 * rule to evaluate.
 */
export async function rulesIn(
  engine: PolicyEngine,
  files: Omit<FolderFiles, 'lists'>,
  { allNamespaces, namespace }: Pick<RuleOptions, 'allNamespaces' | 'namespace'>,
): Promise<FolderRules> {
  const { rules, entries = [], problems } = await engine.check({ query: '', code: codeOf(files), entries: true });
  const errors = problems.filter(({ severity }) => severity === 'error');
  const hinted = await dataHints(files, errors);
  if (errors.length > 0) throw new NotChecked(...errors.map((problem) => problemLine(files.path, hinted(problem))));
  const verdicts = entries.filter(({ name }) => verdictName.test(name));
  const packages = new Set(verdicts.map((entry) => entry.package));
  // In a package with rules such as `deny`, a boolean rule such as `allow` usually only summarizes these rules. It is
  // therefore left out.
  const others = entries.filter(
    (entry) => !verdictName.test(entry.name) && !entry['is-used'] && !(entry.kind && packages.has(entry.package)),
  );
  const isChosen = (entry: RuleEntry) => allNamespaces || namespace.includes(entry.package);
  const policies = (some: readonly RuleEntry[]) => some.filter(isChosen).map((entry) => policyOf(entry, rules));
  const missing = namespace.find((name) => !packages.has(name));
  if (missing !== undefined) throw noRules(files.path, `the package ${missing}`, policies(others), packages);
  return { verdicts: policies(verdicts), others: policies(others) };
}

/** Returns all code files except tests, and the data. */
const codeOf = ({ sources, data }: Pick<FolderFiles, 'sources' | 'data'>) =>
  sharedCode({ modules: sources, data }, new Set());

function policyOf({ package: home, name, rule, kind, ...entry }: RuleEntry, rules: readonly string[]): RulePolicy {
  const query = entry.query ?? null;
  const level = name.startsWith('warn') ? 'advisory' : 'mandatory';
  const exception = `data.${home}.exception`;
  if (query !== null && verdictName.test(name) && rules.includes(exception)) {
    const excepted = JSON.stringify(name.split('_').slice(1).join('_'));
    const remaining = `[m | not ${excepted} in {e | some each in ${exception}; some e in each}; some m in ${query}]`;
    const reason = `${exception} removes findings of ${rule}`;
    return { package: home, rule, entry: entryOf(rule, { query: remaining, level }), reason };
  }
  const policy = { package: home, rule, entry: entryOf(rule, { query, level }) };
  if (kind === undefined) return policy;
  return { ...policy, reason: `${rule} returns ${kind}, but a verdict must be an array or a set` };
}

/** Formats a query as a `--query` option that is quoted for a shell. */
const optionFor = (query: string): string => `--query '${query.replaceAll("'", "'\\''")}'`;

const refusalOf = ({ reason, entry: { query } }: RulePolicy): string =>
  query === null
    ? `${reason}: write deny contains message if { … }, or name the other packages with --namespace.`
    : `${reason}: add ${optionFor(query)}, or write a list with "tipstaff policy init".`;

export const noticeOf = ({ rule, entry: { query } }: RulePolicy): string =>
  `${rule} is not evaluated, because its name is not deny, violation or warn${query === null ? '' : `: add ${optionFor(query)} to evaluate it`}.`;

const entryOf = (
  rule: string,
  { query, level }: { readonly query: string | null; readonly level: string },
): PolicyEntry => ({
  name: rule
    .replace(/^data\./, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, maxNameLength),
  kind: 'opa',
  description: null,
  query,
  enforcementLevel: level,
  introduction: 'enforce',
  input: null,
  file: null,
});

const maxNameLength = 200;

/**
 * Makes the names of policies unique. The names of different rules can become equal, because some characters are
 * replaced.
 */
export function withOwnNames(entries: readonly PolicyEntry[]): readonly PolicyEntry[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const count = (seen.get(entry.name) ?? 0) + 1;
    seen.set(entry.name, count);
    return count === 1 ? entry : { ...entry, name: `${entry.name}_${count}` };
  });
}

/**
 * Creates the error for a folder without a rule to evaluate. `others` are the rules at the location `where` that have
 * other names. `packages` are the packages that have rules with permitted names.
 */
export function noRules(
  path: string,
  where: string,
  others: readonly RulePolicy[],
  packages: ReadonlySet<string> = new Set(),
): NotChecked {
  const query = others.flatMap(({ entry }) => entry.query ?? [])[0];
  const elsewhere = packages.size === 0 ? undefined : `the packages with such rules are ${[...packages].join(', ')}`;
  const hint =
    (query && `add ${optionFor(query)}`) ?? elsewhere ?? 'name a rule with --query, such as --query data.main.deny';
  return new NotChecked(`${path} has no rule deny, violation or warn in ${where}: ${hint}.`);
}
