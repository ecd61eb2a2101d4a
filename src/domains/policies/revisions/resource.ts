import { Type } from 'typebox';
import { creatorOf, creatorSchema } from '../../../jsonapi/creator.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { policyRevisions } from '../policies/entity.ts';
import type { RevisionRow } from './queries.ts';

const self = ({ policy_id, number }: RevisionRow): string => `/api/v2/policies/${policy_id}/revisions/${number}`;

const attributes = {
  ...policyRevisions.shown,
  'is-current': shown(Type.Boolean(), ({ number, revision_in_force }: RevisionRow) => number === revision_in_force),
  'created-by': shown(creatorSchema, ({ created_by }: RevisionRow) => creatorOf(JSON.parse(created_by))),
};

/** A revision of a policy's code. Revisions cannot be changed; each change of the code creates a new revision. */
export const revisionResource = resource<RevisionRow>({
  type: 'policy-revisions',
  attributes,
  relationships: { policy: { to: 'policies', one: ({ policy_id }) => policy_id } },
  links: { self, download: (row) => `${self(row)}/download` },
});
