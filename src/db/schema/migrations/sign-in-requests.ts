import type { SchemaChange } from './migration.ts';

/** Values of a sign-in by another protocol than SAML: provider and secrets of a request, and a hint for the logout. */
export const signInRequests: SchemaChange = {
  name: 'sign-in-requests',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    `alter table saml_requests add column provider_id ${text}`,
    `alter table saml_requests add column secrets ${text}`,
    `alter table saml_sessions add column logout_hint ${text}`,
  ],
  indexes: [{ name: 'saml_sessions_session_index', on: 'saml_sessions (provider, session_index)' }],
};
