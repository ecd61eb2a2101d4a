// Request bodies of policy sets, and their conversion to the input of the domain functions.
import { Type } from 'typebox';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { References } from '../../../jsonapi/schema.ts';
import { maxApprovers } from '../../../kernel/linked.ts';
import { mapValues } from '../../../lib/functions/records.ts';
import { policySets } from './entity.ts';
import type { PolicySetInput } from './policy-sets.ts';
import { sourceProblems } from './refused-attributes.ts';
import { selectorsFrom, TagSelectors } from './tag-selectors.ts';
import { targets, targetTypes } from './targets.ts';

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
  rules: sourceProblems,
});

/** Updates may contain unchanged tag selectors, because clients often send back the whole set that they read. */
const changedAttributes = Type.Object({ ...policySets.update, 'tag-selectors': Type.Optional(TagSelectors()) });

/** Body of the request that updates a policy set. */
export const updatePayload = documentPayload({
  type: 'policy-sets',
  attributes: changedAttributes,
  relationships: members(),
  rules: sourceProblems,
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
