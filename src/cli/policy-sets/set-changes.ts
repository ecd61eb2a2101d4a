// Computes the changes that bring a service's policy sets to their declared state.

import { withFullStop } from '../../lib/text/text.ts';
import type { OrganizationService } from '../policy-service/organization-service.ts';
import { findPolicySet, type PolicySet, policiesOf } from '../policy-service/policies.ts';
import { projectsOf, workspacesOf } from '../policy-service/workspaces.ts';
import { NotChecked } from '../terminal/command.ts';
import {
  type DeclaredMemberType,
  type DeclaredSet,
  memberTypes,
  type SetAttribute,
  setAttributes,
} from './declared-set.ts';

export interface PolicySetChange {
  readonly declared: DeclaredSet;
  /** The existing policy set; undefined if the set will be created. */
  readonly present: PolicySet | undefined;
  /** Attributes that change, with their old and new values. */
  readonly attributes: readonly AttributeChange[];
  readonly members: readonly MemberChange[];
}

interface AttributeChange {
  readonly name: SetAttribute;
  readonly before: unknown;
  readonly after: unknown;
}

export interface MemberChange {
  readonly type: DeclaredMemberType;
  readonly added: readonly Named[];
  readonly removed: readonly Named[];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** An organization's records whose names declarations can contain. */
type Directory = Readonly<Record<'policies' | 'workspaces' | 'projects', readonly Named[]>>;

/** Returns the resource type of a relationship's members. */
export const targetOf = (type: DeclaredMemberType): keyof Directory => {
  if (type === 'policies') return 'policies';
  return type.startsWith('workspace') ? 'workspaces' : 'projects';
};

/**
 * Computes the changes. If a name is unknown or a declared change is not possible, throws `NotChecked` with the file
 * and line.
 */
export async function changesTo(
  service: OrganizationService,
  declared: readonly DeclaredSet[],
): Promise<readonly PolicySetChange[]> {
  const directory = await directoryFor(service, declared);
  const changes: PolicySetChange[] = [];
  const problems: string[] = [];
  for (const each of declared) {
    const present = await findPolicySet(service, each.name);
    const wrong = [...problemsOf(each, present), ...unknownNames(service, each, directory)];
    problems.push(...wrong);
    if (wrong.length === 0) changes.push(changeOf(each, present, directory));
  }
  if (problems.length > 0) throw new NotChecked(...problems.map(withFullStop));
  return changes;
}

async function directoryFor(service: OrganizationService, declared: readonly DeclaredSet[]): Promise<Directory> {
  const isNeeded = (target: keyof Directory) =>
    declared.some(({ members }) =>
      memberTypes.some((type) => targetOf(type) === target && members[type] !== undefined),
    );
  const named = (records: readonly { readonly id: string; readonly attributes: { readonly name: string } }[]) =>
    records.map(({ id, attributes: { name } }) => ({ id, name }));
  return {
    policies: isNeeded('policies') ? named(await policiesOf(service)) : [],
    workspaces: isNeeded('workspaces') ? named(await workspacesOf(service)) : [],
    projects: isNeeded('projects') ? named(await projectsOf(service)) : [],
  };
}

function problemsOf({ name, place, kind, members }: DeclaredSet, present: PolicySet | undefined): readonly string[] {
  if (present === undefined) return [];
  const presentKind = present.attributes.kind;
  const isVersioned = present.relationships['current-version'].data !== null;
  return [
    ...(kind === undefined || kind === presentKind
      ? []
      : [
          `${place}: ${name} is of the kind ${presentKind}, which cannot be changed: declare a policy set with a different name`,
        ]),
    ...(isVersioned && members.policies !== undefined
      ? [`${place}: the policies of ${name} are uploaded by "tipstaff policy push": remove the key policies`]
      : []),
  ];
}

const unknownNames = (
  { organization }: OrganizationService,
  { members, placeOf }: DeclaredSet,
  directory: Directory,
): readonly string[] =>
  memberTypes.flatMap((type) => {
    const known = new Set(directory[targetOf(type)].map(({ name }) => name));
    const unknown = (members[type] ?? []).filter((name) => !known.has(name));
    return unknown.map((name) => `${placeOf(type, name)}: ${unknownSentence[targetOf(type)](organization, name)}`);
  });

const unknownSentence: Readonly<Record<keyof Directory, (organization: string, name: string) => string>> = {
  policies: (organization, name) =>
    `${organization} has no policy ${name}: "tipstaff policy list --organization ${organization}" shows the existing ones`,
  workspaces: (organization, name) =>
    `${organization} has no workspace ${name}: "tipstaff workspace create ${name} --organization ${organization}" creates one`,
  projects: (organization, name) =>
    `${organization} has no project ${name}: correct the name, or create it by POST /api/v2/organizations/${organization}/projects`,
};

function changeOf(declared: DeclaredSet, present: PolicySet | undefined, directory: Directory): PolicySetChange {
  const { attributes, members } = declared;
  const changed = setAttributes.flatMap((name) => {
    const after = attributes[name];
    const before: unknown = present?.attributes[name];
    return after === undefined || after === before ? [] : [{ name, before, after }];
  });
  return {
    declared,
    present,
    attributes: changed,
    members: memberTypes.flatMap((type) => memberChange(type, members[type], present, directory)),
  };
}

function memberChange(
  type: DeclaredMemberType,
  names: readonly string[] | undefined,
  present: PolicySet | undefined,
  directory: Directory,
): readonly MemberChange[] {
  if (names === undefined) return [];
  const all = directory[targetOf(type)];
  const wanted = all.filter(({ name }) => names.includes(name));
  const had = new Set(present?.relationships[type].data.map(({ id }) => id));
  const added = wanted.filter(({ id }) => !had.has(id));
  const removed = [...had]
    .filter((id) => !wanted.some((one) => one.id === id))
    .map((id) => ({ id, name: all.find((one) => one.id === id)?.name ?? id }));
  return added.length + removed.length === 0 ? [] : [{ type, added, removed }];
}

/** Returns whether the set is created, changed, or left unchanged. */
export const actionOf = ({ present, attributes, members }: PolicySetChange): 'create' | 'change' | 'none' => {
  if (present === undefined) return 'create';
  return attributes.length + members.length > 0 ? 'change' : 'none';
};

const shown = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null || value === undefined ? 'none' : JSON.stringify(value);
};

/** Returns one line for each changed set, lines for its changes, and a summary line with the numbers of sets. */
export function linesOf(changes: readonly PolicySetChange[]): readonly string[] {
  const count = (action: ReturnType<typeof actionOf>) => changes.filter((each) => actionOf(each) === action).length;
  const lines = changes
    .filter((change) => actionOf(change) !== 'none')
    .flatMap((change) => [
      `  ${change.present === undefined ? '+' : '~'} ${change.declared.name}`,
      ...change.attributes.map(({ name, before, after }) =>
        change.present === undefined
          ? `      ${name}: ${shown(after)}`
          : `      ${name}: ${shown(before)} → ${shown(after)}`,
      ),
      ...change.members.map(({ type, added, removed }) => {
        const parts = [...added.map(({ name }) => `+${name}`), ...removed.map(({ name }) => `-${name}`)];
        return `      ${type}: ${parts.join(' ')}`;
      }),
    ]);
  const sum = `${count('create')} to create, ${count('change')} to change, ${count('none')} as declared.`;
  return [...lines, sum];
}
