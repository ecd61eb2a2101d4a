import type { Migration } from './migration.ts';

/** The installation, people, organizations, their tokens, and the audit record. */
export const foundation: Migration = {
  name: '0001-foundation',
  statements: ({ text, serial, createScratchTable }) => [
    `create table instance (name ${text} primary key, value ${text} not null)`,
    `create table settings (group_id ${text} primary key, revision integer not null, document ${text} not null)`,
    `create table users (
      id ${text} primary key,
      username ${text} not null,
      username_key ${text} not null unique,
      email ${text} not null,
      email_key ${text} not null unique,
      password_hash ${text},
      is_admin integer not null default 0,
      is_suspended integer not null default 0,
      is_service_account integer not null default 0,
      activated_at ${text},
      created_at ${text} not null
    )`,
    'create index users_is_admin on users (is_admin) where is_admin = 1',
    `create table organizations (
      id ${text} primary key,
      name ${text} not null,
      name_key ${text} not null unique,
      email ${text} not null,
      native_policy_count integer not null default 0,
      opa_policy_count integer not null default 0,
      created_at ${text} not null
    )`,
    `create table memberships (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      user_id ${text} not null references users (id) on delete cascade,
      created_at ${text} not null,
      unique (user_id, organization_id)
    )`,
    'create index memberships_organization on memberships (organization_id, id)',
    `create table teams (
      id ${text} primary key,
      organization_id ${text} not null references organizations (id) on delete cascade,
      name ${text} not null,
      is_owners integer not null default 0,
      visibility ${text} not null,
      permissions integer not null default 0,
      created_at ${text} not null,
      unique (organization_id, name)
    )`,
    `create table team_members (
      membership_id ${text} not null references memberships (id) on delete cascade,
      team_id ${text} not null references teams (id) on delete cascade,
      primary key (membership_id, team_id)
    )`,
    'create index team_members_team on team_members (team_id, membership_id)',
    `create table tokens (
      id ${text} primary key,
      hash ${text} not null unique,
      kind ${text} not null,
      user_id ${text} references users (id) on delete cascade,
      team_id ${text} references teams (id) on delete cascade,
      organization_id ${text} references organizations (id) on delete cascade,
      description ${text},
      created_by_id ${text} references users (id) on delete set null,
      created_at ${text} not null,
      last_used_at ${text},
      expires_at ${text},
      unique (organization_id)
    )`,
    'create index tokens_user on tokens (user_id, created_at)',
    'create index tokens_team on tokens (team_id)',
    'create index tokens_created_by on tokens (created_by_id)',
    `create table audit_records (
      id ${serial},
      at ${text} not null,
      action ${text} not null,
      resource_type ${text} not null,
      resource_id ${text} not null,
      organization_id ${text},
      actor ${text} not null,
      change ${text} not null,
      request_id ${text} not null,
      address ${text} not null
    )`,
    `${createScratchTable} rate_limits (
      client ${text} primary key,
      tokens double precision not null,
      is_allowed integer not null,
      refilled_at double precision not null
    )`,
  ],
};
