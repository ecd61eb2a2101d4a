// Request bodies of policies, and their conversion to the input of the domain functions.
import { Type } from 'typebox';
import type { NewRow } from '../../../db/tables.ts';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { Nullable, References, Text } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { introductionAfter } from '../../../kernel/introduction.ts';
import { enforcementProblems, levelOfNew } from './enforcement.ts';
import { policies } from './entity.ts';
import { introductionProblems, shadowInput } from './introduction.ts';

/**
 * The enforcement level under its current and its deprecated name. `enforcementProblems` validates both attributes
 * together.
 */
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

/** Body of the request that creates a policy. */
export const createPayload = documentPayload({
  type: 'policies',
  attributes: Type.Object({
    ...policies.create,
    ...enforcement,
    ...shadowInput,
  }),
  relationships: Type.Object({ 'policy-sets': Type.Optional(References('policy-sets')) }),
  rules: (attributes, words) => [
    ...enforcementProblems(attributes, words),
    ...introductionProblems(attributes.kind === 'opa' ? 'opa' : 'native', attributes),
  ],
});

/**
 * Body of the request that updates a policy. It may contain the policy's sets unchanged, because clients often send
 * back what they read.
 */
export const updatePayload = documentPayload({
  type: 'policies',
  attributes: Type.Object({ ...policies.update, ...enforcement, ...shadowInput }),
  relationships: Type.Object({ 'policy-sets': Type.Optional(References('policy-sets')) }),
});
export type PolicyChanges = InputOf<typeof updatePayload>;

/** Input for creating a policy. */
export interface PolicyInput extends Omit<NewRow<'policies'>, 'id' | 'organization_id' | 'created_at'> {
  readonly policySetIds: readonly string[];
}

/** Converts a validated document to the input for creating a policy. */
export const policyFrom = (
  words: Vocabulary,
  { attributes, relationships }: InputOf<typeof createPayload>,
): PolicyInput => {
  const { name, kind = 'native' } = attributes;
  const enforcement_level = levelOfNew(words, { kind, name }, attributes);
  const policySetIds = relationships['policy-sets']?.data.map(({ id }) => id) ?? [];
  const introduction = introductionAfter('enforce', attributes);
  return { ...policies.created(attributes), name, kind, enforcement_level, introduction, policySetIds };
};
