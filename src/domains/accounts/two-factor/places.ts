// Where what is secret of an account's second factor is sealed for.
import type { SecretPlace } from '../../../lib/secrets.ts';

export const secretPlace = (userId: string): SecretPlace => ({
  table: 'users',
  column: 'two_factor_secret',
  id: userId,
});

export const phonePlace = (userId: string): SecretPlace => ({
  table: 'users',
  column: 'two_factor_phone',
  id: userId,
});
