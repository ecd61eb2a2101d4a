// The documents of policy sets, and the input that the rules take.
import { Type } from 'typebox';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { References } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { mapValues } from '../../../lib/records.ts';
import { kindOf } from '../kind.ts';
import { policySets } from './entity.ts';
import type { PolicySetInput } from './policy-sets.ts';
import { selectorsFrom, TagSelectors } from './tag-selectors.ts';
import { targets, targetTypes } from './targets.ts';

/** The body of create. */
export const createPayload = (words: Vocabulary) =>
  documentPayload({
    type: 'policy-sets',
    attributes: Type.Object({
      ...policySets.create,
      kind: Type.Optional(Type.Enum([words.native, words.opa])),
      'tag-selectors': Type.Optional(TagSelectors()),
    }),
    relationships: Type.Object({
      policies: Type.Optional(References('policies')),
      ...mapValues(targets, ({ to }) => Type.Optional(References(to))),
    }),
  });

/** The body of update. */
export const updatePayload = documentPayload({
  type: 'policy-sets',
  attributes: Type.Object(policySets.update),
});

interface ToMany {
  readonly data: readonly { readonly id: string }[];
}

const idsIn = (relationship: ToMany | undefined): readonly string[] => relationship?.data.map(({ id }) => id) ?? [];

/** The input of a new policy set, from a document that has been validated. */
export const policySetFrom = (
  words: Vocabulary,
  { attributes, relationships }: InputOf<ReturnType<typeof createPayload>>,
): PolicySetInput => ({
  ...policySets.created(attributes),
  name: attributes.name,
  kind: kindOf(words, attributes.kind ?? words.native) ?? 'native',
  tag_selectors: JSON.stringify(selectorsFrom(attributes['tag-selectors'] ?? [])),
  policyIds: idsIn(relationships.policies),
  targets: targetTypes.map((type) => ({ type, ids: idsIn(relationships[type]) })),
});
