// The documents of policies, and the input that the rules take.
import { Type } from 'typebox';
import type { NewRow } from '../../../db/tables.ts';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { Nullable, References, Text } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { enforcementProblems, levelOfNew } from './enforcement.ts';
import { policies } from './entity.ts';

/** The level by its name, and by the deprecated one; rules look at both together. */
const enforcement = {
  'enforcement-level': Type.Optional(Type.String()),
  enforce: Type.Optional(
    Nullable(
      Type.Array(Type.Object({ path: Type.Optional(Nullable(Text())), mode: Type.Optional(Nullable(Text())) }), {
        maxItems: 100,
      }),
    ),
  ),
};

/** The body of create. */
export const createPayload = documentPayload({
  type: 'policies',
  attributes: Type.Object({
    ...policies.create,
    ...enforcement,
  }),
  relationships: Type.Object({ 'policy-sets': Type.Optional(References('policy-sets')) }),
  rules: enforcementProblems,
});

/** The body of update. Sets may be repeated, as clients read them. */
export const updatePayload = documentPayload({
  type: 'policies',
  attributes: Type.Object({ ...policies.update, ...enforcement }),
  relationships: Type.Object({ 'policy-sets': Type.Optional(References('policy-sets')) }),
});
export type PolicyChanges = InputOf<typeof updatePayload>;

/** The input of a new policy. */
export interface PolicyInput extends Omit<NewRow<'policies'>, 'id' | 'organization_id' | 'created_at'> {
  readonly policySetIds: readonly string[];
}

/** The input of a new policy, from a document that has been validated. */
export const policyFrom = (
  words: Vocabulary,
  { attributes, relationships }: InputOf<typeof createPayload>,
): PolicyInput => {
  const { name, kind = 'native' } = attributes;
  const enforcement_level = levelOfNew(words, { kind, name }, attributes);
  const policySetIds = relationships['policy-sets']?.data.map(({ id }) => id) ?? [];
  return { ...policies.created(attributes), name, kind, enforcement_level, policySetIds };
};
