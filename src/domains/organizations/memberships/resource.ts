import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { memberships } from './entity.ts';
import type { MembershipRow } from './store.ts';

export const membershipResource = resource<MembershipRow>({
  type: 'organization-memberships',
  attributes: {
    status: shown(Type.Enum(['active', 'invited']), ({ activated_at, awaited_address }) =>
      activated_at === null || awaited_address !== null ? 'invited' : 'active',
    ),
    email: shown(Type.String(), ({ email }) => email),
    ...memberships.shown,
  },
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    user: { to: 'users', one: ({ user_id }) => user_id },
    teams: { to: 'teams', many: ({ team_ids }) => linkedIn(team_ids) },
  },
  links: { self: ({ id }) => `/api/v2/organization-memberships/${id}` },
});
