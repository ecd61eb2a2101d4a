// Declares where a Citus cluster stores the rows of each table.

/**
 * `everywhere`: the table has a copy on each node, and every write updates all copies (reference table). `coordinator`:
 * the table is only on the coordinator, because it is written constantly or uses a sequence. `by`: the rows are in
 * shards on the workers, split by this column (distributed table).
 */
export type Placement = 'everywhere' | 'coordinator' | { readonly by: string };

const policy = { by: 'policy_id' };
const archive = { by: 'archive_id' };
const evaluation = { by: 'evaluation_id' };

/**
 * Placement of every table that the migrations create. A table is distributed if it grows without limit or holds many
 * bytes, and if no other table refers to it.
 */
export const placements: Readonly<Record<string, Placement>> = {
  policy_revisions: policy,
  policy_chunks: policy,
  policy_test_chunks: policy,
  policy_archive_chunks: archive,
  policy_evaluation_chunks: evaluation,
  policy_set_outcomes: evaluation,
  policy_evaluation_digests: evaluation,
  policy_input_chunks: { by: 'input_id' },
  module_chunks: archive,
  module_downloads: { by: 'version_id' },
  module_version_summaries: { by: 'version_id' },

  // All audit records form one hash chain and are numbered by one sequence.
  audit_records: 'coordinator',
  audit_memberships: 'coordinator',
  migrations: 'coordinator',
  instance: 'coordinator',
  leases: 'coordinator',
  presences: 'coordinator',
  rate_limits: 'coordinator',
  failed_attempts: 'coordinator',
  kept_answers: 'coordinator',

  settings: 'everywhere',
  outbox: 'everywhere',
  oidc_keys: 'everywhere',
  oidc_signing: 'everywhere',
  data_retention: 'everywhere',
  users: 'everywhere',
  user_counts: 'everywhere',
  sessions: 'everywhere',
  known_addresses: 'everywhere',
  password_links: 'everywhere',
  address_links: 'everywhere',
  password_requests: 'everywhere',
  recovery_codes: 'everywhere',
  text_codes: 'everywhere',
  saml_identities: 'everywhere',
  saml_requests: 'everywhere',
  saml_assertions: 'everywhere',
  saml_sessions: 'everywhere',
  saml_sign_outs: 'everywhere',
  oidc_providers: 'everywhere',
  tenants: 'everywhere',
  organizations: 'everywhere',
  memberships: 'everywhere',
  teams: 'everywhere',
  team_members: 'everywhere',
  tokens: 'everywhere',
  module_consumers: 'everywhere',
  projects: 'everywhere',
  workspaces: 'everywhere',
  tag_bindings: 'everywhere',
  team_access: 'everywhere',
  subscriptions: 'everywhere',
  policies: 'everywhere',
  policy_storage: 'everywhere',
  policy_sets: 'everywhere',
  policy_set_policies: 'everywhere',
  policy_archives: 'everywhere',
  policy_archive_policies: 'everywhere',
  policy_set_versions: 'everywhere',
  policy_set_parameters: 'everywhere',
  policy_parameter_overrides: 'everywhere',
  policy_set_targets: 'everywhere',
  policy_set_approvers: 'everywhere',
  policy_exemptions: 'everywhere',
  policy_exemption_requests: 'everywhere',
  policy_override_delegations: 'everywhere',
  policy_evaluations: 'everywhere',
  policy_approvals: 'everywhere',
  policy_evaluation_changes: 'everywhere',
  policy_evaluation_days: 'everywhere',
  policy_evaluation_values: 'everywhere',
  policy_outcome_bytes: 'everywhere',
  policy_outcome_days: 'everywhere',
  policy_inputs: 'everywhere',
  policy_run_tasks: 'everywhere',
  policy_run_task_calls: 'everywhere',
  policy_replays: 'everywhere',
  policy_replay_inputs: 'everywhere',
  modules: 'everywhere',
  module_tags: 'everywhere',
  module_archives: 'everywhere',
  module_versions: 'everywhere',
  module_deprecations: 'everywhere',
  workspace_modules: 'everywhere',
};
