import { creatorName } from '../../../../client/creator-name.ts';
import type { PolicyEngine } from '../../../effects/policy-engine/policy-engine.ts';
import { counted } from '../../../lib/text/text.ts';
import { checkedLines, checkPolicies, isBroken } from '../../policy-folder/check-folder.ts';
import { engineFor } from '../../policy-folder/engine.ts';
import { type PolicyFolder, readPolicyFolder } from '../../policy-folder/policy-folder.ts';
import { yamlOf } from '../../policy-folder/yaml-list.ts';
import { type ChangeEffect, EffectReplays, effectLines, jsonOfEffect } from '../../policy-service/change-effects.ts';
import { type Changes, changesBetween, isNothing, linesOf, tighteningIn } from '../../policy-service/changes.ts';
import { historyOf, historyText } from '../../policy-service/history.ts';
import { type OrganizationService, organizationFrom } from '../../policy-service/organization-service.ts';
import {
  listed,
  listedInSet,
  policiesOf,
  policyNamed,
  policySetNamed,
  revisionsOf,
} from '../../policy-service/policies.ts';
import { filesOf, requireFitting, withOneDocument } from '../../policy-service/push.ts';
import { exitCodeOf, replayOnService, textOf } from '../../policy-service/replay.ts';
import { replayedPush } from '../../policy-service/replayed-push.ts';
import { diffOfRevisions } from '../../policy-service/revision-diff.ts';
import {
  type Files,
  folderOfOrganization,
  folderOfSet,
  listNames,
  type ServiceFolder,
} from '../../policy-service/service-folder.ts';
import { diffOfFiles } from '../../policy-service/unified-diff.ts';
import { policyForm, writeFolder } from '../../policy-service/write-folder.ts';
import { type Action, CommandFailed, type OptionsOf, type Output, UsageError } from '../../terminal/command.ts';
import { aligned, labelled } from '../../terminal/output.ts';
import { terminalText } from '../../terminal/terminal-text.ts';
import type { policyServiceCommands } from './command.ts';

export const list: Action<typeof policyServiceCommands.list> = async ({ options }, terminal) => {
  const service = organizationFrom(terminal, options);
  const { set, search, level, failing, neverEvaluated, shadow, withoutTests } = options;
  const parameters = {
    'search[name]': search,
    'filter[level]': level,
    'filter[failing]': failing ? 'true' : undefined,
    'filter[evaluated]': neverEvaluated ? 'false' : undefined,
    'filter[shadow]': shadow ? 'true' : undefined,
    'filter[tests]': withoutTests ? 'false' : undefined,
  } as const;
  if (set !== undefined && Object.values(parameters).some((each) => each !== undefined))
    throw new UsageError('--set cannot be combined with a search or a filter.');
  const policies =
    set === undefined
      ? (await policiesOf(service, parameters)).map(listed)
      : await listedInSet(service, await policySetNamed(service, set));
  const rows = policies.map((policy) => [
    policy.name,
    policy.kind,
    [policy['enforcement-level'], ...(policy.introduction === 'enforce' ? [] : [policy.introduction])].join(', '),
    policy.id ?? '-',
  ]);
  return { text: aligned([['NAME', 'KIND', 'ENFORCEMENT LEVEL', 'ID'], ...rows]), json: { policies } };
};

export const show: Action<typeof policyServiceCommands.show> = async ({ subject, options }, terminal) => {
  const service = organizationFrom(terminal, options);
  const policy = await policyNamed(service, subject);
  const revisions = await revisionsOf(service, policy);
  const { attributes } = policy;
  const head = labelled({
    ID: policy.id,
    Name: attributes.name,
    Kind: attributes.kind,
    Query: attributes.query,
    Input: attributes.input ?? null,
    'Enforcement level': attributes['enforcement-level'],
    Introduction: attributes.introduction,
    Description: attributes.description,
    'Policy sets': attributes['policy-set-count'],
  });
  const rows = revisions.map((revision) => [
    `${revision.number}${revision['is-current'] ? ' (current)' : ''}`,
    String(revision.size),
    creatorName(revision['created-by']),
    revision['created-at'],
    revision.message ?? '',
  ]);
  const table =
    rows.length === 0 ? 'The policy has no code.' : aligned([['REVISION', 'BYTES', 'BY', 'AT', 'MESSAGE'], ...rows]);
  return { text: `${head}\n\n${terminalText(table)}`, json: { policy: { id: policy.id, ...attributes }, revisions } };
};

export const history: Action<typeof policyServiceCommands.history> = async ({ subject, options }, terminal) => {
  const service = organizationFrom(terminal, options);
  const changes = await historyOf(service, await policyNamed(service, subject), options.kind);
  return { text: historyText(changes), json: { ...changes } };
};

export const replay: Action<typeof policyServiceCommands.replay> = async ({ subject, options }, terminal) => {
  const report = await replayOnService(organizationFrom(terminal, options), subject, options, terminal.progress);
  const { id, attributes } = report.replay;
  const json = { replay: { id, ...attributes }, differences: report.differences };
  return { text: textOf(report), json, exitCode: exitCodeOf(report) };
};

export const pull: Action<typeof policyServiceCommands.pull> = async ({ subject, options }, terminal) => {
  const service = organizationFrom(terminal, options);
  const { set, force } = options;
  const folder =
    set === undefined
      ? await folderOfOrganization(service)
      : await folderOfSet(service, await policySetNamed(service, set));
  for (const notice of folder.notices) terminal.warn(notice);
  if (folder.policies.length === 0) {
    throw new CommandFailed(`${set ?? service.organization} has no policies that can be written into a folder.`);
  }
  const { written, removed } = await writeFolder(subject, folder.files, policyForm(force));
  const lines = [
    ...written.map((path) => `Wrote ${subject}/${path}`),
    ...removed.map((path) => `Removed ${subject}/${path}`),
    `Pulled ${counted(folder.policies.length, 'policy', 'policies')} of ${set ?? service.organization} into ${subject}.`,
  ];
  const names = folder.policies.map(({ name }) => name);
  return { text: terminalText(lines.join('\n')), json: { folder: subject, policies: names, written, removed } };
};

export const push: Action<typeof policyServiceCommands.push> = async ({ subject, options }, terminal) => {
  const service = organizationFrom(terminal, options);
  if (options.set === undefined) throw new UsageError('Name the policy set: --set <name>.');
  await using engine = await engineFor(terminal, options.timeout);
  const folder = await readFolder(engine, subject, options.data);
  for (const notice of folder.notices) terminal.warn(notice);
  const lookup = policySetNamed(service, options.set);
  // Policies are checked even if the policy set cannot be read, so that broken policies are reported first.
  const form = await lookup.then(
    ({ attributes }) => attributes.input,
    () => null,
  );
  const checked = await checkPolicies(engine, folder, form);
  const broken = checked.filter(isBroken);
  if (broken.length > 0) {
    throw new CommandFailed(...checkedLines(folder, broken));
  }
  const warned = checked.filter(({ problems }) => problems.length > 0);
  for (const line of checkedLines(folder, warned)) terminal.warn(line);
  const set = await lookup;
  requireFitting(set, folder);
  const present = await folderOfSet(service, set);
  const after = { policies: folder.policies, files: filesOf(folder) };
  const changes = changesBetween(present, after);
  const { dryRun: isDryRun, yes: isConfirmed } = options;
  const difference = [`${options.set} of ${service.organization}:`, ...linesOf(changes)];
  if (!isDryRun && !isNothing(changes)) for (const line of difference) terminal.warn(line);
  // Policies of a set in shadow mode block nothing.
  const tightening = set.attributes.shadow ? undefined : tighteningIn(present, after, changes);
  const replays = options.replay ? new EffectReplays(service, options, terminal) : undefined;
  const pushedFiles = { set, files: after.files, origin: folder.path, tightening };
  const result = isNothing(changes)
    ? { version: null }
    : await replayedPush(service, pushedFiles, { isDryRun, isConfirmed, terminal, replays });
  const { organization } = service;
  return pushed({ set: options.set, organization, isDryRun, count: folder.policies.length, ...result }, changes);
};

/**
 * Reads a policy folder. If there is data from outside of the folder, all data is merged into one document that can be
 * pushed.
 */
async function readFolder(engine: PolicyEngine, path: string, data: readonly string[]): Promise<PolicyFolder> {
  const folder = await readPolicyFolder(path, data);
  return data.length === 0 ? folder : withOneDocument(engine, folder);
}

interface Push {
  readonly set: string;
  readonly organization: string;
  readonly isDryRun: boolean;
  readonly version: string | null;
  readonly effect?: ChangeEffect;
  /** Number of policies in the folder. */
  readonly count: number;
}

function pushed({ set, organization, isDryRun, version, count, effect }: Push, changes: Changes): Output {
  const effects = effect === undefined ? [] : [effect];
  const difference = [`${set} of ${organization}:`, ...linesOf(changes), ...effectLines(effects)];
  const unchanged = isDryRun ? 'Nothing was changed.' : 'Nothing to change.';
  return {
    text:
      version === null
        ? [...difference, unchanged].join('\n')
        : `Pushed ${counted(count, 'policy', 'policies')} into ${set} of ${organization}, as version ${version}.`,
    json: {
      organization,
      'policy-set': set,
      'is-dry-run': isDryRun,
      changes: changes.policies,
      'other-files': changes.otherFiles,
      effects: effects.map(jsonOfEffect),
      version,
    },
  };
}

export const diff: Action<typeof policyServiceCommands.diff> = async ({ subject, options }, terminal) => {
  const service = organizationFrom(terminal, options);
  requireDiff(subject, options);
  const { set, policy, from, to, data } = options;
  await using engine = await engineFor(terminal);
  const text =
    policy === undefined
      ? await diffOfFolder(service, set ?? '', await readFolder(engine, subject || '.', data))
      : await diffOfRevisions(service, policy, { from, to });
  return {
    text: text === '' ? 'No difference.' : printable(text),
    json: { diff: text },
    exitCode: text === '' ? 0 : 1,
  };
};

/** Throws `UsageError` for options that cannot be combined. */
function requireDiff(folder: string, options: OptionsOf<typeof policyServiceCommands.diff>): void {
  const { set, policy, from, to, data } = options;
  if ((policy === undefined) === (set === undefined)) {
    throw new UsageError('Name a folder and --set, or --policy to compare two of its revisions.');
  }
  if (set !== undefined && (from ?? to) !== undefined) throw new UsageError('--from and --to need --policy.');
  if (policy !== undefined && folder !== '') throw new UsageError('A folder can only be compared with --set.');
  if (policy !== undefined && data.length > 0) throw new UsageError('--data needs --set.');
}

/** Escapes control characters in a multi-line text, but keeps tabs. */
const printable = (text: string): string =>
  text
    .trimEnd()
    .split('\t')
    .map((part) => terminalText(part))
    .join('\t');

async function diffOfFolder(service: OrganizationService, set: string, folder: PolicyFolder): Promise<string> {
  const present = await folderOfSet(service, await policySetNamed(service, set));
  const files = filesOf(folder);
  const isComparable = !present.isListMade && present.files[folder.list.name] !== undefined;
  if (isComparable) return diffOfFiles(present.files, files);
  return diffOfFiles(withMadeList(present.files, present.policies), withMadeList(files, folder.policies));
}

/**
 * Replaces the policy list file with a generated one. Two folders whose lists have different formats can then be
 * compared.
 */
function withMadeList(files: Files, policies: ServiceFolder['policies']): Files {
  const others = Object.entries(files).filter(([path]) => !listNames.includes(path));
  if (policies.length === 0) return Object.fromEntries(others);
  const sorted = policies.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return { 'policies.yaml': yamlOf(sorted), ...Object.fromEntries(others) };
}
