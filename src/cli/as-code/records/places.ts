// Attributes of projects and workspaces whose format in files differs from that in the API. Also identifies delegations
// and overrides by the projects, workspaces and tags to which they apply.
import { Type } from 'typebox';
import { TagValue } from '../../../jsonapi/tag.ts';
import { textsOf } from '../model.ts';
import type { Related } from '../plain-kind.ts';
import type { Naming, RecordPart } from '../record-kind.ts';
import { identifiersOf } from '../relationships.ts';
import { type ApiTarget, idOf, nameOf, patchAt, pathIn, relatedIds, textIn, type WireRecord } from '../wire.ts';

/** True for the default project. Workspaces without a declared project belong to it. */
export const isDefault: RecordPart = {
  schema: Type.Literal(true),
  read: ({ area: { listed }, record }) =>
    listed.get('organization')?.some((each) => relatedIds(each, 'default-project').includes(record.id)) || undefined,
  write: ({ target, path }) =>
    patchAt(target, pathIn('organizations', path[0] ?? ''), {
      type: 'organizations',
      relationships: { 'default-project': { data: { id: idOf(target, 'project', path), type: 'projects' } } },
    }),
};

/** Tag values by tag key. If the service does not include tag bindings in its lists, only the tag names are read. */
export const tags: RecordPart = {
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
  sentAs: () => ['tag-bindings'],
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

const naming: Naming = {
  keys: { team: Type.String(), project: Type.String(), workspace: Type.String() },
  rule: 'the entry must name a team, and a project or a workspace',
  namesIn: ({ team, project, workspace }) => {
    if (team === undefined || (project === undefined) === (workspace === undefined)) return undefined;
    return [team, ...(workspace === undefined ? ['project', project] : ['workspace', workspace])].map(String);
  },
  entryOf: ([team, place = '', name]) => ({ team, [place]: name }),
};

/**
 * Returns the members of a `RecordKind` that identify a delegation by its team and by the project or workspace to which
 * the delegation applies.
 */
export function namedByPlace(team: Related, project: Related, workspace: Related) {
  const placeOf = (type: string) => (type === 'workspace' ? workspace : project);
  return {
    names: ['team', 'place', 'name'],
    naming,
    references: ([, name = '', type = '', place = '']: readonly string[]) => [
      { key: team.name, kind: team.name, name },
      { key: placeOf(type).name, kind: placeOf(type).name, name: place },
    ],
    namesOf: (target: ApiTarget, record: WireRecord) => {
      const [ofTeam, ofProject, ofWorkspace] = [team, project, workspace].map(
        ({ name }) => relatedIds(record, name).flatMap((id) => nameOf(target, name, id) ?? [])[0],
      );
      const place = ofWorkspace ?? ofProject;
      if (ofTeam === undefined || place === undefined) return undefined;
      return [ofTeam, (ofWorkspace === undefined ? project : workspace).name, place];
    },
    nameAs: (target: ApiTarget, path: readonly string[]) => {
      const [, name = '', type = '', place = ''] = path;
      const related = (to: Related, of: string) => ({ data: identifiersOf({ target, path }, to, [of])[0] });
      return { relationships: { team: related(team, name), [placeOf(type).name]: related(placeOf(type), place) } };
    },
  };
}

const placeOrTag: Naming = {
  keys: { project: Type.String(), workspace: Type.String(), 'tag-key': Type.String(), 'tag-value': TagValue() },
  rule: 'the entry must name a project, a workspace, or a tag-key with an optional tag-value',
  namesIn: ({ project, workspace, 'tag-key': key, 'tag-value': value }) => {
    const places = Object.entries({ project, workspace, tag: key }).filter(([, name]) => name !== undefined);
    const [[place, name] = []] = places;
    if (places.length !== 1 || (value !== undefined && place !== 'tag')) return undefined;
    return (value === undefined ? [place, name] : [`tag ${name}`, value]).map(String);
  },
  entryOf: ([place = '', name]) => {
    const [, key] = place.split(' ');
    if (key !== undefined) return { 'tag-key': key, 'tag-value': name };
    return { [place === 'tag' ? 'tag-key' : place]: name };
  },
};

/**
 * Returns the members of a `RecordKind` that identify an override by two names: `project` or `workspace` and its name,
 * `tag` and the key of a tag, or `tag <key>` and the value of a tag.
 */
export function namedByPlaceOrTag(project: Related, workspace: Related) {
  const related: Readonly<Record<string, Related>> = { project, workspace };
  return {
    names: ['place', 'name'],
    naming: placeOrTag,
    references: ([, , , place = '', name = '']: readonly string[]) => {
      const to = related[place];
      return to === undefined ? [] : [{ key: place, kind: to.name, name }];
    },
    namesOf: (target: ApiTarget, record: WireRecord) => {
      const nameIn = ({ name }: Related) => relatedIds(record, name).flatMap((id) => nameOf(target, name, id) ?? [])[0];
      const { 'tag-key': key, 'tag-value': value } = record.attributes ?? {};
      return placeOrTag.namesIn({
        project: nameIn(project),
        workspace: nameIn(workspace),
        'tag-key': key ?? undefined,
        'tag-value': value ?? undefined,
      });
    },
    nameAs: (target: ApiTarget, path: readonly string[]) => {
      const [place = '', name = ''] = path.slice(-2);
      const to = related[place];
      if (to === undefined) return { attributes: placeOrTag.entryOf([place, name]) };
      return { relationships: { [place]: { data: identifiersOf({ target, path }, to, [name])[0] } } };
    },
  };
}
