// A change of the scope or the contents of a policy set that a replay tries.
import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import type { Reader } from '../../../db/database.ts';
import type { Problem } from '../../../jsonapi/errors.ts';
import { Nullable, Reference, References } from '../../../jsonapi/schema.ts';
import type { SetWithTargets } from '../applicable-sets/scope.ts';
import { selectorsFrom, selectorsOf, TagSelectors, tagSelectorSchema } from '../policy-sets/tag-selectors.ts';
import { targetProblems } from '../policy-sets/targets.ts';

const matchingLogic = Type.Enum(['any', 'all']);

/** Attributes of a request that change the scope of a set. */
export const scopeAttributes = {
  global: Type.Optional(Type.Literal(true)),
  'tag-selector-matching-logic': Type.Optional(Nullable(matchingLogic)),
  'added-tag-selectors': Type.Optional(TagSelectors()),
  'removed-tag-selectors': Type.Optional(TagSelectors()),
};

/** Relationships of a request that change the scope or the contents of a set, with up to 1,000 records each. */
export const memberRelationships = {
  'added-policies': Type.Optional(References('policies')),
  'added-workspaces': Type.Optional(References('workspaces')),
  'added-projects': Type.Optional(References('projects')),
  'removed-workspace-exclusions': Type.Optional(References('workspaces')),
  'removed-project-exclusions': Type.Optional(References('projects')),
  'policy-set-version': Type.Optional(Reference('policy-set-versions')),
};

const memberNames = [
  'added-policies',
  'added-workspaces',
  'added-projects',
  'removed-workspace-exclusions',
  'removed-project-exclusions',
] as const satisfies readonly (keyof typeof memberRelationships)[];

const identifiers = Type.Optional(Type.Array(Type.String()));
const selectors = Type.Optional(Type.Array(tagSelectorSchema));

/** A change of a set's scope or contents. Parts that do not change are left out. */
export const setChangeSchema = Type.Object({
  global: Type.Optional(Type.Boolean()),
  'tag-selector-matching-logic': Type.Optional(matchingLogic),
  'added-tag-selectors': selectors,
  'removed-tag-selectors': selectors,
  'added-policies': identifiers,
  'added-workspaces': identifiers,
  'added-projects': identifiers,
  'removed-workspace-exclusions': identifiers,
  'removed-project-exclusions': identifiers,
  'policy-set-version': Type.Optional(Type.String()),
});
export type SetChange = Static<typeof setChangeSchema>;

const attributesSchema = Type.Object(scopeAttributes);
const relationshipsSchema = Type.Object(memberRelationships);

/** Returns the change in a validated request; null if the request changes neither the scope nor the contents. */
export function setChangeFrom(
  attributes: Static<typeof attributesSchema>,
  relationships: Static<typeof relationshipsSchema>,
): SetChange | null {
  const logic = attributes['tag-selector-matching-logic'] ?? null;
  const selecting = (['added-tag-selectors', 'removed-tag-selectors'] as const).flatMap((name) => {
    const sent = attributes[name] ?? [];
    return sent.length === 0 ? [] : [[name, selectorsFrom(sent)] as const];
  });
  const members = memberNames.flatMap((name) => {
    const ids = new Set(relationships[name]?.data.map(({ id }) => id));
    return ids.size === 0 ? [] : [[name, [...ids]] as const];
  });
  const version = relationships['policy-set-version'];
  const change = {
    ...(attributes.global === true && { global: true }),
    ...(logic !== null && { 'tag-selector-matching-logic': logic }),
    ...(version && { 'policy-set-version': version.data.id }),
    ...Object.fromEntries([...selecting, ...members]),
  };
  return Object.keys(change).length === 0 ? null : change;
}

/** Returns a policy set with the scope that it has after a change. */
export function changedSet(set: SetWithTargets, change: SetChange | null): SetWithTargets {
  if (change === null) return set;
  const removed = change['removed-tag-selectors'] ?? [];
  const kept = selectorsOf(set).filter((one) => !removed.some((other) => isDeepStrictEqual(one, other)));
  const { targets } = set;
  return {
    ...set,
    is_global: change.global === true ? 1 : set.is_global,
    tag_selectors: JSON.stringify(selectorsFrom([...kept, ...(change['added-tag-selectors'] ?? [])])),
    tag_selector_matching_logic: change['tag-selector-matching-logic'] ?? set.tag_selector_matching_logic,
    targets: {
      workspaces: targets.workspaces.union(new Set(change['added-workspaces'])),
      projects: targets.projects.union(new Set(change['added-projects'])),
      'workspace-exclusions': targets['workspace-exclusions'].difference(
        new Set(change['removed-workspace-exclusions']),
      ),
      'project-exclusions': targets['project-exclusions'].difference(new Set(change['removed-project-exclusions'])),
    },
  };
}

/** Returns a problem for each workspace or project in a change that does not belong to the organization. */
export async function setChangeProblems(
  reader: Reader,
  organization: string,
  change: SetChange | null,
): Promise<readonly Problem[]> {
  const references = [
    ['workspaces', 'added-workspaces'],
    ['projects', 'added-projects'],
    ['workspace-exclusions', 'removed-workspace-exclusions'],
    ['project-exclusions', 'removed-project-exclusions'],
  ] as const;
  const problems = references.map(([type, name]) => {
    const pointer = `/data/relationships/${name}/data`;
    return targetProblems(reader, organization, { type, ids: change?.[name] ?? [], pointer });
  });
  return (await Promise.all(problems)).flat();
}
