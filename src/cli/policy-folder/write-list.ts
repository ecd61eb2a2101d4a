import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { inputFormRule, isInputForm } from '../../kernel/input-form.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import { CommandFailed, type OptionsOf, UsageError } from '../command.ts';
import type { policyFolderCommands } from '../commands/policy.ts';
import { readFolderFiles } from './folder-files.ts';
import type { PolicyEntry } from './listed-policy.ts';
import { entriesOf } from './rule-policies.ts';

type ListOptions = OptionsOf<typeof policyFolderCommands.init>;

/** The form of a list in which all files together are the code of every policy, as they are for the rules that it is made from. */
const listName = 'policies.hcl';

/** Writes the list of a folder from its rules; throws `CommandFailed` where it has one. */
export async function writeList(engine: PolicyEngine, path: string, { namespace, input }: ListOptions) {
  if (input !== undefined && !isInputForm(input)) throw new UsageError(`--input ${inputFormRule}.`);
  const { lists, ...files } = await readFolderFiles(path);
  const [list] = lists;
  if (list !== undefined) throw new CommandFailed(`${path} has ${list.name} already, which lists its policies.`);
  const policies = await entriesOf(engine, files, { namespace, allNamespaces: namespace.length === 0, query: [] });
  const place = join(path, listName);
  await writeFile(place, listOf(policies, input), { flag: 'wx' }).catch((error: unknown) => {
    throw new CommandFailed(`${place} cannot be written: ${errorCode(error) ?? 'it is not known why'}.`);
  });
  return { place, policies };
}

const listOf = (policies: readonly PolicyEntry[], input: string | undefined): string =>
  [
    ...(input === undefined ? [] : [`input = ${JSON.stringify(input)}\n`]),
    ...policies.map(
      ({ name, query, enforcementLevel }) =>
        `policy ${JSON.stringify(name)} {\n  query             = ${JSON.stringify(query)}\n  enforcement_level = ${JSON.stringify(enforcementLevel)}\n}\n`,
    ),
  ].join('\n');
