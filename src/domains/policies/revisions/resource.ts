import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { creatorOf, creatorSchema } from '../creator.ts';
import { policyRevisions } from '../policies/entity.ts';
import type { RevisionRow } from './queries.ts';

const self = ({ policy_id, number }: RevisionRow): string => `/api/v2/policies/${policy_id}/revisions/${number}`;

/** A revision of the code of a policy. It never changes; the next one takes its place. */
export const revisionResource = resource<RevisionRow>({
  type: 'policy-revisions',
  attributes: {
    ...policyRevisions.shown,
    'is-current': shown(Type.Boolean(), ({ number, revision_in_force }) => number === revision_in_force),
    'created-by': shown(creatorSchema, ({ created_by }) => creatorOf(JSON.parse(created_by))),
  },
  relationships: { policy: { to: 'policies', one: ({ policy_id }) => policy_id } },
  links: { self, download: (row) => `${self(row)}/download` },
});
