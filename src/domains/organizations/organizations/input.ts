// The attributes that clients send to create and to update an organization: the same, so that none of them is dropped.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Reference } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { runnerOnlyProblems } from '../runs/runner-only.ts';
import { organizationCompat, unenforcedProblems } from './compat.ts';
import { organizations } from './entity.ts';

const { name, email } = organizations.create;

/** Attributes that the operator sets of a new organization. */
export const newOrganization = { name, email };

const attributeRules = (attributes: Readonly<Record<string, unknown>>, words: Vocabulary) => [
  ...runnerOnlyProblems(attributes),
  ...unenforcedProblems(attributes, words),
];

/** The body of creation. */
export const creationPayload = documentPayload({
  type: 'organizations',
  attributes: Type.Object({ ...organizations.create }),
  compat: organizationCompat.input,
  rules: attributeRules,
});

/** The body of update. */
export const updatePayload = documentPayload({
  type: 'organizations',
  attributes: Type.Object({ ...organizations.update }),
  compat: organizationCompat.input,
  relationships: Type.Object({ 'default-project': Type.Optional(Reference('projects')) }),
  rules: attributeRules,
});
