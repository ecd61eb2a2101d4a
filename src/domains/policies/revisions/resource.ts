import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import type { Identity } from '../../../lib/actor.ts';
import { policyRevisions } from '../policies/entity.ts';
import type { RevisionRow } from './queries.ts';

const creatorSchema = Exactly({
  kind: Type.String(),
  id: Nullable(Type.String()),
  username: Nullable(Type.String()),
});

/** The identity that uploaded or restored it, as it was then. */
function creatorOf({ created_by }: RevisionRow) {
  const identity: Identity = JSON.parse(created_by);
  return {
    kind: identity.kind,
    id: 'id' in identity ? identity.id : null,
    username: 'username' in identity ? identity.username : null,
  };
}

const self = ({ policy_id, number }: RevisionRow): string => `/api/v2/policies/${policy_id}/revisions/${number}`;

/** A revision of the code of a policy. It never changes; the next one takes its place. */
export const revisionResource = resource<RevisionRow>({
  type: 'policy-revisions',
  attributes: {
    ...policyRevisions.shown,
    'is-current': shown(Type.Boolean(), ({ number, revision_in_force }) => number === revision_in_force),
    'created-by': shown(creatorSchema, creatorOf),
  },
  relationships: { policy: { to: 'policies', one: ({ policy_id }) => policy_id } },
  links: { self, download: (row) => `${self(row)}/download` },
});
