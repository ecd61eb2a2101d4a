// Request bodies of policy sets, and their conversion to the input of the domain functions.
import { Type } from 'typebox';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { Identifier, References } from '../../../jsonapi/schema.ts';
import { maxApprovers } from '../../../kernel/linked.ts';
import { mapValues } from '../../../lib/functions/records.ts';
import { policySets } from './entity.ts';
import { type Members, type MemberType, memberTypes } from './members.ts';
import type { PolicySetInput } from './policy-sets.ts';
import { listedSourceProblems, type Repeated, sourceProblems } from './refused-attributes.ts';
import { selectorsFrom, TagSelectors } from './tag-selectors.ts';
import { targets, targetTypes } from './targets.ts';

/** Changes to an existing policy set. */
export interface SetChange {
  readonly id: string;
  readonly attributes: Repeated['attributes'];
  readonly added: readonly Members[];
  readonly removed: readonly Members[];
}

export interface SetChanges {
  readonly creations: readonly PolicySetInput[];
  readonly changes: readonly SetChange[];
}

const newAttributes = Type.Object({
  ...policySets.create,
  'tag-selectors': Type.Optional(TagSelectors()),
});

const members = () =>
  Type.Object({
    policies: Type.Optional(References('policies')),
    ...mapValues(targets, ({ to }) => Type.Optional(References(to))),
    approvers: Type.Optional(References('teams', maxApprovers)),
  });

/** Body of the request that creates a policy set. */
export const createPayload = documentPayload({
  type: 'policy-sets',
  attributes: newAttributes,
  relationships: members(),
  rules: (attributes) => sourceProblems(attributes),
});

/** Updates may contain unchanged tag selectors, because clients often send back the whole set that they read. */
const changedAttributes = Type.Object({ ...policySets.update, 'tag-selectors': Type.Optional(TagSelectors()) });

/** Maximum number of sets that one request can create, and maximum number of existing sets that it can change. */
const maxSets = 1_000;

/** Body of the request that creates and changes several policy sets. */
export const applyPayload = documentPayload({
  type: 'policy-set-changes',
  attributes: Type.Object({
    creations: Type.Optional(
      Type.Array(Type.Object({ attributes: newAttributes, relationships: Type.Optional(members()) }), {
        maxItems: maxSets,
      }),
    ),
    changes: Type.Optional(
      Type.Array(
        Type.Object({
          id: Identifier(),
          attributes: Type.Optional(changedAttributes),
          added: Type.Optional(members()),
          removed: Type.Optional(members()),
        }),
        { maxItems: maxSets },
      ),
    ),
  }),
  rules: listedSourceProblems,
});

/** Converts the body of a `policy-set-changes` request to the sets to create and the changes to apply. */
export function setChangesFrom({
  attributes: { creations = [], changes = [] },
}: InputOf<typeof applyPayload>): SetChanges {
  return {
    creations: creations.map(({ attributes, relationships = {} }) => policySetFrom({ attributes, relationships })),
    changes: changes.map(({ id, attributes = {}, added = {}, removed = {} }) => ({
      id,
      attributes,
      added: membersIn(added),
      removed: membersIn(removed),
    })),
  };
}

const membersIn = (relationships: Partial<Readonly<Record<MemberType, ToMany>>>): readonly Members[] =>
  memberTypes.flatMap((type) => {
    const ids = idsIn(relationships[type]);
    return ids.length === 0 ? [] : [{ type, ids }];
  });

/** Body of the request that updates a policy set. */
export const updatePayload = documentPayload({
  type: 'policy-sets',
  attributes: changedAttributes,
  relationships: members(),
  rules: (attributes) => sourceProblems(attributes),
});

interface ToMany {
  readonly data: readonly { readonly id: string }[];
}

const idsIn = (relationship: ToMany | undefined): readonly string[] => relationship?.data.map(({ id }) => id) ?? [];

/** Converts a validated document to the input for creating a policy set. */
export const policySetFrom = ({ attributes, relationships }: InputOf<typeof createPayload>): PolicySetInput => ({
  ...policySets.created(attributes),
  name: attributes.name,
  kind: attributes.kind ?? 'native',
  tag_selectors: JSON.stringify(selectorsFrom(attributes['tag-selectors'] ?? [])),
  policyIds: idsIn(relationships.policies),
  approverIds: idsIn(relationships.approvers),
  targets: targetTypes.map((type) => ({ type, ids: idsIn(relationships[type]) })),
});
