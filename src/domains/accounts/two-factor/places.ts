// Locations of second factor secrets in the database. The encryption binds each secret to its location.
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
