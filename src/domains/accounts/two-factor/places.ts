// Locations of second factor secrets in the database, which are bound to each secret by its encryption.
import type { SecretPlace } from '../../../kernel/secrets.ts';

export function twoFactorSecretPlace(userId: string): SecretPlace {
  return {
    table: 'users',
    column: 'two_factor_secret',
    id: userId,
  };
}

export function twoFactorPhonePlace(userId: string): SecretPlace {
  return {
    table: 'users',
    column: 'two_factor_phone',
    id: userId,
  };
}
