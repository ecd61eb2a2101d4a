// Policy sets: their scope, their policies, the files of their versions, and their parameters.
import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { parameterEntity, policySetEntity, TagSelectors } from '../../../domains/policies/commands.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { optional, sendTo } from '../../client/service-client.ts';
import { pushFiles } from '../../policy-service/push.ts';
import { filesOfVersion, type VersionedSet } from '../../policy-service/service-folder.ts';
import { type AttributeChange, sentValues } from '../difference.ts';
import { type LeftOut, type Present, type RecordName, storedSecret, type Values } from '../model.ts';
import type { RecordKind } from '../record-kind.ts';
import {
  createAt,
  deleteAt,
  documentAt,
  identifiersOf,
  idOf,
  listAt,
  patchAt,
  pathIn,
  registerId,
  relateAt,
  relatedIds,
  type Target,
  textIn,
  valueIn,
  valuesIn,
  type WireRecord,
} from '../wire.ts';
import { textsOf } from './people.ts';

const { name: _, ...own } = policySetEntity.create;
const { key: _key, ...ofParameters } = parameterEntity.update;

/** Kinds of records by the relationships of a set to them. */
export const memberKinds = {
  policies: 'policy',
  workspaces: 'workspace',
  projects: 'project',
  'workspace-exclusions': 'workspace',
  'project-exclusions': 'project',
} as const;
type MemberType = keyof typeof memberKinds;
const memberTypes = Object.keys(memberKinds).filter((type): type is MemberType => type in memberKinds);

const wireTypes = { policy: 'policies', workspace: 'workspaces', project: 'projects' };

const names = () => Type.Array(Type.String());

export const policySetKind: RecordKind = {
  name: 'policy-set',
  noun: 'policy set',
  attributes: {
    ...own,
    policies: names(),
    workspaces: names(),
    projects: names(),
    'workspace-exclusions': names(),
    'project-exclusions': names(),
    'tag-selectors': TagSelectors(),
    /** Texts by their paths, of the version in force; in the list of sets this is the path of a folder. */
    files: Type.Record(Type.String(), Type.String()),
  },
  required: ['kind'],
  immutable: ['kind', 'versioned'],
  create: async (target, { declared: { path, values } }) => {
    const [organization = '', name] = path;
    const relationships = Object.fromEntries(
      memberTypes.map((type) => [type, { data: membersIn(target, organization, type, values[type]) }]),
    );
    const { id } = await createAt(target, pathIn('organizations', organization, 'policy-sets'), {
      type: 'policy-sets',
      attributes: { name, ...attributesOf(values) },
      relationships,
    });
    registerId(target, 'policy-set', path, id);
    await pushVersion(target, path, values);
    return id;
  },
  change: async (target, change) => {
    const { id, path, tag } = change.present;
    const sent = sentValues(change);
    const { 'tag-selectors': _selectors, ...attributes } = attributesOf(sent);
    if (Object.keys(attributes).length > 0)
      await patchAt(target, pathIn('policy-sets', id), { type: 'policy-sets', attributes }, tag);
    await changeMembers(target, id, path[0] ?? '', change.attributes);
    await changeSelectors(target, id, change.attributes);
    await pushVersion(target, path, { ...change.present.values, ...change.declared.values, files: sent.files });
  },
  remove: (target, { id }) => deleteAt(target, pathIn('policy-sets', id)),
};

const attributesOf = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'files' && !(name in memberKinds)));

const membersIn = (target: Target, organization: string, type: MemberType, value: unknown) =>
  identifiersOf(
    wireTypes[memberKinds[type]],
    textsOf(value).map((name) => idOf(target, memberKinds[type], [organization, name])),
  );

/** Changes the members: those that leave before those that come, since a record can be in one of two lists only. */
async function changeMembers(
  target: Target,
  id: string,
  organization: string,
  changes: readonly AttributeChange[],
): Promise<void> {
  const ofMembers = memberTypes.flatMap((type) => {
    const change = changes.find(({ name }) => name === type);
    return change === undefined ? [] : [{ type, before: textsOf(change.before), after: textsOf(change.after) }];
  });
  const relate = async (method: 'POST' | 'DELETE', type: MemberType, list: readonly string[]) =>
    relateAt(
      target,
      method,
      pathIn('policy-sets', id, 'relationships', type),
      membersIn(target, organization, type, list),
    );
  for (const { type, before, after } of ofMembers)
    await relate(
      'DELETE',
      type,
      before.filter((name) => !after.includes(name)),
    );
  for (const { type, before, after } of ofMembers)
    await relate(
      'POST',
      type,
      after.filter((name) => !before.includes(name)),
    );
}

async function changeSelectors({ service }: Target, id: string, changes: readonly AttributeChange[]): Promise<void> {
  const change = changes.find(({ name }) => name === 'tag-selectors');
  if (change === undefined) return;
  const path = pathIn('policy-sets', id, 'tag-selectors');
  const [before, after] = [selectorsOf(change.before), selectorsOf(change.after)];
  const without = (list: readonly object[], others: readonly object[]) =>
    list.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)));
  for (const [method, data] of [
    ['DELETE', without(before, after)],
    ['POST', without(after, before)],
  ] as const) {
    if (data.length > 0) await sendTo(service, { method, path, body: JSON.stringify({ data }) });
  }
}

/** Tag selectors with what a declaration may leave out. */
export const selectorsOf = (value: unknown): readonly object[] =>
  (Array.isArray(value) ? value : []).map((each) => ({
    'tag-key': each['tag-key'],
    'tag-value': each['tag-value'] ?? null,
    'is-exclude': each['is-exclude'] ?? false,
  }));

/** Gives the set a version with these files, which are where its archives have them. */
async function pushVersion(target: Target, path: readonly string[], { files, ...attributes }: Values): Promise<void> {
  if (typeof files !== 'object' || files === null) return;
  const id = idOf(target, 'policy-set', path);
  const texts = Object.entries(files).map(([file, text]) => [file, String(text)]);
  await pushFiles(target, placeOf(id, path, attributes), Object.fromEntries(texts));
}

const placeOf = (id: string, [, name = '']: readonly string[], values: Values): VersionedSet => {
  const policiesPath = values['policies-path'];
  return { id, attributes: { name, 'policies-path': typeof policiesPath === 'string' ? policiesPath : null } };
};

/** The policy sets of an organization and their parameters; nothing where the caller does not see them. */
export async function readPolicySets(
  target: Target,
  organization: string,
  surroundings: Surroundings,
): Promise<readonly Present[]> {
  const listed = (await optional(listAt(target, pathIn('organizations', organization, 'policy-sets')))) ?? [];
  const records: Present[] = [];
  for (const { id } of listed) {
    const { value, tag } = await documentAt(target, pathIn('policy-sets', id));
    const set = await setFrom(target, organization, surroundings, value.data);
    records.push({ ...set, tag }, ...(await parametersOf(target, set, id)));
  }
  return records;
}

interface Surroundings {
  /** Records of the organization that sets may name. */
  readonly known: readonly Present[];
  readonly leftOut: (part: LeftOut) => void;
}

async function setFrom(
  target: Target,
  organization: string,
  { known, leftOut }: Surroundings,
  record: WireRecord,
): Promise<Present> {
  const path = [organization, textIn(target, record, 'name')];
  registerId(target, 'policy-set', path, record.id);
  const [version] = relatedIds(record, 'current-version');
  const members = memberTypes.flatMap((type) => {
    if (type === 'policies' && version !== undefined) return [];
    const ids = new Set(relatedIds(record, type));
    const list = known.filter(({ kind, id }) => kind === memberKinds[type] && ids.has(id)).map((each) => each.path[1]);
    return list.length === 0 ? [] : [[type, list.sort()] as const];
  });
  const selectors = selectorsOf(valueIn(target, record, 'tag-selectors'));
  const attributes = valuesIn(target, record, Object.keys(own));
  const place = placeOf(record.id, path, attributes);
  const files = version === undefined ? undefined : await optional(filesOfVersion(target, place, version));
  const isElsewhere = (valueIn(target, record, 'vcs-repo') ?? null) !== null;
  if (files === undefined && (version !== undefined || isElsewhere)) {
    const what = `the policies in versions of the policy set ${path.join('/')}`;
    const reason = 'the service does not give their files; push them with "tipstaff policy push"';
    leftOut({ kind: 'policy-set', what, reason });
  }
  const values = {
    ...attributes,
    ...Object.fromEntries(members),
    ...(selectors.length > 0 && { 'tag-selectors': selectors }),
    ...(files !== undefined && { files }),
  };
  return { kind: 'policy-set', path, id: record.id, values };
}

export const parameterKind: RecordKind = {
  name: 'parameter',
  noun: 'parameter',
  attributes: { ...ofParameters, value: Text() },
  create: async (target, change) => {
    const [organization = '', set = '', key] = change.declared.path;
    const content = { type: 'vars', attributes: { key, ...sentValues(change), category: 'policy-set' } };
    return (await createAt(target, pathOfParameters(idOf(target, 'policy-set', [organization, set])), content)).id;
  },
  change: (target, change) => {
    const path = pathOfParameters(setOf(target, change.present));
    return patchAt(target, `${path}/${change.present.id}`, { type: 'vars', attributes: sentValues(change) });
  },
  remove: (target, present) => deleteAt(target, `${pathOfParameters(setOf(target, present))}/${present.id}`),
};

const pathOfParameters = (set: string): string => pathIn('policy-sets', set, 'parameters');

const setOf = (target: Target, { path: [organization = '', set = ''] }: RecordName): string =>
  idOf(target, 'policy-set', [organization, set]);

async function parametersOf(target: Target, { path }: Present, set: string): Promise<readonly Present[]> {
  const records = (await optional(listAt(target, pathOfParameters(set)))) ?? [];
  return records.map((each): Present => {
    const isSensitive = valueIn(target, each, 'sensitive') === true;
    const value = isSensitive ? storedSecret : valueIn(target, each, 'value');
    const values = { ...valuesIn(target, each, Object.keys(ofParameters)), value };
    return { kind: 'parameter', path: [...path, textIn(target, each, 'key')], id: each.id, values };
  });
}
