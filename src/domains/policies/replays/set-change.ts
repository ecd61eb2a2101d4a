// A change of the scope or the contents of a policy set that a replay tries.
import { type Static, Type } from 'typebox';
import { Nullable, References } from '../../../jsonapi/schema.ts';
import { selectorsFrom, TagSelectors, tagSelectorSchema } from '../policy-sets/tag-selectors.ts';

const matchingLogic = Type.Enum(['any', 'all']);

/** Attributes of a request that change the scope of a set. */
export const scopeAttributes = {
  global: Type.Optional(Nullable(Type.Literal(true))),
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
  const change = {
    ...(attributes.global === true && { global: true }),
    ...(logic !== null && { 'tag-selector-matching-logic': logic }),
    ...Object.fromEntries([...selecting, ...members]),
  };
  return Object.keys(change).length === 0 ? null : change;
}
