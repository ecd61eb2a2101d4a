// What projects and workspaces have besides attributes, and delegations of overrides in them.
import { Type } from 'typebox';
import { TagValue } from '../../../domains/organizations/commands.ts';
import { optional } from '../../client/service-client.ts';
import { textsOf } from '../model.ts';
import type { PlainKind } from '../plain-kind.ts';
import type { Naming, Part, RecordKind } from '../record-kind.ts';
import { identifiersOf } from '../relationships.ts';
import { createAt, deleteAt, idOf, listAt, nameOf, patchAt, pathIn, relatedIds, textIn } from '../wire.ts';

/** True for the project of workspaces that name none. */
export const isDefault: Part = {
  schema: Type.Literal(true),
  read: ({ area: { listed }, record }) =>
    listed.get('organization')?.some((each) => relatedIds(each, 'default-project').includes(record.id)) || undefined,
  write: ({ target, path }) =>
    patchAt(target, pathIn('organizations', path[0] ?? ''), {
      type: 'organizations',
      relationships: { 'default-project': { data: { id: idOf(target, 'project', path), type: 'projects' } } },
    }),
};

/** Tags by their keys. Where a service includes none in its lists, flat ones are known by their names. */
export const tags: Part = {
  schema: Type.Record(Type.String(), TagValue()),
  read: ({ record, attributes, included }) => {
    const bindings = relatedIds(record, 'tag-bindings').flatMap((id) => included?.get(id) ?? []);
    const pairs =
      included === undefined
        ? textsOf(attributes['tag-names']).map((key) => [key, ''] as const)
        : bindings.map((each) => [textIn(each, 'key'), textIn(each, 'value')] as const);
    const sorted = pairs.toSorted(([one], [other]) => (one < other ? -1 : 1));
    return sorted.length === 0 ? undefined : Object.fromEntries(sorted);
  },
  content: ({ after }) => ({
    relationships: {
      'tag-bindings': {
        data: Object.entries(Object(after)).map(([key, value]) => ({
          type: 'tag-bindings',
          attributes: { key, value },
        })),
      },
    },
  }),
};

const pathOfDelegations = 'policy-override-delegations';

const pathOfDelegation = (id: string): string => pathIn(pathOfDelegations, id);

const naming: Naming = {
  keys: { team: Type.String(), project: Type.String(), workspace: Type.String() },
  rule: 'this must name a team, and a project or a workspace',
  namesIn: ({ team, project, workspace }) => {
    if (team === undefined || (project === undefined) === (workspace === undefined)) return undefined;
    return [team, ...(workspace === undefined ? ['project', project] : ['workspace', workspace])].map(String);
  },
  entryOf: ([team, place = '', name]) => ({ team, [place]: name }),
};

/** A delegation is named by its team, and by the project or the workspace that it is for. */
export const delegationKind = (
  ...kinds: readonly [team: PlainKind, project: PlainKind, workspace: PlainKind]
): RecordKind => {
  const [team, project, workspace] = kinds;
  const placeOf = (type: string) => (type === 'workspace' ? workspace : project);
  return {
    name: 'delegation',
    noun: 'delegation of overrides',
    list: 'override-delegations',
    names: ['team', 'place', 'name'],
    naming,
    attributes: {},
    parts: {},
    references: ([, name = '', type = '', place = '']) => [
      { key: team.name, kind: team.name, name },
      { key: placeOf(type).name, kind: placeOf(type).name, name: place },
    ],
    read: async ({ target, path: [organization = ''] }) => {
      const list = await optional(listAt(target, pathIn('organizations', organization, pathOfDelegations)));
      return (list?.records ?? []).flatMap((record) => {
        const [ofTeam, ofProject, ofWorkspace] = kinds.map(
          ({ name }) => relatedIds(record, name).flatMap((id) => nameOf(target, name, id) ?? [])[0],
        );
        const place = ofWorkspace ?? ofProject;
        if (ofTeam === undefined || place === undefined) return [];
        const path = [organization, ofTeam, ofWorkspace === undefined ? project.name : workspace.name, place];
        return [{ kind: 'delegation', path, id: record.id, values: {} } as const];
      });
    },
    save: async (target, { declared: { path } }) => {
      const [organization = '', name = '', type = '', place = ''] = path;
      const related = (to: PlainKind, of: string) => ({ data: identifiersOf({ target, path }, to, [of])[0] });
      const relationships = { team: related(team, name), [placeOf(type).name]: related(placeOf(type), place) };
      const content = { type: pathOfDelegations, relationships };
      await createAt(target, pathIn('organizations', organization, pathOfDelegations), content, pathOfDelegation);
    },
    remove: (target, { id }) => deleteAt(target, pathOfDelegation(id)),
  };
};
