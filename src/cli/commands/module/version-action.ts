import {
  type ChangedRange,
  changeRange,
  type DeprecationStatement,
  findModuleDownloads,
  findModuleUsers,
  keepingStatement,
  type ModuleAccess,
  moduleDeprecations,
  moduleFor,
  type Range,
} from '../../../domains/modules/commands.ts';
import { plainPayload } from '../../../jsonapi/payload.ts';
import { counted } from '../../../lib/text/text.ts';
import { readConstraint } from '../../../protocols/module-versions/constraints.ts';
import { modulePathIn } from '../../client/module-address.ts';
import { type ServiceClient, serviceFrom } from '../../client/service.ts';
import { onServiceOrData } from '../../client/service-or-data.ts';
import { asOperator, type CommandContext } from '../../data/as-operator.ts';
import { orMissing } from '../../data/missing.ts';
import { changeOnService } from '../../module-service/deprecate.ts';
import { type ModuleUsage, usageOnService } from '../../module-service/usage.ts';
import { type Called, CommandFailed, type OptionsOf, type Output, UsageError } from '../../terminal/command.ts';
import { checkedInput } from '../../terminal/input.ts';
import { aligned } from '../../terminal/output.ts';
import type { moduleVersionCommands } from './command.ts';

const namedModule = async ({ context, actor }: CommandContext, text: string): Promise<ModuleAccess> => {
  const sentence = `There is no module ${text}, or the plan of its organization does not include module deprecation.`;
  return orMissing(moduleFor('deprecate')(context, actor, modulePathIn(text)), sentence);
};

const rangeFrom = (text: string, includesPrereleases: boolean): Range => {
  if (text.trim() === '') throw new UsageError('Name a version, or a range such as ">= 1.0, < 2.0".');
  const constraint = readConstraint(text);
  if (constraint === undefined) throw new UsageError(`"${text}" is neither a version nor a range of versions.`);
  return { constraint, includesPrereleases };
};

/**
 * Returns the members of a deprecation that were given as options. If a version is already deprecated, the omitted
 * members keep their values.
 */
const statementFrom = (
  options: Pick<OptionsOf<typeof moduleVersionCommands.deprecate>, 'reason' | 'link'>,
): Partial<DeprecationStatement> => checkedInput(plainPayload(moduleDeprecations.update), options);

interface Verbs {
  readonly done: string;
  readonly would: string;
  /** Text for a version that needs no change, such as `deprecated already`. */
  readonly already: string;
  /** Sentence about the effect on users of the module, shown after a change. */
  readonly advice?: string;
}

/**
 * Changed versions, and the number of workspaces that use one of them. The number is undefined if the service is too
 * old to count them.
 */
type Changed = {
  readonly outcomes: readonly Omit<ChangedRange['outcomes'][number], 'id'>[];
  readonly workspaces: number | undefined;
};

const summaryOf = (
  { outcomes, workspaces }: Changed,
  module: string,
  { done, would, already, advice }: Verbs,
  isDryRun: boolean,
): string => {
  const changed = outcomes.filter(({ isChanged }) => isChanged);
  const rest = outcomes.filter(({ isChanged }) => !isChanged);
  const are = rest.length === 1 ? 'is' : 'are';
  if (changed.length === 0) return `Nothing to change: ${namesOf(rest)} of ${module} ${are} ${already}.`;
  return [
    `${isDryRun ? would : done} ${namesOf(changed)} of ${module}.`,
    ...(rest.length === 0 ? [] : [`${rest.length} ${are} ${already}.`]),
    ...(workspaces === undefined || workspaces === 0
      ? []
      : [
          `${counted(workspaces, 'workspace')} ${workspaces === 1 ? 'uses' : 'use'} ${changed.length === 1 ? 'this version' : 'these versions'}.`,
        ]),
    ...(isDryRun || advice === undefined ? [] : [advice]),
  ].join(' ');
};

const namesOf = (outcomes: Changed['outcomes']): string => outcomes.map(({ version }) => version).join(', ');

/** Input that the commands `deprecate` and `reinstate` have in common. */
interface RangeCommand {
  /** Version range as given on the command line. */
  readonly versions: string;
  readonly range: Range;
  /** Deprecation to set; undefined to reinstate the versions. */
  readonly statement: Partial<DeprecationStatement> | undefined;
  readonly isDryRun: boolean;
  readonly verbs: Verbs;
}

const deprecation = (
  words: readonly string[],
  { reason, link, prereleases, dryRun }: OptionsOf<typeof moduleVersionCommands.deprecate>,
): RangeCommand => ({
  versions: words.join(' '),
  range: rangeFrom(words.join(' '), prereleases),
  statement: statementFrom({ reason, link }),
  isDryRun: dryRun,
  verbs: { done: 'Deprecated', would: 'This would deprecate', already: 'deprecated already' },
});

const reinstatement = (
  words: readonly string[],
  { prereleases, dryRun }: OptionsOf<typeof moduleVersionCommands.reinstate>,
): RangeCommand => ({
  versions: words.join(' '),
  range: rangeFrom(words.join(' '), prereleases),
  statement: undefined,
  isDryRun: dryRun,
  verbs: {
    done: 'Reinstated',
    would: 'This would reinstate',
    already: 'not deprecated',
    advice:
      'Consumers who have the warning in .terraform/modules can remove the warning with "terraform init -upgrade".',
  },
});

const change = async (
  { context, actor }: CommandContext,
  { module }: ModuleAccess,
  { range, statement, isDryRun, verbs }: RangeCommand,
): Promise<Output> => {
  const next = statement === undefined ? () => undefined : keepingStatement(statement);
  const changed = await changeRange(context, actor, module, { range, next, isDryRun });
  const name = `${module.organization_name}/${module.name}/${module.provider}`;
  return outputOf(name, changed, isDryRun, verbs);
};

const outputOf = (name: string, changed: Changed, isDryRun: boolean, verbs: Verbs): Output => {
  const { outcomes, workspaces } = changed;
  if (outcomes.length === 0) throw new CommandFailed(`${name} has no such version.`);
  const shown = outcomes.map(({ version, isChanged }) => ({ version, 'is-changed': isChanged }));
  return {
    text: summaryOf(changed, name, verbs, isDryRun),
    json: { module: name, 'is-dry-run': isDryRun, versions: shown, 'workspace-count': workspaces },
  };
};

/** Deprecates or reinstates versions through the API of a service. The function `change` does this in the database. */
const changeThere = async (service: ServiceClient, module: string, command: RangeCommand): Promise<Output> => {
  const { versions, range, statement, isDryRun } = command;
  const { includesPrereleases } = range;
  const change = { module: modulePathIn(module), versions, includesPrereleases, statement, isDryRun };
  return outputOf(module, await changeOnService(service, change), command.isDryRun, command.verbs);
};

const changing = <Declared extends typeof moduleVersionCommands.deprecate | typeof moduleVersionCommands.reinstate>(
  commandFrom: (words: readonly string[], options: OptionsOf<Declared>) => RangeCommand,
) =>
  onServiceOrData<Called<Declared>>(
    ({ subject, others, options }, terminal) =>
      changeThere(serviceFrom(terminal, options.url), subject, commandFrom(others, options)),
    asOperator<Declared>(async (session, { subject, others, options }) => {
      const command = commandFrom(others, options);
      return change(session, await namedModule(session, subject), command);
    }),
  );

export const deprecate = changing<typeof moduleVersionCommands.deprecate>(deprecation);
export const reinstate = changing<typeof moduleVersionCommands.reinstate>(reinstatement);

const yesOrNo = (isTrue: boolean): string => (isTrue ? 'yes' : 'no');

const usageText = (module: string, { consumers, workspaces }: ModuleUsage): string => {
  const downloads = consumers.map(({ version, isDeprecated, consumer, name, count, lastDownloadedAt }) => [
    version,
    yesOrNo(isDeprecated),
    `${consumer.split(':')[0]} ${name ?? consumer}`,
    String(count),
    lastDownloadedAt,
  ]);
  const users = workspaces.map(({ version, isDeprecated, name, requested }) => [
    version,
    yesOrNo(isDeprecated),
    name,
    requested || 'any',
  ]);
  return [
    downloads.length === 0
      ? `Nobody has downloaded ${module} yet.`
      : aligned([['VERSION', 'DEPRECATED', 'CONSUMER', 'DOWNLOADS', 'LAST'], ...downloads]),
    ...(users.length === 0 ? [] : ['', aligned([['VERSION', 'DEPRECATED', 'WORKSPACE', 'REQUIRED'], ...users])]),
  ].join('\n');
};

const usageOutput = (module: string, usage: ModuleUsage): Output => {
  const downloads = usage.consumers.map(({ isDeprecated, lastDownloadedAt, ...consumer }) => ({
    ...consumer,
    'is-deprecated': isDeprecated,
    'last-downloaded-at': lastDownloadedAt,
  }));
  const workspaces = usage.workspaces.map(({ isDeprecated, requested, ...workspace }) => ({
    ...workspace,
    'requested-version': requested,
    'is-deprecated': isDeprecated,
  }));
  return { text: usageText(module, usage), json: { module, downloads, workspaces } };
};

export const usage = onServiceOrData(
  async ({ subject, options }, terminal) =>
    usageOutput(subject, await usageOnService(serviceFrom(terminal, options.url), modulePathIn(subject))),
  asOperator(async (session, { subject }) => {
    const { module } = await namedModule(session, subject);
    const [downloads, users] = await Promise.all([
      findModuleDownloads(session.context, module.id),
      findModuleUsers(session.context, module.id),
    ]);
    const consumers = downloads.map(({ version, deprecation_id, consumer, name, count, last_downloaded_at }) => ({
      ...{ version, consumer, name, count },
      isDeprecated: deprecation_id !== null,
      lastDownloadedAt: last_downloaded_at,
    }));
    const workspaces = users.map(({ version, deprecation_id, name, requested }) => ({
      ...{ version, name, requested },
      isDeprecated: deprecation_id !== null,
    }));
    return usageOutput(subject, { consumers, workspaces });
  }),
);
