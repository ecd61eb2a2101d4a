// Attributes that clients may send when they create or update an organization. Both requests accept the same
// attributes, so that no attribute is silently ignored.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Reference } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { runnerOnlyProblems } from '../runs/runner-only.ts';
import { organizationCompat, unenforcedProblems } from './compat.ts';
import { organizations } from './entity.ts';

const { name, email, 'policy-upload-check': uploadCheck } = organizations.create;

/** Attributes that the operator specifies for a new organization. */
export const newOrganization = { name, email, 'policy-upload-check': uploadCheck };

const attributeRules = (attributes: Readonly<Record<string, unknown>>, words: Vocabulary) => [
  ...runnerOnlyProblems(attributes),
  ...unenforcedProblems(attributes, words),
];

/** Body of a request that creates an organization. */
export const creationPayload = documentPayload({
  type: 'organizations',
  attributes: Type.Object({ ...organizations.create }),
  compat: organizationCompat.input,
  rules: attributeRules,
});

/** Body of a request that updates an organization. */
export const updatePayload = documentPayload({
  type: 'organizations',
  attributes: Type.Object({ ...organizations.update }),
  compat: organizationCompat.input,
  relationships: Type.Object({ 'default-project': Type.Optional(Reference('projects')) }),
  rules: attributeRules,
});
