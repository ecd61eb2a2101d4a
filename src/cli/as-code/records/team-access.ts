// Access of teams to single workspaces and projects. Files list it within each team.
import { type TSchema, Type } from 'typebox';
import { isMissing } from '../../../../client/failure.ts';
import { customRuns } from '../../../domains/organizations/commands.ts';
import { isRefusal } from '../../client/service-failure.ts';
import { type KindName, keyOf, type Present } from '../model.ts';
import { kind, type PlainKind, presentFrom, type Related } from '../plain-kind.ts';
import type { Area, RecordPart } from '../record-kind.ts';
import { identifiersOf } from '../relationships.ts';
import {
  type ApiTarget,
  idOf,
  listAt,
  nameOf,
  pathIn,
  type QueryParameters,
  relatedIds,
  type WireRecord,
} from '../wire.ts';

/** Service attribute that contains the permissions of the level `custom` in the workspaces of a project. */
const ofProject = 'workspace-access';

/** Defines an attribute that only the level `custom` has. `isNested` tells whether it is a member of `ofProject`. */
const customPart = (schema: TSchema, wireName: string, isNested: boolean): RecordPart => ({
  schema,
  read: ({ attributes }) => {
    if (attributes.access !== 'custom') return undefined;
    const value: unknown = isNested ? Object(attributes[ofProject])[wireName] : attributes[wireName];
    // A team that can apply plans in another product can also send plans. In Tipstaff, nothing is applied.
    return value === 'apply' ? 'plan' : value;
  },
  sentAs: () => [isNested ? ofProject : wireName],
  // The nested members are sent as one object, so a change of one member sends the others, too.
  content: ({ after, values }) => ({
    attributes: isNested
      ? { [ofProject]: { runs: values.runs, create: values['create-workspaces'] } }
      : { [wireName]: after },
  }),
});

/**
 * Defines the level of access. By default, a service that sets the level `admin` also delegates overrides of policies
 * to the team. In files, only `override-delegations` declares delegations. Therefore `admin` is sent with the value of
 * `policy-overrides` that leaves the delegations unchanged.
 */
const levelPart = (place: Related, levels: readonly string[]): RecordPart => ({
  schema: Type.Enum([...levels]),
  read: ({ attributes }, name) => attributes[name],
  content: ({ target, name, path: [organization = '', ofTeam = '', ofPlace = ''], after }) => {
    const delegation = keyOf({ kind: 'delegation', path: [organization, ofTeam, place.name, ofPlace] });
    const overrides = { 'policy-overrides': target.ids.has(delegation) };
    if (after !== 'admin') return { attributes: { [name]: after } };
    return { attributes: { [name]: after, ...(place.name === 'project' ? { [ofProject]: overrides } : overrides) } };
  },
});

const runs = Type.Enum([...customRuns]);

/** Attributes of the level `custom` for a workspace. */
export const customInWorkspace = { runs: customPart(runs, 'runs', false) };

/** Attributes of the level `custom` for a project. */
export const customInProject = {
  runs: customPart(runs, 'runs', true),
  'create-workspaces': customPart(Type.Boolean(), 'create', true),
};

interface AccessDeclaration {
  readonly name: KindName;
  readonly noun: string;
  readonly team: Related;
  readonly place: Related;
  readonly levels: readonly string[];
  /** Attributes of the level `custom`. */
  readonly parts: Readonly<Record<string, RecordPart>>;
}

/** Defines the resource type for the access of teams to workspaces or projects. `place` tells which of the two. */
export function accessKind({ team, place, levels, parts, ...declaration }: AccessDeclaration): PlainKind {
  const related = (record: WireRecord, to: Related) => relatedIds(record, to.name)[0] ?? '';
  const access: PlainKind = kind({
    ...declaration,
    list: place.path,
    path: `team-${place.path}`,
    parts: { access: levelPart(place, levels), ...parts },
    required: ['access'],
    lacking: { what: `the ${declaration.noun} of teams`, reason: 'the token has no permission to read it' },
    references: ([, ofTeam = '', name = '']) => [
      { key: 'name', kind: team.name, name: ofTeam },
      { key: 'name', kind: place.name, name },
    ],
    namesOf: (target, record) => {
      const names = [team, place].map((to) => nameOf(target, to.name, related(record, to)));
      return names.every((each) => each !== undefined) ? names : undefined;
    },
    nameAs: (target, path) => ({
      relationships: {
        team: { data: { id: idOf(target, team.name, path.slice(0, 2)), type: team.path } },
        [place.name]: { data: identifiersOf({ target, path }, place, path.slice(2))[0] },
      },
    }),
    read: (area) => readAccess(access, area, place),
  });
  return access;
}

/**
 * Reads the access of all teams. Other products cannot list the access in a whole organization. If the service refuses
 * that list, the access to each workspace or project is listed. Undefined if the caller may not read the access.
 */
async function readAccess(access: PlainKind, area: Area, place: Related): Promise<readonly Present[] | undefined> {
  const { target, listed, path } = area;
  const places = (listed.get(place.name) ?? []).map(({ id }) => ({ [`filter[${place.name}][id]`]: id }));
  const records =
    (await recordsAt(access, target, [{ 'filter[organization][name]': path[0] }])) ??
    (await recordsAt(access, target, places));
  if (records === undefined) return undefined;
  const read = records.map((record) => presentFrom(access, area, path, { record, included: undefined }));
  return (await Promise.all(read)).filter((each) => each !== undefined);
}

/** Lists the access for each of the filters. Undefined if a list is refused or hidden. */
async function recordsAt(
  { path }: PlainKind,
  target: ApiTarget,
  filters: readonly QueryParameters[],
): Promise<readonly WireRecord[] | undefined> {
  const records: WireRecord[] = [];
  try {
    for (const filter of filters) records.push(...(await listAt(target, pathIn(path), filter)).records);
  } catch (error) {
    if (isRefusal(error) || isMissing(error)) return undefined;
    throw error;
  }
  return records;
}
