import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { spacedParts } from '../../../db/expressions.ts';
import { resource } from '../../../jsonapi/resource.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import { folded } from '../../../lib/text.ts';
import type { ShownUser } from './store.ts';

const avatarUrl = (email: string): string =>
  `https://www.gravatar.com/avatar/${hash('sha256', folded(email), 'hex')}?s=100&d=mm`;

export const userResource = resource<ShownUser>()({
  type: 'users',
  attributes: Exactly({
    username: Type.String(),
    email: Type.String(),
    'avatar-url': Type.String(),
    'is-service-account': Type.Boolean(),
    'is-admin': Type.Boolean(),
    'is-suspended': Type.Boolean(),
    'two-factor': Exactly({ enabled: Type.Boolean(), verified: Type.Boolean() }),
  }),
  id: ({ id }) => id,
  present: (row) => ({
    username: row.username,
    email: row.email,
    'avatar-url': avatarUrl(row.email),
    'is-service-account': row.is_service_account === 1,
    'is-admin': row.is_admin === 1,
    'is-suspended': row.is_suspended === 1,
    'two-factor': { enabled: row.has_two_factor === 1, verified: row.is_two_factor_verified === 1 },
  }),
  relationships: {
    organizations: { to: 'organizations', many: ({ organization_names }) => spacedParts(organization_names) },
  },
  links: { self: ({ id }) => `/api/v2/users/${id}` },
});
