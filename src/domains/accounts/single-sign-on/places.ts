// Locations of encrypted values in the database, which are bound to each value by its encryption.
import type { SecretPlace } from '../../../kernel/secrets.ts';

export const requestSecretsPlace = (id: string): SecretPlace => ({ table: 'saml_requests', column: 'secrets', id });
export const logoutHintPlace = (id: string): SecretPlace => ({ table: 'saml_sessions', column: 'logout_hint', id });
