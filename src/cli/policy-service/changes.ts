// Computes how the policies in a set would change if a folder were pushed.
import { isDeepStrictEqual } from 'node:util';
import { joined } from '../../../client/list.ts';
import { blocksPlans, type Enforcement, tightenedPolicy } from '../../../client/tightening.ts';
import { inputFormOf } from '../../kernel/input-form.ts';
import { strictestOf } from '../../kernel/unknown-values.ts';
import { listOfNames } from '../../lib/text/text.ts';
import { isDataFile } from '../../protocols/archives/policy-file-names.ts';
import type { FolderPolicy } from '../policy-folder/policy-folder.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import type { Files, ServiceFolder } from './service-folder.ts';

interface PolicyChange {
  readonly policy: string;
  readonly action: 'create' | 'change' | 'remove';
  /** Parts of the policy that change, such as `code`. */
  readonly what: readonly string[];
}

export interface Changes {
  readonly policies: readonly PolicyChange[];
  /** Paths of files that differ but do not change any policy, such as tests. */
  readonly otherFiles: readonly string[];
}

interface Side {
  readonly policies: readonly FolderPolicy[];
  readonly files: Files;
}

/** Returns the changes that turn the policies of a set into those of a folder. Policies are matched by name. */
export function changesBetween(before: ServiceFolder, after: Side): Changes {
  const isDataChanged = differingFiles(before.files, after.files).some(isDataFile);
  const [had, has] = [
    byName(before),
    byName({ ...after, policies: after.policies.map((policy) => inSet(policy, before)) }),
  ];
  const policies = [...new Set([...had.keys(), ...has.keys()])].sort().flatMap((name) => {
    const change = changeOf(had.get(name), has.get(name), isDataChanged);
    return change === undefined ? [] : [{ policy: name, ...change }];
  });
  const isSilent = policies.length > 0 || before.isListMade;
  return { policies, otherFiles: isSilent ? [] : differingFiles(before.files, after.files) };
}

/** Returns a policy with the set's input form if the policy does not specify one. */
const inSet = (policy: FolderPolicy, { input }: ServiceFolder): FolderPolicy => ({
  ...policy,
  input: policy.input ?? input,
});

const byName = ({ policies }: Side): ReadonlyMap<string, FolderPolicy> =>
  new Map(policies.map((policy) => [policy.name, policy]));

function changeOf(
  before: FolderPolicy | undefined,
  after: FolderPolicy | undefined,
  isDataChanged: boolean,
): Omit<PolicyChange, 'policy'> | undefined {
  if (after === undefined) return { action: 'remove', what: [] };
  if (before === undefined)
    return {
      action: 'create',
      what: [after.enforcementLevel, ...(after.introduction === 'enforce' ? [] : [after.introduction])],
    };
  const what = [...differences(before, after), ...(isDataChanged ? ['data'] : [])];
  return what.length === 0 ? undefined : { action: 'change', what };
}

function differences(before: FolderPolicy, after: FolderPolicy): readonly string[] {
  const { enforcementLevel: from } = before;
  const { enforcementLevel: to } = after;
  return [
    ...(from === to ? [] : [`enforcement-level ${from} → ${to}`]),
    ...(before.introduction === after.introduction
      ? []
      : [`introduction ${before.introduction} → ${after.introduction}`]),
    ...(before.query === after.query ? [] : ['query']),
    ...(inputFormOf(before.input) === inputFormOf(after.input)
      ? []
      : [`input ${inputFormOf(before.input)} → ${inputFormOf(after.input)}`]),
    ...(strictestOf(before.unknownValues) === strictestOf(after.unknownValues) ? [] : ['unknown-values']),
    ...(before.description === after.description ? [] : ['description']),
    ...(isDeepStrictEqual(before.modules, after.modules) ? [] : ['code']),
  ];
}

const differingFiles = (before: Files, after: Files): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]).sort();

/**
 * Describes the changes that can make more plans fail, such as `no-kms becomes mandatory; tags gets different code`.
 * Undefined if there are none.
 */
export function tighteningIn(before: ServiceFolder, after: Side, { policies }: Changes): string | undefined {
  const [had, has] = [byName(before), byName(after)];
  const tightened = policies.flatMap(({ policy, what }) => {
    const next = has.get(policy);
    const parts = what.flatMap((part) => part.split(' ')[0] ?? []);
    const tightening = next && tighteningOf(enforcementOf(had.get(policy)), enforcementOf(next), parts);
    return tightening === undefined ? [] : [`${policy} ${tightening}`];
  });
  return tightened.length === 0 ? undefined : listOfNames(tightened, '; ');
}

const enforcementOf = <Policy extends FolderPolicy | undefined>(policy: Policy) =>
  policy && { 'enforcement-level': policy.enforcementLevel, introduction: policy.introduction };

/**
 * Describes how the changed parts of a policy can make more plans fail, such as `becomes mandatory and gets different code`.
 * Undefined if they cannot. `before` is undefined for a new policy.
 */
export function tighteningOf(
  before: Enforcement | undefined,
  after: Enforcement,
  changed: readonly string[],
): string | undefined {
  const { 'enforcement-level': level, introduction } = after;
  if (before === undefined) return blocksPlans(after) ? `is new and ${level}` : undefined;
  const tightened = tightenedPolicy(before, after, changed);
  const others = tightened.filter((part) => part !== 'enforcement-level' && part !== 'introduction');
  const phrases = [
    ...(tightened.includes('enforcement-level') ? [`becomes ${level}`] : []),
    ...(tightened.includes('introduction') ? [`gets the introduction ${introduction}`] : []),
    ...(others.length > 0 ? [`gets ${differing(others)}`] : []),
  ];
  return phrases.length === 0 ? undefined : joined(phrases);
}

/** Names of attributes and parts that do not take the article `a`. */
const withoutArticle: readonly string[] = ['code', 'data', 'unknown-values', 'tag-selectors'];

/** Lists changed attributes or parts, such as `different code and a different query`. */
export const differing = (names: readonly string[]): string =>
  joined(names.map((name) => `${withoutArticle.includes(name) ? '' : 'a '}different ${name}`));

export const isNothing = ({ policies, otherFiles }: Changes): boolean => policies.length + otherFiles.length === 0;

const signs: Readonly<Record<PolicyChange['action'], string>> = { create: '+', change: '~', remove: '-' };

/** Returns one line for each change, and a summary line with the numbers of changes. */
export function linesOf({ policies, otherFiles }: Changes): readonly string[] {
  const count = (action: PolicyChange['action']) => policies.filter((each) => each.action === action).length;
  return [
    ...policies.map(
      ({ policy, action, what }) => `  ${signs[action]} ${policy}${what.length > 0 ? ` (${what.join(', ')})` : ''}`,
    ),
    ...otherFiles.map((path) => `  ~ ${terminalText(path)} (changes no policy)`),
    `${count('create')} to create, ${count('change')} to change, ${count('remove')} to remove.`,
  ];
}
