import { Type } from 'typebox';
import { spacedParts } from '../../../db/expressions.ts';
import { resource } from '../../../jsonapi/resource.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import { hasPermission, type Permission, permissionNames } from '../../../lib/permissions.ts';
import type { TeamRow } from './store.ts';

const flags = <Value>(read: (permission: Permission) => Value) =>
  Object.fromEntries(permissionNames.map((permission) => [permission, read(permission)]));

export const teamResource = resource<TeamRow>()({
  type: 'teams',
  attributes: Exactly({
    name: Type.String(),
    'users-count': Type.Integer(),
    visibility: Type.Enum(['secret', 'organization']),
    'organization-access': Exactly(flags(() => Type.Boolean())),
  }),
  id: ({ id }) => id,
  present: (row) => ({
    name: row.name,
    'users-count': spacedParts(row.user_ids).length,
    visibility: row.visibility,
    'organization-access': flags((permission) => hasPermission(row.permissions, permission)),
  }),
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    users: { to: 'users', many: ({ user_ids }) => spacedParts(user_ids) },
    'organization-memberships': {
      to: 'organization-memberships',
      many: ({ membership_ids }) => spacedParts(membership_ids),
    },
  },
  links: { self: ({ id }) => `/api/v2/teams/${id}` },
});
