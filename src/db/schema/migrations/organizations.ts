import type { Migration } from './migration.ts';

export const organizations: Migration = {
  name: 'organizations-schema',
  statements: ({ text, engine }) => [
    // Every row that belongs to an organization refers to a tenant with the organization's identifier. After the
    // organization is deleted, a job deletes these rows and the tenant.
    `create table tenants (
      id ${text} primary key,
      removed_at ${text},
      removed_rows bigint not null default 0,
      removed_name ${text},
      removed_by ${text}
    )`,
    'create index tenants_removed on tenants (removed_at, id) where removed_at is not null',
    `create table organizations (
      id ${text} primary key references tenants (id),
      name ${text} not null,
      name_key ${text} not null unique,
      email ${text} not null,
      plan_timeout ${text},
      apply_timeout ${text},
      wants_cost_estimation integer not null default 0,
      uses_saml integer not null default 0,
      adds_deprecation_notices integer not null default 0,
      collaborator_auth_policy ${text} not null default 'password',
      session_timeout integer,
      session_remember integer,
      allows_user_tokens integer not null default 1,
      manages_speculative_plans integer not null default 1,
      allows_force_delete integer not null default 0,
      policy_upload_check ${text} not null default 'report',
      requires_policies integer not null default 0,
      requires_complete_plans integer not null default 0,
      requires_workspace integer not null default 0,
      unknown_values ${text} not null default 'notice',
      keeps_change_values integer not null default 0,
      shows_rule_lines integer not null default 0,
      lets_authors_read integer not null default 1,
      shares_modules integer not null default 0,
      workspace_limit integer,
      retention_policy_id ${text},
      retention_days integer,
      policy_input_days integer,
      policy_exemption_max_days integer,
      policy_override_max_days integer,
      exemptions_need_request integer not null default 0,
      compat ${text} not null default '{}',
      native_policy_count integer not null default 0,
      opa_policy_count integer not null default 0,
      default_project_id ${text} not null,
      creator_id ${text},
      created_at ${text} not null
    )`,
    'create index organizations_with_saml on organizations (id) where uses_saml = 1',
    'create index organizations_of_creator on organizations (creator_id) where creator_id is not null',

    `create table memberships (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      user_id ${text} not null references users (id) on delete cascade,
      awaited_address ${text},
      created_at ${text} not null,
      unique (user_id, organization_id)
    )`,
    'create index memberships_organization on memberships (organization_id, id)',
    'create index memberships_awaiting on memberships (awaited_address) where awaited_address is not null',

    `create table teams (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      name ${text} not null,
      name_key ${text} not null,
      is_owners integer not null default 0,
      visibility ${text} not null,
      permissions integer not null default 0,
      allows_member_tokens integer not null default 0,
      sso_team_id ${text},
      created_at ${text} not null,
      unique (organization_id, name_key)
    )`,
    'create index teams_by_name on teams (organization_id, name)',
    // Contains every column that determines whether the tokens of a team are listed.
    'create index teams_in_order on teams (organization_id, name_key, id, is_owners, permissions)',
    'create index teams_of_owners on teams (organization_id, id) where is_owners = 1',
    `create table team_members (
      membership_id ${text} not null references memberships (id) on delete cascade,
      team_id ${text} not null references teams (id) on delete cascade,
      primary key (membership_id, team_id)
    )`,
    'create index team_members_team on team_members (team_id, membership_id)',

    // API tokens of users, teams and organizations. An organization has at most one token of each kind. The creator is
    // not a foreign key: one account may have created very many tokens, and deleting the account would have to update
    // all of them.
    `create table tokens (
      id ${text} primary key,
      hash ${text} not null unique,
      kind ${text} not null,
      user_id ${text} references users (id) on delete cascade,
      team_id ${text} references teams (id) on delete cascade,
      organization_id ${text} references tenants (id) on delete cascade,
      description ${text},
      is_named integer not null default 0,
      created_by_id ${text},
      created_at ${text} not null,
      last_used_at ${text},
      expires_at ${text},
      unique (organization_id, kind)
    )`,
    'create index tokens_user on tokens (user_id, created_at)',
    'create index tokens_team on tokens (team_id, created_at, id)',

    'create index organizations_by_retention on organizations (retention_days) where retention_days is not null',
    // Organizations that may use another organization's modules.
    `create table module_consumers (
      organization_id ${text} not null references tenants (id) on delete cascade,
      consumer_id ${text} not null references tenants (id) on delete cascade,
      primary key (organization_id, consumer_id)
    )`,
    'create index module_consumers_consumer on module_consumers (consumer_id)',

    // Registered projects and workspaces, and their tags. Tipstaff does not execute runs in them.
    `create table projects (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      name ${text} not null,
      description ${text},
      compat ${text} not null default '{}',
      created_at ${text} not null,
      unique (organization_id, name)
    )`,
    `create table workspaces (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      project_id ${text} not null references projects (id),
      name ${text} not null,
      description ${text},
      compat ${text} not null default '{}',
      created_at ${text} not null,
      updated_at ${text} not null,
      unique (organization_id, name)
    )`,
    'create index workspaces_project on workspaces (project_id, name)',
    // SQLite checks access to many workspaces in the order of names, without reading the other columns. PostgreSQL does
    // not need this index, and without statistics it would use it for searches by `id`.
    ...(engine === 'sqlite'
      ? ['create index workspaces_access on workspaces (organization_id, name, project_id, id)']
      : []),
    `create table tag_bindings (
      id ${text} primary key,
      workspace_id ${text} references workspaces (id) on delete cascade,
      project_id ${text} references projects (id) on delete cascade,
      key ${text} not null,
      value ${text} not null,
      kind ${text} not null,
      unique (workspace_id, key),
      unique (project_id, key)
    )`,

    // Access of teams to single workspaces, and to all workspaces of a project.
    `create table team_access (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      team_id ${text} not null references teams (id) on delete cascade,
      workspace_id ${text} references workspaces (id) on delete cascade,
      project_id ${text} references projects (id) on delete cascade,
      access ${text} not null,
      runs ${text},
      creates_workspaces integer not null,
      created_by ${text} not null,
      created_at ${text} not null,
      unique (team_id, workspace_id),
      unique (team_id, project_id),
      check ((workspace_id is null) <> (project_id is null))
    )`,
    'create index team_access_organization on team_access (organization_id, created_at, id)',
    'create index team_access_workspace on team_access (workspace_id, created_at, id) where workspace_id is not null',
    'create index team_access_project on team_access (project_id, created_at, id) where project_id is not null',

    // Current and former subscriptions of each organization.
    `create table subscriptions (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      feature_set_id ${text} not null,
      started_at ${text} not null,
      ended_at ${text}
    )`,
    'create unique index subscriptions_active on subscriptions (organization_id) where ended_at is null',
    'create index subscriptions_history on subscriptions (organization_id, started_at, id)',
  ],
};
