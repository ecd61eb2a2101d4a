import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { tokens } from './entity.ts';
import type { TokenInput } from './tokens.ts';

/** Payload of a new token for any owner. */
export const tokenPayload = documentPayload({
  type: 'authentication-tokens',
  otherTypes: ['authentication-token'],
  isOptional: true,
  attributes: Type.Object(tokens.create),
});

export function tokenInputFrom(attributes: object): TokenInput {
  return tokens.created(attributes);
}
