// The documents of policy sets, and the input that the rules take.
import { Type } from 'typebox';
import { type DocumentInput, documentPayload } from '../../../jsonapi/payload.ts';
import { Name, Nullable, References, Text } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { kindOf } from '../policies/kind.ts';
import type { PolicySetInput } from './policy-sets.ts';

const changeable = {
  description: Type.Optional(Nullable(Text())),
  global: Type.Optional(Type.Boolean()),
  overridable: Type.Optional(Type.Boolean()),
};

/** The body of create. */
export const createPayload = (words: Vocabulary) =>
  documentPayload({
    type: 'policy-sets',
    attributes: Type.Object({
      name: Name(),
      kind: Type.Optional(Type.Enum([words.native, words.opa])),
      versioned: Type.Optional(Type.Boolean()),
      ...changeable,
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
  attributes: Type.Object({ name: Type.Optional(Name()), ...changeable }),
});

interface CreateAttributes {
  readonly name: string;
  readonly description?: string | null;
  readonly kind?: string;
  readonly global?: boolean;
  readonly overridable?: boolean;
  readonly versioned?: boolean;
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
  const { kind = words.native, ...rest } = attributes;
  const { policies, workspaces, projects } = relationships;
  return {
    ...rest,
    kind: kindOf(words, kind) ?? 'native',
    policyIds: idsIn(policies),
    targets: { workspaces: idsIn(workspaces), projects: idsIn(projects) },
  };
};
