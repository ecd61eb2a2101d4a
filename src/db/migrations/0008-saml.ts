import type { Migration } from './migration.ts';

/** Single sign-on: who is who at the identity provider, what was asked of it, and what it answered already. */
export const saml: Migration = {
  name: '0008-saml',
  statements: ({ text }) => [
    'alter table organizations add column uses_saml integer not null default 0',
    'create index organizations_with_saml on organizations (id) where uses_saml = 1',
    `alter table users add column sso_signed_in_at ${text}`,
    `create table saml_identities (
      provider ${text} not null,
      name_id ${text} not null,
      user_id ${text} not null references users (id) on delete cascade,
      grants_admin integer not null,
      created_at ${text} not null,
      primary key (provider, name_id),
      constraint saml_identities_user_key unique (user_id, provider)
    )`,
    `create table saml_requests (
      id ${text} primary key,
      browser_hash ${text} not null,
      purpose ${text} not null,
      session_id ${text} references sessions (id) on delete cascade,
      expires_at ${text} not null
    )`,
    'create index saml_requests_expiry on saml_requests (expires_at)',
    'create index saml_requests_session on saml_requests (session_id)',
    `create table saml_assertions (
      hash ${text} primary key,
      expires_at ${text} not null
    )`,
    'create index saml_assertions_expiry on saml_assertions (expires_at)',
    `create table saml_sessions (
      session_id ${text} primary key references sessions (id) on delete cascade,
      provider ${text} not null,
      name_id ${text} not null,
      name_id_format ${text},
      session_index ${text}
    )`,
    'create index saml_sessions_name on saml_sessions (provider, name_id)',
  ],
};
