// The attributes that clients send to create an organization; the others are set by an update.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Reference } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { runnerOnlyProblems } from '../runs/runner-only.ts';
import { organizationCompat, unenforcedProblems } from './compat.ts';
import { organizations } from './entity.ts';

const {
  name,
  email,
  'collaborator-auth-policy': authPolicy,
  'session-timeout': sessionTimeout,
  'session-remember': sessionRemember,
} = organizations.create;

/** What the operator sets of a new organization. */
export const newOrganization = { name, email };

/** The body of creation: with what members need to sign in, so that it is in force for the first of them. */
export const creationPayload = documentPayload({
  type: 'organizations',
  attributes: Type.Object({
    ...newOrganization,
    'collaborator-auth-policy': authPolicy,
    'session-timeout': sessionTimeout,
    'session-remember': sessionRemember,
  }),
});

/** The body of update. */
export const updatePayload = (words: Vocabulary) =>
  documentPayload({
    type: 'organizations',
    attributes: Type.Object({ ...organizationCompat.input(words), ...organizations.update }),
    relationships: Type.Object({ 'default-project': Type.Optional(Reference('projects')) }),
    rules: (attributes) => [...runnerOnlyProblems(attributes), ...unenforcedProblems(attributes)],
  });
