import type { Migration } from './migration.ts';
import { countTables } from './policy-counts.ts';
import { evaluationTables } from './policy-evaluations.ts';
import { trigramIndex } from './trigram-index.ts';

/**
 * Columns of a single index that supports several filters of a list. Separate indexes would make creating a policy
 * slower.
 */
const filteredColumns = 'name, failed_on, enforcement_level, introduction, kind';

export const policies: Migration = {
  name: 'policies-schema',
  statements: ({ engine, text, bytes }) => [
    `create table policies (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      name ${text} not null,
      description ${text},
      kind ${text} not null,
      query ${text},
      input ${text},
      enforcement_level ${text} not null,
      introduction ${text} not null default 'enforce',
      revision integer,
      policy_set_count integer not null default 0,
      tests_sha256 ${text},
      tests_size integer,
      checked_source ${text},
      code_check ${text},
      check_after ${text},
      created_at ${text} not null,
      updated_at ${text},
      failed_on ${text},
      unique (organization_id, name)
    )`,
    `create index policies_unchecked on policies (id) where kind = 'opa' and revision is not null
      and (checked_source is null
        or checked_source <> cast(revision as text) || ' ' || coalesce(tests_sha256, '-') || ' ' || coalesce(query, ''))`,
    'create index policies_by_kind on policies (organization_id, kind, name)',
    "create index policies_by_update on policies (organization_id, coalesce(updated_at, ''), id)",
    "create index policies_by_kind_and_update on policies (organization_id, kind, coalesce(updated_at, ''), id)",
    "create index policies_mandatory on policies (organization_id) where enforcement_level <> 'advisory'",
    // SQLite uses this index only if its expression equals that of `inIndexOfFilters`.
    engine === 'sqlite'
      ? `create index policies_filtered on policies ((organization_id || ''), ${filteredColumns})`
      : `create index policies_filtered on policies (organization_id, ${filteredColumns})`,
    ...trigramIndex(engine, 'policies', text),

    // Code of policies. Each upload creates a revision, whose bytes are stored in chunks.
    `create table policy_revisions (
      id ${text} not null unique,
      policy_id ${text} not null references policies (id) on delete cascade,
      number integer not null,
      sha256 ${text} not null,
      size integer not null,
      created_by ${text} not null,
      created_at ${text} not null,
      message ${text},
      primary key (policy_id, number)
    )`,
    `create table policy_chunks (
      policy_id ${text} not null,
      number integer not null,
      position integer not null,
      bytes ${bytes} not null,
      primary key (policy_id, number, position),
      foreign key (policy_id, number) references policy_revisions (policy_id, number) on delete cascade
    )`,
    // Test files of policies. They are not part of the policy revisions.
    `create table policy_test_chunks (
      policy_id ${text} not null references policies (id) on delete cascade,
      position integer not null,
      bytes ${bytes} not null,
      primary key (policy_id, position)
    )`,
    // Number and total size of each organization's policy revisions. The row is created together with the
    // organization's first policy.
    `create table policy_storage (
      organization_id ${text} primary key references tenants (id) on delete cascade,
      revisions integer not null,
      bytes bigint not null
    )`,
    `create table policy_sets (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      name ${text} not null,
      description ${text},
      kind ${text} not null,
      is_global integer not null default 0,
      is_overridable integer not null default 0,
      is_shadow integer not null default 0,
      requires_approvers integer not null default 0,
      is_versioned integer not null default 0,
      policies_path ${text},
      is_agent_enabled integer not null default 0,
      policy_tool_version ${text},
      input ${text},
      unknown_values ${text} not null default 'notice',
      tag_selectors ${text} not null default '[]',
      tag_selector_matching_logic ${text},
      policy_count integer not null default 0,
      current_version_id ${text},
      newest_version_id ${text},
      version_policy_count integer not null default 0,
      version_mandatory_count integer not null default 0,
      created_at ${text} not null,
      updated_at ${text} not null,
      unique (organization_id, name)
    )`,
    'create index policy_sets_by_kind on policy_sets (organization_id, kind, name)',
    'create index policy_sets_versioned on policy_sets (organization_id) where is_versioned = 1',
    `create table policy_set_policies (
      policy_id ${text} not null references policies (id) on delete cascade,
      policy_set_id ${text} not null references policy_sets (id) on delete cascade,
      primary key (policy_id, policy_set_id)
    )`,
    'create index policy_set_policies_set on policy_set_policies (policy_set_id, policy_id)',
    // Versions of policy sets. A version is an uploaded archive of policies. Versions with the same bytes share one
    // archive.
    `create table policy_archives (
      id ${text} primary key,
      policy_set_id ${text} not null references policy_sets (id) on delete cascade,
      folder ${text} not null,
      sha256 ${text} not null,
      size integer not null,
      awaits_check integer not null default 0, check_after ${text}, code_check ${text},
      created_at ${text} not null,
      data_documents ${text}
    )`,
    'create index policy_archives_unchecked on policy_archives (id) where awaits_check = 1',
    'create index policy_archives_by_set on policy_archives (policy_set_id)',
    'create index policy_archives_by_age on policy_archives (created_at)',
    `create table policy_archive_chunks (
      archive_id ${text} not null references policy_archives (id) on delete cascade,
      position integer not null,
      bytes ${bytes} not null,
      primary key (archive_id, position)
    )`,
    `create table policy_archive_policies (
      id ${text} primary key,
      archive_id ${text} not null references policy_archives (id) on delete cascade,
      name ${text} not null,
      description ${text},
      enforcement_level ${text} not null,
      introduction ${text} not null default 'enforce',
      query ${text},
      input ${text},
      unknown_values ${text},
      path ${text},
      code_check ${text},
      unique (archive_id, name)
    )`,
    `create table policy_set_versions (
      id ${text} primary key,
      policy_set_id ${text} not null references policy_sets (id) on delete cascade,
      status ${text} not null,
      error ${text},
      archive_id ${text} references policy_archives (id) on delete set null,
      sha256 ${text},
      size integer,
      policy_count integer,
      created_at ${text} not null,
      updated_at ${text} not null
    )`,
    'create index policy_set_versions_by_age on policy_set_versions (policy_set_id, created_at, id)',
    'create index policy_set_versions_by_archive on policy_set_versions (archive_id)',
    `create table policy_set_parameters (
      id ${text} primary key,
      policy_set_id ${text} not null references policy_sets (id) on delete cascade,
      key ${text} not null,
      value ${text},
      sealed_value ${text},
      is_sensitive integer not null default 0,
      created_at ${text} not null,
      unique (policy_set_id, key)
    )`,
    // Values of parameters in a workspace, in a project, or for a tag.
    `create table policy_parameter_overrides (
      id ${text} primary key,
      parameter_id ${text} not null references policy_set_parameters (id) on delete cascade,
      place ${text} not null,
      workspace_id ${text} references workspaces (id) on delete cascade,
      project_id ${text} references projects (id) on delete cascade,
      tag_key ${text},
      tag_value ${text},
      value ${text},
      sealed_value ${text},
      created_at ${text} not null,
      unique (parameter_id, place)
    )`,
    'create index policy_parameter_overrides_workspace on policy_parameter_overrides (workspace_id) where workspace_id is not null',
    'create index policy_parameter_overrides_project on policy_parameter_overrides (project_id) where project_id is not null',
    // Workspaces and projects that a policy set applies to or excludes.
    `create table policy_set_targets (
      policy_set_id ${text} not null references policy_sets (id) on delete cascade,
      workspace_id ${text} references workspaces (id) on delete cascade,
      project_id ${text} references projects (id) on delete cascade,
      is_exclusion integer not null,
      unique (policy_set_id, is_exclusion, workspace_id),
      unique (policy_set_id, is_exclusion, project_id)
    )`,
    'create index policy_set_targets_workspace on policy_set_targets (workspace_id)',
    'create index policy_set_targets_project on policy_set_targets (project_id)',

    // Exemptions from policies. An exemption for a workspace is deleted together with the workspace, because an
    // exemption without a workspace applies to all workspaces.
    `create table policy_exemptions (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      policy_id ${text} references policies (id) on delete cascade,
      policy_set_id ${text} references policy_sets (id) on delete cascade, policy_name ${text},
      workspace_id ${text} references workspaces (id) on delete cascade,
      resource_address ${text},
      reason ${text} not null,
      owner ${text} not null,
      expires_at ${text},
      covers_all_levels integer not null,
      granter_teams ${text} not null default '[]',
      requested_by ${text},
      last_matched_at ${text} not null,
      created_by ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null,
      check ((policy_id is null) = (policy_set_id is not null) and (policy_set_id is null) = (policy_name is null))
    )`,
    'create index policy_exemptions_newest on policy_exemptions (organization_id, created_at, id)',
    'create index policy_exemptions_by_policy on policy_exemptions (policy_id, created_at, id)',
    'create index policy_exemptions_by_set on policy_exemptions (policy_set_id, created_at, id)',
    'create index policy_exemptions_workspace on policy_exemptions (workspace_id) where workspace_id is not null',
    'create index policy_exemptions_expiry on policy_exemptions (expires_at) where expires_at is not null',

    // Delegations. Each delegation names one workspace or project in which a team may override policies, provided that
    // the team has the permission to override delegated policies.
    `create table policy_override_delegations (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      team_id ${text} not null references teams (id) on delete cascade,
      workspace_id ${text} references workspaces (id) on delete cascade,
      project_id ${text} references projects (id) on delete cascade,
      created_by ${text} not null,
      created_at ${text} not null,
      unique (team_id, workspace_id),
      unique (team_id, project_id)
    )`,
    'create index policy_override_delegations_newest on policy_override_delegations (organization_id, created_at, id)',
    'create index policy_override_delegations_workspace on policy_override_delegations (workspace_id) where workspace_id is not null',
    'create index policy_override_delegations_project on policy_override_delegations (project_id) where project_id is not null',
    // Teams whose members may approve exceptions from the policies of a policy set.
    `create table policy_set_approvers (
      policy_set_id ${text} not null references policy_sets (id) on delete cascade,
      team_id ${text} not null references teams (id) on delete cascade,
      primary key (policy_set_id, team_id)
    )`,
    'create index policy_set_approvers_team on policy_set_approvers (team_id)',
    ...evaluationTables({ engine, text }),

    // Requests for exemptions. A request belongs to the evaluation in which the policy failed, and is deleted with it.
    `create table policy_exemption_requests (
      id ${text} primary key,
      organization_id ${text} not null references tenants (id) on delete cascade,
      policy_id ${text} references policies (id) on delete cascade,
      policy_set_id ${text} references policy_sets (id) on delete cascade, policy_name ${text},
      workspace_id ${text} not null references workspaces (id) on delete cascade,
      evaluation_id ${text} not null references policy_evaluations (id) on delete cascade,
      resource_address ${text},
      reason ${text} not null,
      expires_at ${text},
      status ${text} not null,
      requested_by ${text} not null,
      requester_id ${text},
      decided_by ${text},
      comment ${text},
      exemption_id ${text} references policy_exemptions (id) on delete set null,
      open_until ${text} not null,
      created_at ${text} not null,
      decided_at ${text},
      check ((policy_id is null) = (policy_set_id is not null) and (policy_set_id is null) = (policy_name is null))
    )`,
    'create index policy_exemption_requests_newest on policy_exemption_requests (organization_id, created_at, id)',
    `create index policy_exemption_requests_open on policy_exemption_requests (organization_id, open_until)
      where status = 'open'`,
    'create index policy_exemption_requests_requester on policy_exemption_requests (organization_id, requester_id, created_at, id)',
    'create index policy_exemption_requests_workspace on policy_exemption_requests (workspace_id, created_at, id)',
    'create index policy_exemption_requests_evaluation on policy_exemption_requests (evaluation_id)',
    'create index policy_exemption_requests_policy on policy_exemption_requests (policy_id) where policy_id is not null',
    'create index policy_exemption_requests_set on policy_exemption_requests (policy_set_id) where policy_set_id is not null',
    `create index policy_exemption_requests_exemption on policy_exemption_requests (exemption_id)
      where exemption_id is not null`,
    ...countTables({ text }),
  ],
};
