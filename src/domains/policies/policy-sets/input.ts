// The documents of policy sets, and the input that the rules take.
import { Type } from 'typebox';
import { type DocumentInput, documentPayload } from '../../../jsonapi/payload.ts';
import { References } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { kindOf } from '../kind.ts';
import { policySets } from './entity.ts';
import type { PolicySetInput } from './policy-sets.ts';

/** The body of create. */
export const createPayload = (words: Vocabulary) =>
  documentPayload({
    type: 'policy-sets',
    attributes: Type.Object({
      ...policySets.create,
      kind: Type.Optional(Type.Enum([words.native, words.opa])),
    }),
    relationships: Type.Object({
      policies: Type.Optional(References('policies')),
      workspaces: Type.Optional(References('workspaces')),
      projects: Type.Optional(References('projects')),
    }),
  });

/** The body of update. */
export const updatePayload = documentPayload({
  type: 'policy-sets',
  attributes: Type.Object(policySets.update),
});

interface CreateAttributes {
  readonly name: string;
  readonly kind?: string;
}

interface ToMany {
  readonly data: readonly { readonly id: string }[];
}

interface CreateRelationships {
  readonly policies?: ToMany;
  readonly workspaces?: ToMany;
  readonly projects?: ToMany;
}

const idsIn = (relationship: ToMany | undefined): readonly string[] => relationship?.data.map(({ id }) => id) ?? [];

/** The input of a new policy set, from a document that has been validated. */
export const policySetFrom = (
  words: Vocabulary,
  { attributes, relationships }: DocumentInput<CreateAttributes, CreateRelationships>,
): PolicySetInput => {
  const { policies, workspaces, projects } = relationships;
  return {
    ...policySets.created(attributes),
    name: attributes.name,
    kind: kindOf(words, attributes.kind ?? words.native) ?? 'native',
    policyIds: idsIn(policies),
    targets: { workspaces: idsIn(workspaces), projects: idsIn(projects) },
  };
};
