import type { Migration } from './migration.ts';
import { trigramIndex } from './trigram-index.ts';

export const accounts: Migration = {
  name: 'accounts-schema',
  statements: ({ engine, text }) => [
    // A column `…_key` contains another column's text after case folding. It is used for uniqueness and sorting.
    `create table users (
      id ${text} primary key,
      username ${text} not null,
      username_key ${text} not null unique,
      email ${text} not null,
      email_key ${text} not null unique,
      email_proof ${text},
      invited_by ${text},
      former_email ${text},
      former_email_proof ${text},
      unconfirmed_email ${text},
      email_changed_at ${text},
      password_hash ${text},
      two_factor_secret ${text},
      two_factor_phone ${text},
      two_factor_step bigint,
      two_factor_confirmed_at ${text},
      is_admin integer not null default 0,
      is_suspended integer not null default 0,
      is_service_account integer not null default 0,
      created_at ${text} not null,
      activated_at ${text},
      sso_signed_in_at ${text},
      signed_in_at ${text}
    )`,
    'create index users_in_order on users (username_key, email_key, is_admin, is_suspended)',
    'create index users_by_admin on users (is_admin, username_key)',
    'create index users_by_suspension on users (is_suspended, username_key)',
    'create index users_by_status on users (is_admin, is_suspended, username_key)',
    'create index users_without_two_factor on users (username_key, is_admin, is_suspended, is_service_account, two_factor_confirmed_at) where two_factor_confirmed_at is null and is_service_account = 0',
    'create index users_with_two_factor on users (username_key, is_admin, is_suspended, two_factor_confirmed_at) where two_factor_confirmed_at is not null',
    ...trigramIndex(engine, 'users', text),
    // Contains a single row with the number of accounts for each account status.
    `create table user_counts (
      id integer primary key,
      active_members bigint not null,
      suspended_members bigint not null,
      active_admins bigint not null,
      suspended_admins bigint not null
    )`,
    'insert into user_counts values (1, 0, 0, 0, 0)',

    `create table sessions (
      id ${text} primary key,
      hash ${text} not null unique,
      user_id ${text} not null references users (id) on delete cascade,
      impersonated_id ${text} references users (id) on delete set null,
      impersonation_reason ${text},
      impersonation_ends_at ${text},
      address ${text} not null,
      user_agent ${text} not null,
      created_at ${text} not null,
      last_used_at ${text} not null,
      owner_proved_at ${text},
      expires_at ${text} not null
    )`,
    'create index sessions_user on sessions (user_id, created_at)',
    'create index sessions_impersonated on sessions (impersonated_id)',
    'create index sessions_expiry on sessions (expires_at)',

    // Networks from which users have signed in with a password. `key` is a hash of the account and the network.
    `create table known_addresses (
      key ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      expires_at ${text} not null
    )`,
    'create index known_addresses_user on known_addresses (user_id)',
    'create index known_addresses_expiry on known_addresses (expires_at)',
    // Links for setting a password. Each link can be used once.
    `create table password_links (
      hash ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      mailed_to ${text},
      created_at ${text} not null,
      expires_at ${text} not null
    )`,
    'create index password_links_user on password_links (user_id)',
    // Links for verifying a new email address. A link is kept while it counts towards the account's limit.
    `create table address_links (
      hash ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      email ${text} not null,
      created_at ${text} not null,
      expires_at ${text} not null
    )`,
    'create index address_links_user on address_links (user_id, created_at)',
    // Email addresses for which a password reset was requested. A job processes the requests and deletes the rows.
    `create table password_requests (
      email_key ${text} primary key,
      request_id ${text} not null,
      address ${text} not null,
      requested_at ${text} not null
    )`,
    'create index password_requests_order on password_requests (requested_at)',

    `create table recovery_codes (
      user_id ${text} not null references users (id) on delete cascade,
      hash ${text} not null,
      primary key (user_id, hash)
    )`,
    // Latest one-time code that each user has received by text message.
    `create table text_codes (
      user_id ${text} primary key references users (id) on delete cascade,
      number bigint not null,
      is_active integer not null,
      sent_at ${text} not null,
      sent_count integer not null,
      counted_since ${text} not null
    )`,

    // SAML name identifiers, and the account that each identifies.
    `create table saml_identities (
      provider ${text} not null,
      name_id ${text} not null,
      name_key ${text} not null,
      user_id ${text} not null references users (id) on delete cascade,
      grants_admin integer not null,
      awaits_groups integer not null default 0,
      created_at ${text} not null,
      to_confirm_since ${text},
      confirmed_at ${text},
      primary key (provider, name_id),
      constraint saml_identities_user_key unique (user_id, provider)
    )`,
    'create index saml_identities_name_key on saml_identities (provider, name_key)',
    // SAML authentication requests that the identity provider has not answered yet.
    `create table saml_requests (
      id ${text} primary key,
      browser_hash ${text} not null,
      purpose ${text} not null,
      provider_id ${text},
      session_id ${text} references sessions (id) on delete cascade,
      expires_at ${text} not null,
      secrets ${text}
    )`,
    'create index saml_requests_session on saml_requests (session_id)',
    'create index saml_requests_browser on saml_requests (browser_hash)',
    'create index saml_requests_expiry on saml_requests (expires_at)',
    // Accepted SAML assertions. They are stored so that none can be used again.
    `create table saml_assertions (
      hash ${text} primary key,
      expires_at ${text} not null
    )`,
    'create index saml_assertions_expiry on saml_assertions (expires_at)',
    // SAML session indexes, by which the identity provider refers to its sessions.
    `create table saml_sessions (
      session_id ${text} primary key references sessions (id) on delete cascade,
      provider ${text} not null,
      name_id ${text} not null,
      name_key ${text} not null,
      name_id_format ${text},
      name_qualifier ${text},
      sp_name_qualifier ${text},
      session_index ${text},
      logout_hint ${text}
    )`,
    'create index saml_sessions_name_key on saml_sessions (provider, name_key)',
    'create index saml_sessions_session_index on saml_sessions (provider, session_index)',
    // Sign-outs that the identity provider has requested. They are kept as long as an older assertion may still arrive.
    `create table saml_sign_outs (
      id ${text} primary key,
      provider ${text} not null,
      name_id ${text} not null,
      session_index ${text},
      issued_at ${text} not null,
      expires_at ${text} not null
    )`,
    'create index saml_sign_outs_name on saml_sign_outs (provider, name_id)',
    'create index saml_sign_outs_expiry on saml_sign_outs (expires_at)',

    // Configured OpenID Connect identity providers.
    `create table oidc_providers (
      id ${text} primary key,
      key ${text} not null,
      position integer not null,
      name ${text} not null,
      preset ${text} not null,
      is_enabled integer not null,
      issuer ${text} not null,
      tenant ${text},
      client_id ${text} not null,
      credential ${text} not null,
      sealed_credential ${text} not null,
      scopes ${text} not null,
      username_claim ${text} not null,
      email_claim ${text} not null,
      groups_claim ${text} not null,
      site_admin_claim ${text} not null,
      site_admin_value ${text} not null,
      allowed_domains ${text} not null,
      allowed_groups ${text} not null default '[]',
      creates_accounts integer not null,
      team_names_count integer not null default 0,
      organizations ${text} not null default '[]',
      created_at ${text} not null,
      updated_at ${text} not null,
      constraint oidc_providers_key unique (key)
    )`,
    'create index oidc_providers_in_order on oidc_providers (position, id)',
  ],
};
