// The attributes that clients send to create an organization; the others are set by an update.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Identifier } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { runnerOnlyProblems } from '../runs/runner-only.ts';
import { organizationCompat, unenforcedProblems } from './compat.ts';
import { organizations } from './entity.ts';

const { name, email } = organizations.create;

export const newOrganization = { name, email };

/** The body of update. */
export const updatePayload = (words: Vocabulary) =>
  documentPayload({
    type: 'organizations',
    attributes: Type.Object({ ...organizationCompat.input(words), ...organizations.update }),
    relationships: Type.Object({
      'default-project': Type.Optional(
        Type.Object({ data: Type.Object({ id: Identifier(), type: Type.Literal('projects') }) }),
      ),
    }),
    rules: (attributes) => [...runnerOnlyProblems(attributes), ...unenforcedProblems(attributes)],
  });
