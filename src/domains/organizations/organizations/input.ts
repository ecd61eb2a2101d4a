// The attributes that clients send to create or change an organization.
import { Type } from 'typebox';
import { Email, Name, Nullable, Timeout } from '../../../jsonapi/schema.ts';

export const newOrganization = { name: Name(), email: Email() };

export const organizationChanges = {
  name: Type.Optional(Name()),
  email: Type.Optional(Email()),
  'plan-timeout': Type.Optional(Nullable(Timeout())),
  'apply-timeout': Type.Optional(Nullable(Timeout())),
  'cost-estimation-enabled': Type.Optional(Type.Boolean()),
  'saml-enabled': Type.Optional(Type.Boolean()),
  'module-deprecation-notices-enabled': Type.Optional(Type.Boolean()),
};
