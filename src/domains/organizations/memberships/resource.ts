import { Type } from 'typebox';
import { spacedParts } from '../../../db/expressions.ts';
import { resource } from '../../../jsonapi/resource.ts';
import { Exactly, Timestamp } from '../../../jsonapi/schema.ts';
import type { MembershipRow } from './store.ts';

const statusOf = ({ activated_at }: MembershipRow): 'active' | 'invited' =>
  activated_at === null ? 'invited' : 'active';

export const membershipResource = resource<MembershipRow>()({
  type: 'organization-memberships',
  attributes: Exactly({
    status: Type.Enum(['active', 'invited']),
    email: Type.String(),
    'created-at': Timestamp(),
  }),
  id: ({ id }) => id,
  present: (row) => ({
    status: statusOf(row),
    email: row.email,
    'created-at': row.created_at,
  }),
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    user: { to: 'users', one: ({ user_id }) => user_id },
    teams: { to: 'teams', many: ({ team_ids }) => spacedParts(team_ids) },
  },
  links: { self: ({ id }) => `/api/v2/organization-memberships/${id}` },
});
