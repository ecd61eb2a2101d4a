// Request attributes that prove that the caller owns the account.
import { Type } from 'typebox';
import { Nullable, Text } from '../../../jsonapi/schema.ts';
import type { Proof } from './proof.ts';

export const proofAttributes = Type.Object({
  'one-time-code': Type.Optional(Nullable(Text())),
  'current-password': Type.Optional(Nullable(Text())),
});

export const proofFrom = (attributes: Partial<Type.Static<typeof proofAttributes>>): Proof => ({
  oneTimeCode: attributes['one-time-code'] ?? undefined,
  currentPassword: attributes['current-password'] ?? undefined,
});
