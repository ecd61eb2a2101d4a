import { Type } from 'typebox';
import { permissionsOf } from '../../../jsonapi/permissions.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { hasPermission, type Permission, permissionNames } from '../../../kernel/permissions.ts';
import { organizationRights } from '../access.ts';
import { may } from '../organizations/rights.ts';
import { teams } from './entity.ts';
import { canGrant } from './granting.ts';
import type { ShownTeam } from './teams.ts';

const flags = <Value>(read: (permission: Permission) => Value) =>
  Object.fromEntries(permissionNames.map((permission) => [permission, read(permission)]));

export const teamResource = resource<ShownTeam>({
  type: 'teams',
  attributes: {
    name: teams.shown.name,
    'users-count': shown(Type.Integer(), ({ user_ids }) => linkedIn(user_ids).count),
    visibility: teams.shown.visibility,
    'allow-member-token-management': teams.shown['allow-member-token-management'],
    'sso-team-id': teams.shown['sso-team-id'],
    ...permissionsOf<ShownTeam>({
      'can-destroy': (team) => may(organizationRights.teams.delete)(team) && team.is_owners === 0,
      'can-update-membership': (team) => may(organizationRights.teams.update)(team) && canGrant(team.rights, team),
    }),
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
