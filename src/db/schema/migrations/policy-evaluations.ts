// Tables of the policies domain that grow with every plan. The domain's first migration creates them.
import type { ColumnTypes } from './migration.ts';

/** Tables for policy evaluations, stored inputs, run tasks and replays. */
export const evaluationTables = ({ engine, text }: Pick<ColumnTypes, 'engine' | 'text'>): readonly string[] => [
  // Evaluations of plans. A plan is stored in pieces until it is evaluated. The outcomes remain after policies, policy
  // sets, workspaces or projects are deleted. They have no foreign keys to these tables, because deleting one such
  // record would have to update very many rows.
  `create table policy_evaluations (
    id ${text} primary key,
    organization_id ${text} not null references tenants (id) on delete cascade,
    policy_set_id ${text},
    scope ${text} not null,
    source ${text} not null default 'plan',
    workspace_id ${text},
    project_id ${text},
    status ${text} not null,
    status_timestamps ${text} not null,
    run ${text} not null,
    tags ${text} not null,
    created_by ${text} not null,
    author_id ${text},
    author_team_id ${text},
    account ${text} not null default 'unknown',
    counts_for_workspace integer not null default 1,
    input_digest ${text},
    input_size bigint,
    attempts integer not null default 0,
    traceparent ${text},
    problem ${text},
    notices ${text} not null default '[]',
    engine_version ${text},
    duration_ms bigint,
    policies integer,
    policies_evaluated integer,
    is_empty integer not null default 0,
    is_counted integer not null default 0,
    advisory_failed integer not null default 0,
    mandatory_failed integer not null default 0,
    passed integer not null default 0,
    errored integer not null default 0,
    shadow_passed integer not null default 0,
    shadow_failed integer not null default 0,
    shadow_errored integer not null default 0,
    exempted integer not null default 0,
    old integer not null default 0,
    unknown integer,
    is_overridable integer not null default 0,
    override ${text},
    override_expires_at ${text},
    overridden_status ${text},
    created_at ${text} not null,
    updated_at ${text} not null,
    expires_at ${text} not null
  )`,
  'create index policy_evaluations_newest on policy_evaluations (organization_id, created_at, id)',
  'create index policy_evaluations_by_status on policy_evaluations (organization_id, status, created_at, id)',
  `create index policy_evaluations_waiting on policy_evaluations (organization_id, updated_at, id) where status in ('pending', 'running') and input_digest is not null`,
  'create index policy_evaluations_expiry on policy_evaluations (expires_at)',
  'create index policy_evaluations_of_workspace on policy_evaluations (organization_id, workspace_id, created_at, id)',
  // SQLite uses this index only if its expressions equal those that `jsonText` creates.
  engine === 'sqlite'
    ? `create index policy_evaluations_of_creator on policy_evaluations (organization_id, json_extract(created_by, '$.id'), created_at, id)`
    : `create index policy_evaluations_of_creator on policy_evaluations (organization_id, (created_by::jsonb #>> '{id}'), created_at, id)`,
  `create index policy_evaluations_of_author on policy_evaluations (organization_id, author_id, created_at, id)
    where author_id is not null`,
  `create index policy_evaluations_of_author_team on policy_evaluations (organization_id, author_team_id, created_at, id)
    where author_team_id is not null`,
  `create index policy_evaluations_of_project on policy_evaluations (organization_id, project_id, created_at, id)
    where workspace_id is null and project_id is not null`,
  `create index policy_evaluations_latest on policy_evaluations (organization_id, workspace_id, created_at, id)
    where scope = 'organization' and status in ('passed', 'failed', 'errored', 'unreachable', 'overridden')`,
  `create index policy_evaluations_overrides on policy_evaluations (organization_id, override_expires_at)
    where override_expires_at is not null`,
  `create index policy_evaluations_uncounted on policy_evaluations (organization_id, created_at)
    where is_counted = 0 and status in ('passed', 'failed', 'errored', 'unreachable', 'overridden')`,
  `create index policy_evaluations_of_account on policy_evaluations (account, organization_id, updated_at, id)
    where status in ('pending', 'running') and input_digest is not null`,
  `create index policy_evaluations_latest_counted on policy_evaluations (organization_id, workspace_id, created_at, id)
    where scope = 'organization' and counts_for_workspace = 1
    and status in ('passed', 'failed', 'errored', 'unreachable', 'overridden')`,
  `create index policy_evaluations_not_counted on policy_evaluations (organization_id, created_at)
    where scope = 'organization' and counts_for_workspace = 0 and workspace_id is not null`,
  `create index policy_evaluations_mandatory_failed on policy_evaluations (organization_id, created_at, id)
    where mandatory_failed > 0`,
  `create index policy_evaluations_advisory_failed on policy_evaluations (organization_id, created_at, id)
    where advisory_failed > 0`,
  `create table policy_evaluation_chunks (
    id ${text} primary key,
    evaluation_id ${text} not null references policy_evaluations (id) on delete cascade,
    position integer not null,
    sealed ${text} not null,
    unique (evaluation_id, position)
  )`,
  `create table policy_set_outcomes (
    id ${text} primary key,
    evaluation_id ${text} not null references policy_evaluations (id) on delete cascade,
    policy_set_id ${text} not null,
    policy_set_name ${text} not null,
    policy_set_description ${text},
    kind ${text} not null,
    is_overridable integer not null,
    is_blocking integer not null default 0,
    outcomes ${text} not null,
    advisory_failed integer not null default 0,
    mandatory_failed integer not null default 0,
    passed integer not null default 0,
    errored integer not null default 0,
    shadow_passed integer not null default 0,
    shadow_failed integer not null default 0,
    shadow_errored integer not null default 0,
    exempted integer not null default 0,
    old integer not null default 0,
    unknown integer,
    true_lines ${text},
    finding_keys ${text}
  )`,
  'create index policy_set_outcomes_evaluation on policy_set_outcomes (evaluation_id, policy_set_name)',

  // Approvals: overrides that also cover the same findings in later evaluations of a workspace.
  `create table policy_approvals (
    id ${text} primary key,
    organization_id ${text} not null references tenants (id) on delete cascade,
    workspace_id ${text} not null references workspaces (id) on delete cascade,
    evaluation_id ${text} not null references policy_evaluations (id) on delete cascade,
    comment ${text} not null,
    keys ${text} not null,
    finding_count integer not null,
    created_by ${text} not null,
    created_at ${text} not null,
    expires_at ${text} not null
  )`,
  'create index policy_approvals_newest on policy_approvals (organization_id, created_at, id)',
  `create index policy_approvals_of_workspace on policy_approvals (organization_id, workspace_id, created_at, id)`,
  'create index policy_approvals_in_force on policy_approvals (workspace_id, expires_at, id)',
  'create index policy_approvals_evaluation on policy_approvals (evaluation_id)',

  // Planned changes of the resources to which findings refer. The changed values are included if the organization keeps
  // them.
  `create table policy_evaluation_changes (
    id ${text} primary key,
    evaluation_id ${text} not null references policy_evaluations (id) on delete cascade,
    position integer not null,
    address ${text} not null,
    module ${text},
    resource_type ${text},
    name ${text},
    provider ${text},
    origin ${text} not null,
    is_deposed integer not null,
    actions ${text} not null,
    action_reason ${text},
    attributes ${text} not null,
    attributes_left_out integer not null,
    expires_at ${text} not null,
    unique (evaluation_id, position)
  )`,
  'create index policy_evaluation_changes_expiry on policy_evaluation_changes (expires_at)',
  `create table policy_evaluation_values (
    id ${text} primary key references policy_evaluations (id) on delete cascade,
    organization_id ${text} not null references tenants (id) on delete cascade,
    sealed ${text} not null,
    created_at ${text} not null
  )`,
  'create index policy_evaluation_values_newest on policy_evaluation_values (organization_id, created_at, id)',

  // Inputs of evaluations, stored without sensitive values.
  `create table policy_inputs (
    id ${text} primary key,
    organization_id ${text} not null references tenants (id) on delete cascade,
    evaluation_id ${text} not null unique,
    workspace_id ${text} references workspaces (id) on delete set null,
    workspace_name ${text},
    digest ${text} not null,
    size integer not null,
    stored_size integer not null,
    masked integer not null,
    outcomes ${text} not null,
    engine_version ${text},
    evaluated_at ${text} not null,
    created_at ${text} not null,
    expires_at ${text} not null
  )`,
  'create index policy_inputs_newest on policy_inputs (organization_id, created_at, id)',
  'create index policy_inputs_workspace on policy_inputs (workspace_id, created_at, id) where workspace_id is not null',
  'create index policy_inputs_expiry on policy_inputs (expires_at)',
  `create table policy_input_chunks (
    id ${text} primary key,
    input_id ${text} not null references policy_inputs (id) on delete cascade,
    position integer not null,
    sealed ${text} not null,
    unique (input_id, position)
  )`,

  // Run tasks, and the calls in which run platforms execute them. A call is answered when its evaluation is complete.
  `create table policy_run_tasks (
    id ${text} primary key,
    organization_id ${text} not null references tenants (id) on delete cascade,
    name ${text} not null,
    is_enabled integer not null default 1, external_outcomes_minutes integer not null default 0,
    allowed_hosts ${text} not null,
    sealed_hmac_key ${text} not null,
    created_at ${text} not null,
    updated_at ${text} not null,
    unique (organization_id, name)
  )`,
  `create table policy_run_task_calls (
    id ${text} primary key,
    run_task_id ${text} not null references policy_run_tasks (id) on delete cascade,
    organization_id ${text} not null references tenants (id) on delete cascade,
    task_result_id ${text} not null,
    run_id ${text},
    workspace_name ${text},
    status ${text} not null,
    sealed ${text},
    evaluation_id ${text} references policy_evaluations (id) on delete set null,
    result ${text},
    problem ${text},
    announced_at ${text}, waits_until ${text},
    attempts integer not null default 0,
    next_attempt_at ${text} not null,
    deadline_at ${text} not null,
    created_at ${text} not null,
    updated_at ${text} not null,
    expires_at ${text} not null,
    unique (run_task_id, task_result_id)
  )`,
  `create index policy_run_task_calls_open on policy_run_task_calls (next_attempt_at, id) where status <> 'answered'`,
  `create index policy_run_task_calls_newest on policy_run_task_calls (run_task_id, created_at, id)`,
  'create index policy_run_task_calls_organization on policy_run_task_calls (organization_id)',
  `create index policy_run_task_calls_evaluation on policy_run_task_calls (evaluation_id)
    where evaluation_id is not null`,
  'create index policy_run_task_calls_expiry on policy_run_task_calls (expires_at)',

  // Replays. A replay evaluates two variants of policies against stored inputs and compares the results.
  `create table policy_replays (
    id ${text} primary key,
    organization_id ${text} not null references tenants (id) on delete cascade,
    policy_id ${text} references policies (id) on delete cascade,
    policy_set_id ${text} references policy_sets (id) on delete cascade,
    tried_policy_id ${text},
    status ${text} not null,
    status_timestamps ${text} not null,
    compared_with ${text} not null,
    code ${text},
    query ${text},
    revision integer,
    enforcement_level ${text},
    introduction ${text},
    shadow integer,
    workspace_id ${text} references workspaces (id) on delete set null,
    since ${text},
    until ${text},
    sides ${text} not null,
    inputs_total integer not null,
    inputs_done integer not null default 0,
    newly_failing integer not null default 0,
    not_replayable integer not null default 0,
    newly_passing integer not null default 0,
    errored integer not null default 0,
    changed integer not null default 0,
    unchanged integer not null default 0,
    missing integer not null default 0,
    rules ${text} not null default '[]',
    engine_version ${text},
    created_by ${text} not null,
    account ${text} not null default 'unknown',
    created_at ${text} not null,
    updated_at ${text} not null,
    turn_at ${text} not null,
    expires_at ${text} not null
  )`,
  'create index policy_replays_organization on policy_replays (organization_id, created_at, id)',
  'create index policy_replays_policy on policy_replays (policy_id, created_at, id) where policy_id is not null',
  'create index policy_replays_set on policy_replays (policy_set_id, created_at, id) where policy_set_id is not null',
  'create index policy_replays_workspace on policy_replays (workspace_id) where workspace_id is not null',
  `create index policy_replays_waiting on policy_replays (turn_at, id) where status in ('pending', 'running')`,
  'create index policy_replays_expiry on policy_replays (expires_at)',
  `create table policy_replay_inputs (
    id ${text} primary key,
    replay_id ${text} not null references policy_replays (id) on delete cascade,
    position integer not null,
    input_id ${text} not null,
    workspace_id ${text} references workspaces (id) on delete set null,
    workspace_name ${text},
    evaluated_at ${text} not null,
    attempts integer not null default 0,
    result ${text},
    policies ${text} not null default '[]',
    problem ${text},
    unique (replay_id, position)
  )`,
  'create index policy_replay_inputs_result on policy_replay_inputs (replay_id, result, position)',
  'create index policy_replay_inputs_workspace on policy_replay_inputs (workspace_id) where workspace_id is not null',
];
