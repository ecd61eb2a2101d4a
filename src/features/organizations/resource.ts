import { Type } from 'typebox';
import { resource } from '../../jsonapi/resource.ts';
import { Exactly, Timestamp } from '../../jsonapi/schema.ts';
import type { OrganizationRow } from './store.ts';

export const organizationResource = resource<OrganizationRow>()({
  type: 'organizations',
  attributes: Exactly({
    name: Type.String(),
    'external-id': Type.String(),
    email: Type.String(),
    'created-at': Timestamp(),
  }),
  id: ({ name }) => name,
  present: (row) => ({
    name: row.name,
    'external-id': row.id,
    email: row.email,
    'created-at': row.created_at,
  }),
  links: { self: ({ name }) => `/api/v2/organizations/${name}` },
});
