// Changes that make a service as declared, and every reason why one is impossible.
import { NotChecked } from '../terminal/command.ts';
import { asSentence } from '../terminal/failure.ts';
import { type Change, type DifferenceOptions, differenceOf } from './difference.ts';
import { guardProblems } from './guards.ts';
import type { Instance } from './instance.ts';
import { kinds } from './kinds.ts';
import { type Declared, keyOf, type LeftOut, type Present, type Values } from './model.ts';
import { type DeclaredFolder, listKey } from './read-folder.ts';
import { ownersTeam, textsOf } from './records/people.ts';
import { memberKinds } from './records/policy-sets.ts';

export interface PlanOptions {
  /** True if records are deleted, and people removed, that the declarations lack. */
  readonly prunes: boolean;
  readonly sendsSecrets: boolean;
  /** Address of the caller; undefined for tokens of teams and organizations. */
  readonly self: string | undefined;
}

export interface Plan {
  readonly changes: readonly Change[];
  readonly leftOut: readonly LeftOut[];
}

/** Throws `NotChecked` with every problem, each with file and line. */
export function planFor(
  folder: Pick<DeclaredFolder, 'records' | 'lists'>,
  instance: Instance,
  { prunes, sendsSecrets, self }: PlanOptions,
): Plan {
  const { possible, leftOut } = published(folder.records, instance);
  const declared = prunes ? possible : possible.map((each) => withPeople(each, instance.records));
  const isPruned: DifferenceOptions['isPruned'] = (present) => prunes && isDeletable(present, folder.lists);
  const changes = differenceOf(declared, instance.records, { isPruned, sendsSecrets });
  const problems = [
    ...changes.flatMap(formProblems),
    ...declared.flatMap((each) => kindProblems(each, instance.records)),
    ...unknownNames(declared, instance.records),
    ...guardProblems(changes, instance.records, self),
  ];
  if (problems.length > 0) throw new NotChecked(...[...new Set(problems)].map(asSentence));
  return { changes, leftOut };
}

/** Without deprecations of versions that are not published there. */
function published(declared: readonly Declared[], { published: versions }: Instance) {
  const known = new Set(versions.map((path) => path.join('\n')));
  const isMissing = ({ kind, path }: Declared) => kind === 'deprecation' && !known.has(path.join('\n'));
  const leftOut = declared.filter(isMissing).map(
    ({ path: [organization, module, version], place }): LeftOut => ({
      what: `${place.text}: the deprecation of ${organization}/${module} ${version}`,
      reason: 'this version is not published there; publish it, and run the command again',
    }),
  );
  return { possible: declared.filter((each) => !isMissing(each)), leftOut };
}

/** A team with the people who are in it already, who are removed only where records are pruned. */
function withPeople(declared: Declared, records: readonly Present[]): Declared {
  if (declared.kind !== 'team' || declared.values.members === undefined) return declared;
  const present = records.find((each) => keyOf(each) === keyOf(declared));
  const members = new Set([...textsOf(declared.values.members), ...textsOf(present?.values.members)]);
  return { ...declared, values: { ...declared.values, members: [...members].sort() } };
}

/** Number of names at the end of a path that are those of the record itself. */
const ownNames: Readonly<Partial<Record<Present['kind'], number>>> = { deprecation: 2, delegation: 3 };

/** True if the list of a record is declared, and the record can be missing in it. */
function isDeletable({ kind, path, values }: Present, lists: ReadonlySet<string>): boolean {
  const isKept =
    ['organization', 'settings', 'retention'].includes(kind) ||
    (kind === 'team' && path[1] === ownersTeam) ||
    (kind === 'project' && values.default === true) ||
    (kind === 'plan' && values['is-withdrawn'] === true);
  return !isKept && lists.has(listKey(kind, path.slice(0, -(ownNames[kind] ?? 1))));
}

/** A new record needs some attributes, and an existing one keeps some. */
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
        `${declared.place.of(key)}: the ${noun} ${name} has the ${key} ${String(before)}, which cannot be changed: declare one of another name`,
    );
}

/** Attributes that only policies and sets of the kind opa have; a service leaves them out of others. */
const ofKindOpa: Readonly<Partial<Record<Declared['kind'], readonly string[]>>> = {
  policy: ['query', 'input'],
  'policy-set': ['overridable', 'input'],
};

function kindProblems(declared: Declared, present: readonly Present[]): readonly string[] {
  const keys = ofKindOpa[declared.kind] ?? [];
  const had = present.find((each) => keyOf(each) === keyOf(declared))?.values.kind;
  if ((declared.values.kind ?? had) !== 'native') return [];
  const { noun } = kinds[declared.kind];
  return keys
    .filter((key) => ![undefined, null, false].includes(Object(declared.values)[key]))
    .map((key) => `${declared.place.of(key)}: a ${noun} of the kind native has no ${key}: leave it out`);
}

/** Problems of names that neither the declarations nor the service have. */
function unknownNames(declared: readonly Declared[], present: readonly Present[]): readonly string[] {
  const known = new Set([...declared, ...present].map(keyOf));
  return declared.flatMap((each) =>
    referencesOf(each)
      .filter(({ kind, path }) => !known.has(keyOf({ kind, path })))
      .map(
        ({ key, kind, path }) =>
          `${each.place.of(key)}: ${path[0]} has no ${kinds[kind].noun} ${path[1]}, which ${key} of ${each.path.at(-1)} names`,
      ),
  );
}

interface Reference {
  readonly key: string;
  readonly kind: Declared['kind'];
  readonly path: readonly string[];
}

function referencesOf({ kind, path, values }: Declared): readonly Reference[] {
  const [organization = ''] = path;
  const all = (key: string, of: Declared['kind'], names: Values[string]) =>
    textsOf(names).map((name) => ({ key, kind: of, path: [organization, name] }));
  switch (kind) {
    case 'team':
      return all('members', 'membership', values.members);
    case 'workspace':
      return all('project', 'project', typeof values.project === 'string' ? [values.project] : []);
    case 'policy-set':
      return Object.entries(memberKinds).flatMap(([key, of]) => all(key, of, values[key]));
    case 'delegation':
      return [
        ...all('team', 'team', [path[1]]),
        ...(path[2] === 'workspace' ? all('workspace', 'workspace', [path[3]]) : all('project', 'project', [path[3]])),
      ];
    default:
      return [];
  }
}
