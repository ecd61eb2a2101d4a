import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import { linkedIn } from '../../../lib/linked.ts';
import { hasPermission, type Permission, permissionNames } from '../../../lib/permissions.ts';
import { teams } from './entity.ts';
import type { TeamRow } from './store.ts';

const flags = <Value>(read: (permission: Permission) => Value) =>
  Object.fromEntries(permissionNames.map((permission) => [permission, read(permission)]));

export const teamResource = resource<TeamRow>({
  type: 'teams',
  attributes: {
    name: teams.shown.name,
    'users-count': shown(Type.Integer(), ({ user_ids }) => linkedIn(user_ids).count),
    visibility: teams.shown.visibility,
    'organization-access': shown(Exactly(flags(() => Type.Boolean())), ({ permissions }) =>
      flags((permission) => hasPermission(permissions, permission)),
    ),
  },
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    users: { to: 'users', many: ({ user_ids }) => linkedIn(user_ids) },
    'organization-memberships': {
      to: 'organization-memberships',
      many: ({ membership_ids }) => linkedIn(membership_ids),
    },
  },
  links: { self: ({ id }) => `/api/v2/teams/${id}` },
});
