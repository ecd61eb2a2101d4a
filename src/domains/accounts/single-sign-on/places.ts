// Locations of encrypted values in the database. The encryption binds each value to its location.
import type { SecretPlace } from '../../../kernel/secrets.ts';

export const requestSecretsPlace = (id: string): SecretPlace => ({ table: 'saml_requests', column: 'secrets', id });
export const logoutHintPlace = (id: string): SecretPlace => ({ table: 'saml_sessions', column: 'logout_hint', id });
