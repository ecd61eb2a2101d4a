// The projects and workspaces that policy sets apply to, and delegations of overrides in them.
import { Type } from 'typebox';
import { projectEntity, TagValue, workspaceEntity } from '../../../domains/organizations/commands.ts';
import { optional, ServiceRefusal } from '../../client/service-client.ts';
import { sentValues } from '../difference.ts';
import type { Present, Values } from '../model.ts';
import type { RecordKind } from '../record-kind.ts';
import {
  createAt,
  deleteAt,
  idOf,
  includedIn,
  listAt,
  patchAt,
  pathIn,
  recordAt,
  registerId,
  relatedIds,
  type Target,
  textIn,
  valueIn,
  valuesIn,
  type WireRecord,
} from '../wire.ts';
import { textsOf } from './people.ts';

const { name: _project, ...ofProjects } = projectEntity.update;
const { name: _workspace, ...ofWorkspaces } = workspaceEntity.update;

const tags = Type.Record(Type.String(), TagValue());

export const projectKind: RecordKind = {
  name: 'project',
  noun: 'project',
  /** `default` is true for the project of workspaces that name none. */
  attributes: { ...ofProjects, default: Type.Literal(true), tags },
  create: async (target, { declared: { path, values } }) => {
    const [organization = '', name] = path;
    const { id } = await createAt(target, pathIn('organizations', organization, 'projects'), {
      type: 'projects',
      attributes: { name, ...attributesOf(values) },
      relationships: taggedBy(values),
    });
    if (values.default === true) await makeDefault(target, organization, id);
    return id;
  },
  change: async (target, change) => {
    const { id, path } = change.present;
    const sent = sentValues(change);
    await patchAt(target, pathIn('projects', id), {
      type: 'projects',
      attributes: attributesOf(sent),
      relationships: taggedBy(sent),
    });
    if (sent.default === true) await makeDefault(target, path[0] ?? '', id);
  },
  remove: (target, { id }) => deleteAt(target, pathIn('projects', id)),
};

export const workspaceKind: RecordKind = {
  name: 'workspace',
  noun: 'workspace',
  attributes: { ...ofWorkspaces, project: projectEntity.create.name, tags },
  create: async (target, { declared: { path, values } }) => {
    const [organization = '', name] = path;
    const created = await createAt(target, pathIn('organizations', organization, 'workspaces'), {
      type: 'workspaces',
      attributes: { name, ...attributesOf(values) },
      relationships: { ...taggedBy(values), ...inProject(target, organization, values) },
    });
    return created.id;
  },
  change: (target, change) => {
    const { id, path } = change.present;
    const sent = sentValues(change);
    return patchAt(target, pathIn('workspaces', id), {
      type: 'workspaces',
      attributes: attributesOf(sent),
      relationships: { ...taggedBy(sent), ...inProject(target, path[0] ?? '', sent) },
    });
  },
  remove: (target, { id }) => deleteAt(target, pathIn('workspaces', id)),
};

const attributesOf = ({ tags: _tags, project: _in, default: _default, ...attributes }: Values): Values => attributes;

const taggedBy = ({ tags: own }: Values) =>
  own === undefined
    ? {}
    : {
        'tag-bindings': {
          data: Object.entries(Object(own)).map(([key, value]) => ({
            type: 'tag-bindings',
            attributes: { key, value },
          })),
        },
      };

const inProject = (target: Target, organization: string, { project }: Values) =>
  typeof project === 'string'
    ? { project: { data: { id: idOf(target, 'project', [organization, project]), type: 'projects' } } }
    : {};

const makeDefault = (target: Target, organization: string, id: string): Promise<void> =>
  patchAt(target, pathIn('organizations', organization), {
    type: 'organizations',
    attributes: {},
    relationships: { 'default-project': { data: { id, type: 'projects' } } },
  });

/** The projects and workspaces of an organization, in this order. */
export async function readPlaces(target: Target, organization: string): Promise<readonly Present[]> {
  const home = await optional(recordAt(target, pathIn('organizations', organization)));
  const isDefault = new Set(home === undefined ? [] : relatedIds(home, 'default-project'));
  const projects = (await taggedList(target, organization, 'projects')).map(({ record, own }): Present => {
    const path = [organization, textIn(target, record, 'name')];
    registerId(target, 'project', path, record.id);
    const values = {
      ...valuesIn(target, record, Object.keys(ofProjects)),
      ...(isDefault.has(record.id) && { default: true }),
      ...own,
    };
    return { kind: 'project', path, id: record.id, values };
  });
  const names = new Map(projects.map(({ id, path }) => [id, path[1]]));
  const workspaces = (await taggedList(target, organization, 'workspaces')).map(({ record, own }): Present => {
    const path = [organization, textIn(target, record, 'name')];
    registerId(target, 'workspace', path, record.id);
    const [project] = relatedIds(record, 'project').flatMap((id) => names.get(id) ?? []);
    const values = {
      ...valuesIn(target, record, Object.keys(ofWorkspaces)),
      ...(project !== undefined && { project }),
      ...own,
    };
    return { kind: 'workspace', path, id: record.id, values };
  });
  return [...projects, ...workspaces];
}

interface Tagged {
  readonly record: WireRecord;
  /** Its own tags, where it has any. */
  readonly own: Values;
}

/** Records with their tags. Some services include no tags in lists; then flat ones are known by their names. */
async function taggedList(target: Target, organization: string, type: string): Promise<readonly Tagged[]> {
  const path = pathIn('organizations', organization, type);
  try {
    const { records, included } = await includedIn(target, `${path}?include=tag-bindings`);
    const byId = new Map(included.map((each) => [each.id, each]));
    return records.map((record) => {
      const bindings = relatedIds(record, 'tag-bindings').flatMap((id) => byId.get(id) ?? []);
      return tagged(
        record,
        bindings.map((each) => [textIn(target, each, 'key'), textIn(target, each, 'value')]),
      );
    });
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    const records = await listAt(target, path);
    return records.map((record) =>
      tagged(
        record,
        textsOf(valueIn(target, record, 'tag-names')).map((key) => [key, '']),
      ),
    );
  }
}

const tagged = (record: WireRecord, pairs: readonly (readonly [string, string])[]): Tagged => {
  const sorted = pairs.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { record, own: sorted.length === 0 ? {} : { tags: Object.fromEntries(sorted) } };
};

export const delegationKind: RecordKind = {
  name: 'delegation',
  noun: 'delegation of overrides',
  attributes: {},
  create: async (target, { declared: { path } }) => {
    const [organization = '', team = '', place = '', name = ''] = path;
    const type = place === 'workspace' ? 'workspace' : 'project';
    const created = await createAt(target, pathIn('organizations', organization, 'policy-override-delegations'), {
      type: 'policy-override-delegations',
      relationships: {
        team: { data: { id: idOf(target, 'team', [organization, team]), type: 'teams' } },
        [type]: { data: { id: idOf(target, type, [organization, name]), type: `${type}s` } },
      },
    });
    return created.id;
  },
  remove: (target, { id }) => deleteAt(target, pathIn('policy-override-delegations', id)),
};

/** Delegations of overrides; nothing where the caller does not see it. */
export async function readDelegations(target: Target, organization: string, known: readonly Present[]) {
  const path = pathIn('organizations', organization, 'policy-override-delegations');
  const records = (await optional(listAt(target, path))) ?? [];
  const nameOf = (kind: Present['kind'], ids: readonly string[]) =>
    known.find((each) => each.kind === kind && ids.includes(each.id))?.path[1];
  return records.flatMap((each): readonly Present[] => {
    const team = nameOf('team', relatedIds(each, 'team'));
    const workspace = nameOf('workspace', relatedIds(each, 'workspace'));
    const project = nameOf('project', relatedIds(each, 'project'));
    const place = workspace === undefined ? 'project' : 'workspace';
    const name = workspace ?? project;
    if (team === undefined || name === undefined) return [];
    return [{ kind: 'delegation', path: [organization, team, place, name], id: each.id, values: {} }];
  });
}
