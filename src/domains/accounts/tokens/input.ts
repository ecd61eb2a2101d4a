import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Nullable, Text, Timestamp } from '../../../jsonapi/schema.ts';
import type { TokenInput } from './tokens.ts';

/** What is sent to make a token of any holder. */
export const tokenPayload = documentPayload({
  type: 'authentication-tokens',
  isOptional: true,
  attributes: Type.Object({
    description: Type.Optional(Nullable(Text())),
    'expired-at': Type.Optional(Nullable(Timestamp())),
  }),
});

interface Attributes {
  readonly description?: string | null;
  readonly 'expired-at'?: string | null;
}

export function tokenInputFrom({ description = null, 'expired-at': expiresAt = null }: Attributes): TokenInput {
  return { description, expiresAt };
}
