// Plans the changes that bring a service to the declared state. If changes are impossible, collects all reasons.

import { introductionFault } from '../../kernel/introduction.ts';
import { withFullStop } from '../../lib/text/text.ts';
import { NotChecked } from '../terminal/command.ts';
import { type Change, type DifferenceOptions, differenceOf } from './difference.ts';
import { guardProblems } from './guards.ts';
import type { Instance } from './instance.ts';
import { kinds } from './kinds.ts';
import { type DeclaredRecord, keyOf, type LeftOut, type Present, textsOf } from './model.ts';
import { type DeclaredFolder, listKey } from './read-folder.ts';
import type { RecordReference } from './record-kind.ts';

export interface PlanOptions {
  /** Whether to delete undeclared records and to remove undeclared team members. */
  readonly prunes: boolean;
  readonly sendsSecrets: boolean;
  /** Email address of the caller; undefined for team tokens and organization tokens. */
  readonly self: string | undefined;
  /** Whether the attributes of an existing organization are left unchanged, as in an import from another instance. */
  readonly keepsOrganizations: boolean;
}

export interface ChangePlan {
  readonly changes: readonly Change[];
  readonly leftOut: readonly LeftOut[];
}

/** Plans the changes. Throws `NotChecked` with every problem, and the file and line of each. */
export function planFor(
  folder: Pick<DeclaredFolder, 'records' | 'lists'>,
  instance: Instance,
  { prunes, sendsSecrets, self, keepsOrganizations }: PlanOptions,
): ChangePlan {
  const { possible, leftOut } = published(folder.records, instance);
  const declared = prunes ? possible : possible.map((each) => withPeople(each, instance.records));
  const isPruned: DifferenceOptions['isPruned'] = (present) => prunes && isDeletable(present, folder.lists);
  const changes = differenceOf(declared, instance.records, { isPruned, sendsSecrets, hasInitialValue });
  const problems = [
    ...changes.flatMap(formProblems),
    ...declared.flatMap((each) => kindProblems(each, instance.records)),
    ...declared.flatMap((each) => introductionProblems(each, instance.records)),
    ...unknownNames(declared, instance.records),
    ...guardProblems(changes, instance.records, self),
  ];
  if (problems.length > 0) throw new NotChecked(...[...new Set(problems)].map(withFullStop));
  const isKept = (change: Change) => change.action === 'change' && change.declared.kind === 'organization';
  return { changes: keepsOrganizations ? changes.filter((each) => !isKept(each)) : changes, leftOut };
}

const hasInitialValue: DifferenceOptions['hasInitialValue'] = (kind, attribute) =>
  kinds[kind].parts[attribute]?.hasInitialValue === true;

/** Leaves out deprecations of module versions that are not published in the service. */
function published(declared: readonly DeclaredRecord[], { published: versions }: Instance) {
  const known = new Set(versions.map((path) => path.join('\n')));
  const isMissing = ({ kind, path }: DeclaredRecord) => kind === 'deprecation' && !known.has(path.join('\n'));
  const leftOut = declared.filter(isMissing).map(
    ({ path: [organization, module, version], place }): LeftOut => ({
      what: `${place.text}: the deprecation of ${organization}/${module} ${version}`,
      reason: 'the version is not published on the service; publish the version, and run the command again',
    }),
  );
  return { possible: declared.filter((each) => !isMissing(each)), leftOut };
}

/** Adds the team's existing members to the declared ones, because members are removed only with `--prune`. */
function withPeople(declared: DeclaredRecord, records: readonly Present[]): DeclaredRecord {
  if (declared.kind !== 'team' || declared.values.members === undefined) return declared;
  const present = records.find((each) => keyOf(each) === keyOf(declared));
  const members = new Set([...textsOf(declared.values.members), ...textsOf(present?.values.members)]);
  return { ...declared, values: { ...declared.values, members: [...members].sort() } };
}

/**
 * Whether the files contain the list that the record belongs to. A record that the list does not contain can then be
 * deleted, unless records of its type are always kept.
 */
function isDeletable(present: Present, lists: ReadonlySet<string>): boolean {
  const { names, isKept } = kinds[present.kind];
  return isKept?.(present) !== true && lists.has(listKey(present.kind, present.path.slice(0, -names.length)));
}

/**
 * Checks that a new record has its required attributes, and that the immutable attributes of an existing record stay
 * unchanged.
 */
function formProblems(change: Change): readonly string[] {
  if (change.action === 'delete') return [];
  const { declared } = change;
  const { noun, required = [], immutable = [] } = kinds[declared.kind];
  const name = declared.path.at(-1) ?? '';
  if (change.action === 'create') {
    const missing = required.filter((key) => (declared.values[key] ?? null) === null);
    return missing.map((key) => `${declared.place.text}: the new ${noun} ${name} needs the key ${key}`);
  }
  return change.attributes
    .filter((each) => immutable.includes(each.name))
    .map(
      ({ name: key, before }) =>
        `${declared.place.of(key)}: the ${noun} ${name} has the ${key} ${String(before)}, which cannot be changed: declare a new ${noun} with a different name`,
    );
}

/** Default values of the attributes in `ofKindOpa`. A record of the kind `native` may have these values, too. */
const ofEveryKind: readonly unknown[] = [undefined, null, false, 'notice'];

function kindProblems(declared: DeclaredRecord, present: readonly Present[]): readonly string[] {
  const { noun, ofKindOpa = [] } = kinds[declared.kind];
  if (!isNative(declared, present)) return [];
  return ofKindOpa
    .filter((key) => !ofEveryKind.includes(Object(declared.values)[key]))
    .map((key) => `${declared.place.of(key)}: a ${noun} of the kind native cannot have the key ${key}: remove the key`);
}

function introductionProblems(declared: DeclaredRecord, present: readonly Present[]): readonly string[] {
  if (declared.kind !== 'policy') return [];
  const fault = introductionFault(isNative(declared, present) ? 'native' : 'opa', declared.values);
  return fault === undefined ? [] : [`${declared.place.of(fault.key)}: ${fault.text}`];
}

function isNative(declared: DeclaredRecord, present: readonly Present[]): boolean {
  const had = present.find((each) => keyOf(each) === keyOf(declared))?.values.kind;
  return (declared.values.kind ?? had) === 'native';
}

/** Reports references to records that are neither declared nor in the service. */
function unknownNames(declared: readonly DeclaredRecord[], present: readonly Present[]): readonly string[] {
  const known = new Set([...declared, ...present].map(keyOf));
  return declared.flatMap((each) =>
    referencesOf(each)
      .filter(({ kind, name }) => !known.has(keyOf({ kind, path: [each.path[0] ?? '', name] })))
      .map(
        ({ key, kind, name }) =>
          `${each.place.of(key)}: ${each.path[0]} has no ${kinds[kind].noun} ${name}: declare it, or correct the name in ${key} of ${each.path.at(-1)}`,
      ),
  );
}

function referencesOf({ kind, path, values }: DeclaredRecord): readonly RecordReference[] {
  const { parts, references } = kinds[kind];
  const named = Object.entries(parts).flatMap(([key, { to }]) =>
    to === undefined ? [] : textsOf([values[key] ?? []].flat()).map((name) => ({ key, kind: to, name })),
  );
  return [...named, ...(references?.(path) ?? [])];
}
