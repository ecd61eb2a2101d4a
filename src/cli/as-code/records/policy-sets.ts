// Attributes of policy sets and parameters whose format in files differs from that in the API.
import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { orAbsent } from '../../../../client/failure.ts';
import type { SetState } from '../../../../client/tightening.ts';
import { TagSelectors } from '../../../domains/policies/commands.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { type NewVersion, newVersion, packed, uploadTo } from '../../policy-service/push.ts';
import { filesOfVersion } from '../../policy-service/service-folder.ts';
import { type RecordValues, storedSecret } from '../model.ts';
import type { Related } from '../plain-kind.ts';
import type { RecordPart } from '../record-kind.ts';
import { addRelated, removeRelated, toMany } from '../relationships.ts';
import { type ApiTarget, idOf, pathIn, relatedIds } from '../wire.ts';

export const tagSelectors: RecordPart = {
  schema: TagSelectors(),
  comparable: (value) => selectorsOf(value),
  read: ({ attributes }, name) => {
    const selectors = selectorsOf(attributes[name]);
    return selectors.length === 0 ? undefined : selectors;
  },
  content: ({ isNew, name, after }) => (isNew ? { attributes: { [name]: after } } : {}),
  write: async ({ target, isNew, before, after }, at) => {
    if (isNew) return;
    const [had, has] = [selectorsOf(before), selectorsOf(after)];
    const without = (list: readonly object[], others: readonly object[]) =>
      list.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)));
    for (const [method, data] of [
      ['delete', without(had, has)],
      ['post', without(has, had)],
    ] as const) {
      if (data.length > 0) await target.client.untyped.send({ method, path: `${at}/tag-selectors`, body: { data } });
    }
  },
};

type TagSelector = SetState['tag-selectors'][number];

/** Adds the default values of omitted members to tag selectors. */
export const selectorsOf = (value: unknown): readonly TagSelector[] =>
  (Array.isArray(value) ? value : []).map((each) => ({
    'tag-key': each['tag-key'],
    'tag-value': each['tag-value'] ?? null,
    'is-exclude': each['is-exclude'] ?? false,
  }));

/** Policies of a set without versions. If the set has a version, the version's files contain the policies. */
export const withoutVersion = (policies: RecordPart): RecordPart => ({
  ...policies,
  read: (shown, name) =>
    relatedIds(shown.record, 'current-version').length === 0 ? policies.read?.(shown, name) : undefined,
});

/**
 * Approver teams of a set. Teams are added before others are removed, because a set without approvers would let
 * everybody with the permission to override do so in the meantime.
 */
export const addedFirst = (team: Related): RecordPart => {
  const { leave: _, ...part } = toMany(team);
  return {
    ...part,
    write: async (write, at) => {
      if (write.isNew) return;
      const path = `${at}/relationships/${write.name}`;
      await addRelated(write, team, path);
      await removeRelated(write, team, path);
    },
  };
};

/**
 * File contents of the set's current version, by path. The list of policy sets contains the path of the folder with
 * these files.
 */
export const files: RecordPart = {
  schema: Type.Record(Type.String(), Type.String()),
  stored: { folder: 'policy-sets', ending: () => '', hasMany: true },
  read: async ({ area: { target, leftOut }, record, attributes, path }) => {
    const [version] = relatedIds(record, 'current-version');
    const set = placeOf(record.id, path, attributes[policiesPath]);
    const texts = version === undefined ? undefined : await orAbsent(filesOfVersion(target, set, version));
    const isElsewhere = (attributes['vcs-repo'] ?? null) !== null;
    if (texts === undefined && (version !== undefined || isElsewhere)) {
      const what = `the policies in versions of the policy set ${path.join('/')}`;
      const reason =
        'the service does not return the files of these policies; push the files with "tipstaff policy push"';
      leftOut({ kind: 'policy-set', what, reason });
    }
    return texts;
  },
  write: async ({ target, path, after, values }) => {
    const id = idOf(target, 'policy-set', path);
    const staged = target.staged.get(id);
    if (staged === undefined) await pushDeclared(target, path, { values, files: after }, { staged: false });
    else
      await target.client.untyped.send({
        method: 'post',
        path: pathIn('policy-set-versions', staged, 'actions', 'activate'),
      });
  },
};

/** Declared values of a policy set, and the files for its new version. */
interface DeclaredVersion {
  readonly values: RecordValues;
  readonly files: unknown;
}

/**
 * Pushes declared files as a new version and returns the version. If the version should be staged but the service is
 * too old for that, nothing is uploaded.
 */
export async function pushDeclared(
  target: ApiTarget,
  path: readonly string[],
  { values, files }: DeclaredVersion,
  { staged }: { readonly staged: boolean },
): Promise<NewVersion> {
  const set = placeOf(idOf(target, 'policy-set', path), path, values[policiesPath]);
  const texts = Object.entries(Object(files)).map(([file, text]) => [file, String(text)]);
  const content = packed(set, Object.fromEntries(texts));
  const version = await newVersion(target, set, { staged });
  if (version.isStaged === staged) await uploadTo(target, version, content);
  return version;
}

const policiesPath = 'policies-path';

/** A policy set and its `policies-path`, the folder in the set's archives that contains the policies. */
const placeOf = (id: string, [, name = '']: readonly string[], folder: unknown) => ({
  id,
  attributes: { name, [policiesPath]: typeof folder === 'string' ? folder : null },
});

/**
 * Attribute that tells whether an override belongs to a sensitive parameter. The attribute is never sent, because the
 * service takes it from the parameter.
 */
export const sensitive: RecordPart = {
  schema: Type.Literal(true),
  read: ({ attributes }) => attributes.sensitive === true || undefined,
  sentAs: () => [],
  content: () => ({}),
};

/** Value of a parameter or of an override. A service never returns the value of a sensitive parameter. */
export const value: RecordPart = {
  schema: Text(),
  isSecret: ({ sensitive }) => sensitive === true,
  read: ({ attributes }, name) => (attributes.sensitive === true ? storedSecret : (attributes[name] ?? undefined)),
};
