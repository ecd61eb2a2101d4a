import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { memoizeLast } from '../../../lib/functions/memoize.ts';
import { folded } from '../../../lib/text/text.ts';
import { users } from './entity.ts';
import type { UserPermissions } from './permissions.ts';
import type { ShownUser } from './store.ts';

/** The URL is cached, because a page of a list has up to a hundred addresses and many lists show the same people. */
const avatarUrl = memoizeLast(
  1_000,
  (email) => `https://www.gravatar.com/avatar/${hash('sha256', folded(email), 'hex')}?s=100&d=mm`,
);

const permissions = Exactly({
  'can-create-organizations': Type.Boolean(),
  'can-change-email': Type.Boolean(),
  'can-change-username': Type.Boolean(),
  'can-manage-user-tokens': Type.Boolean(),
  'can-view2fa-settings': Type.Boolean(),
  'can-set-up-phone': Type.Boolean(),
});

const permissionsIn = ({ permissions: may }: ShownUser & { readonly permissions?: UserPermissions }) =>
  may && {
    'can-create-organizations': may.mayCreateOrganizations,
    'can-change-email': may.mayChangeEmail,
    'can-change-username': may.mayChangeUsername,
    'can-manage-user-tokens': may.mayManageTokens,
    'can-view2fa-settings': may.mayManageTokens,
    'can-set-up-phone': may.mayUsePhone,
  };

export const userResource = resource<ShownUser>({
  type: 'users',
  attributes: {
    ...users.shown,
    'unconfirmed-email': shown(Nullable(Type.String()), ({ wanted_email }) => wanted_email),
    'is-email-confirmed': shown(Nullable(Type.Boolean()), ({ is_email_confirmed: flag }) =>
      flag === null ? null : flag === 1,
    ),
    'invited-by': shown(Nullable(Type.String()), ({ invited_by }) => invited_by),
    permissions: shown(Type.Optional(permissions), permissionsIn),
    'avatar-url': shown(Type.String(), ({ email }) => avatarUrl(email)),
    'two-factor': shown(Exactly({ enabled: Type.Boolean(), verified: Type.Boolean() }), (row) => ({
      enabled: row.has_two_factor === 1,
      verified: row.is_two_factor_verified === 1,
    })),
  },
  relationships: {
    organizations: { to: 'organizations', many: ({ organization_names }) => linkedIn(organization_names) },
  },
  links: { self: ({ id }) => `/api/v2/users/${id}` },
});
