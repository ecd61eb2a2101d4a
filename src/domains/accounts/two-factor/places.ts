// Where what is secret of an account's second factor is sealed for.
import type { SecretPlace } from '../../../lib/secrets.ts';

export const twoFactorSecretPlace = (userId: string): SecretPlace => ({
  table: 'users',
  column: 'two_factor_secret',
  id: userId,
});

export const twoFactorPhonePlace = (userId: string): SecretPlace => ({
  table: 'users',
  column: 'two_factor_phone',
  id: userId,
});
