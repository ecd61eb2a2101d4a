import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { inputFormRule, isInputForm } from '../../kernel/input-form.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import type { policyFolderCommands } from '../commands/policy/command.ts';
import { CommandFailed, type OptionsOf, UsageError } from '../terminal/command.ts';
import { readFolderFiles } from './folder-files.ts';
import type { PolicyEntry } from './listed-policy.ts';
import { noRules, noticeOf, type RulePolicy, rulesIn, withOwnNames } from './rule-policies.ts';

type ListOptions = OptionsOf<typeof policyFolderCommands.init>;

/**
 * The list is in HCL, because a policy in this format consists of all code files, like a policy that is selected by a
 * rule.
 */
const listName = 'policies.hcl';

export interface WrittenList {
  readonly place: string;
  readonly policies: readonly PolicyEntry[];
  /** Notices, as sentences, about rules that the list does not contain. */
  readonly notices: readonly string[];
}

/**
 * Writes a policy list that contains a folder's rules as policies. Throws `CommandFailed` if the folder already has a
 * list.
 */
export async function writeList(engine: PolicyEngine, path: string, options: ListOptions): Promise<WrittenList> {
  const { namespace, input, data } = options;
  if (input !== undefined && !isInputForm(input)) throw new UsageError(`--input ${inputFormRule}.`);
  const { lists, ...files } = await readFolderFiles(path, data);
  const [list] = lists;
  if (list !== undefined)
    throw new CommandFailed(`${path} already has a list of policies, ${list.name}: change this file instead.`);
  const { verdicts, others } = await rulesIn(engine, files, { namespace, allNamespaces: namespace.length === 0 });
  const hasVerdict = (other: RulePolicy) => verdicts.some((verdict) => verdict.package === other.package);
  const candidates = [...verdicts, ...others.filter((other) => !hasVerdict(other))];
  const listed = candidates.filter(({ entry }) => entry.query !== null);
  if (listed.length === 0) throw noRules(path, 'any package', others);
  const policies = withOwnNames(listed.map(({ entry }) => entry));
  const place = join(path, listName);
  const blocks = policies.map((policy, index) => blockOf(policy, listed[index]?.reason));
  const text = [...(input === undefined ? [] : [`input = ${JSON.stringify(input)}\n`]), ...blocks].join('\n');
  await writeFile(place, text, { flag: 'wx' }).catch((error: unknown) => {
    throw new CommandFailed(`${place} cannot be written: ${errorCode(error) ?? 'unknown error'}.`);
  });
  const leftOut = [...candidates, ...others].filter((each) => !listed.includes(each));
  return { place, policies, notices: [...new Set(leftOut.map(noticeOf))] };
}

function blockOf({ name, query, enforcementLevel }: PolicyEntry, reason: string | undefined): string {
  const comment =
    reason === undefined
      ? ''
      : `# ${reason}: the query converts the result, so the code does not have to be changed.\n`;
  return `${comment}policy ${JSON.stringify(name)} {\n  query             = ${JSON.stringify(query)}\n  enforcement_level = ${JSON.stringify(enforcementLevel)}\n}\n`;
}
