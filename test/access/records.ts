// Records of a scene: an organization with teams, memberships, policies, a policy set and a workspace.
import { createHash } from 'node:crypto';
import type { Context } from '../../src/context.ts';
import type { Transaction } from '../../src/db/database.ts';
import { credentialPlace } from '../../src/domains/accounts/identity-providers/store.ts';
import { hmacKeyPlace } from '../../src/domains/policies/run-tasks/store.ts';
import { newId } from '../../src/kernel/ids.ts';
import { allPermissions, type Permission, withPermissions } from '../../src/kernel/permissions.ts';
import { someOutcome } from '../support/outcomes.ts';

const at = '2026-01-01T00:00:00.000Z';

/** Team of a scene: its members and its permissions. */
export interface TeamPlan {
  readonly id: string;
  readonly name: string;
  readonly users: readonly string[];
  readonly isOwners?: boolean;
  readonly permission?: Permission;
  readonly visibility?: 'secret' | 'organization';
}

export interface Organization {
  readonly id: string;
  readonly name: string;
  /** Membership id by user id. */
  readonly memberships: ReadonlyMap<string, string>;
}

const permissionsOf = ({ isOwners, permission }: TeamPlan): number => {
  if (isOwners === true) return allPermissions;
  return permission === undefined ? 0 : withPermissions(0, { [permission]: true });
};

const insertTeams = async (
  tx: Transaction,
  { id: organization_id, memberships }: Organization,
  plans: readonly TeamPlan[],
): Promise<void> => {
  const rows = plans.map((plan) => ({
    id: plan.id,
    organization_id,
    name: plan.name,
    name_key: plan.name,
    is_owners: plan.isOwners === true ? 1 : 0,
    visibility: plan.visibility ?? 'secret',
    permissions: permissionsOf(plan),
    created_at: at,
  }));
  const seats = plans.flatMap(({ id: team_id, users }) =>
    users.map((user) => ({ team_id, membership_id: memberships.get(user) ?? '' })),
  );
  await tx.run((db) => db.insertInto('teams').values(rows));
  await tx.run((db) => db.insertInto('team_members').values(seats));
};

/** Writes an organization with users and teams. */
export const insertOrganization = async (
  tx: Transaction,
  name: string,
  users: readonly string[],
  plans: readonly TeamPlan[],
): Promise<Organization> => {
  const id = newId('org');
  const organization = { id, name, memberships: new Map(users.map((user) => [user, newId('ou')])) };
  const counts = { native_policy_count: 0, opa_policy_count: 0 };
  const project = newId('prj');
  const names = { id, name, name_key: name.toLowerCase(), email: 'scene@example.com' };
  const retention = { retention_policy_id: newId('drp'), retention_days: 90 };
  const row = { ...names, created_at: at, default_project_id: project, ...counts, ...retention };
  const seats = [...organization.memberships].map(([user_id, ou]) => ({ id: ou, user_id }));
  await tx.run((db) => db.insertInto('tenants').values({ id, removed_at: null, removed_name: null, removed_by: null }));
  await tx.run((db) => db.insertInto('organizations').values(row));
  const projectRow = { id: project, organization_id: id, name: 'Default Project', description: null, created_at: at };
  await tx.run((db) => db.insertInto('projects').values(projectRow));
  await tx.run((db) =>
    db.insertInto('memberships').values(seats.map((seat) => ({ ...seat, organization_id: id, created_at: at }))),
  );
  await insertTeams(tx, organization, plans);
  return organization;
};

/** Writes the record that remains of a deleted organization. */
export const insertRemoval = async (tx: Transaction, removed_name: string, removed_by: string): Promise<void> => {
  const row = { id: newId('org'), removed_at: at, removed_name, removed_by, removed_rows: 500 };
  await tx.run((db) => db.insertInto('tenants').values(row));
};

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

interface WrittenPolicy {
  readonly name: string;
  readonly kind: 'native' | 'opa';
  /** Code of the policy; absent before its first upload. */
  readonly code?: string;
  readonly tests?: string;
}

/** Writes a policy with its code. Returns its id. */
const insertPolicyOf = async (tx: Transaction, organization_id: string, written: WrittenPolicy): Promise<string> => {
  const { name, kind, code, tests } = written;
  const id = newId('pol');
  const base = { id, organization_id, name, description: null, kind, query: kind === 'opa' ? 'data.p.deny' : null };
  const revisionNumber = code === undefined ? null : 1;
  const level = { enforcement_level: 'advisory', policy_set_count: 0 };
  const rest = { ...level, revision: revisionNumber, created_at: at, updated_at: at };
  const sums = tests === undefined ? {} : { tests_sha256: sha256Of(tests), tests_size: tests.length };
  await tx.run((db) => db.insertInto('policies').values({ ...base, ...rest, ...sums }));
  if (code === undefined) return id;
  const revision = {
    id: newId('polrev'),
    policy_id: id,
    number: 1,
    sha256: sha256Of(code),
    size: code.length,
    created_by: '{"kind":"system","name":"scene"}',
    created_at: at,
  };
  await tx.run((db) => db.insertInto('policy_revisions').values(revision));
  const chunk = { policy_id: id, position: 0 };
  await tx.run((db) => db.insertInto('policy_chunks').values({ ...chunk, number: 1, bytes: Buffer.from(code) }));
  if (tests === undefined) return id;
  await tx.run((db) => db.insertInto('policy_test_chunks').values({ ...chunk, bytes: Buffer.from(tests) }));
  return id;
};

/** Writes a native policy with code, an OPA policy with code and a test, and a policy without code. */
export const insertPolicies = async (tx: Transaction, organization_id: string) => {
  const native = { name: 'a-policy', kind: 'native', code: 'main = rule { true }\n' } as const;
  const opa = { name: 'tested', kind: 'opa', code: 'package p\n\ndeny := []\n' } as const;
  const tests = 'package p_test\n\ntest_deny if data.p.deny == []\n';
  const ids = {
    policy_id: await insertPolicyOf(tx, organization_id, native),
    tested_policy_id: await insertPolicyOf(tx, organization_id, { ...opa, tests }),
    // This policy has no code, so responses do not depend on whether the policy engine has started.
    empty_policy_id: await insertPolicyOf(tx, organization_id, { name: 'without-code', kind: 'opa' }),
  };
  const counts = { native_policy_count: 1, opa_policy_count: 2 };
  await tx.run((db) => db.updateTable('organizations').set(counts).where('id', '=', organization_id));
  return ids;
};

/** Writes an empty policy set for native policies. Returns its id. */
export const insertPolicySet = async (tx: Transaction, organization_id: string): Promise<string> => {
  const id = newId('polset');
  const base = { id, organization_id, name: 'a-set', description: null, kind: 'native' as const };
  const rest = { is_global: 0, is_overridable: 0, is_versioned: 0, policy_count: 0, created_at: at, updated_at: at };
  await tx.run((db) => db.insertInto('policy_sets').values({ ...base, ...rest }));
  return id;
};

/** Writes a workspace with a tag in a project with another tag, and an empty project. */
export const insertWorkspace = async (tx: Transaction, organization_id: string) => {
  const named = { project_name: 'Network', workspace_name: 'edge' };
  const ids = { project_id: newId('prj'), empty_project_id: newId('prj'), workspace_id: newId('ws') };
  const { project_id, empty_project_id, workspace_id } = ids;
  const base = { organization_id, description: null, created_at: at };
  await tx.run((db) =>
    db.insertInto('projects').values([
      { ...base, id: project_id, name: named.project_name },
      { ...base, id: empty_project_id, name: 'Empty' },
    ]),
  );
  const row = { ...base, id: workspace_id, project_id, name: named.workspace_name, updated_at: at };
  await tx.run((db) => db.insertInto('workspaces').values(row));
  await tx.run((db) =>
    db.insertInto('tag_bindings').values([
      { id: newId('tb'), workspace_id, project_id: null, key: 'blue', value: '', kind: 'flat' },
      { id: newId('tb'), workspace_id: null, project_id, key: 'team', value: 'network', kind: 'binding' },
    ]),
  );
  return { ...named, ...ids };
};

/** Writes a policy set parameter. Returns its id. */
export const insertParameter = async (tx: Transaction, policy_set_id: string): Promise<string> => {
  const row = { id: newId('var'), policy_set_id, key: 'region', value: 'eu', sealed_value: null, created_at: at };
  await tx.run((db) => db.insertInto('policy_set_parameters').values(row));
  return row.id;
};

/** Writes an override of a parameter for a workspace. Returns its id. */
export const insertParameterOverride = async (
  tx: Transaction,
  { parameter_id, workspace_id }: Readonly<Record<'parameter_id' | 'workspace_id', string>>,
): Promise<string> => {
  const place = { place: workspace_id, workspace_id, project_id: null, tag_key: null, tag_value: null };
  const row = { id: newId('parov'), parameter_id, ...place, value: 'us', sealed_value: null, created_at: at };
  await tx.run((db) => db.insertInto('policy_parameter_overrides').values(row));
  return row.id;
};

/** Inserts an OpenID Connect identity provider into the database. Returns its id. */
export const insertProvider = async (tx: Transaction, { vault }: Context, key: string): Promise<string> => {
  const id = newId('idp');
  const credential = {
    credential: 'client-secret',
    sealed_credential: vault.seal(credentialPlace(id), 'secret'),
  } as const;
  const names = {
    username_claim: '',
    email_claim: 'email',
    groups_claim: '',
    site_admin_claim: '',
    site_admin_value: '',
  };
  const lists = { scopes: '["openid"]', allowed_domains: '[]', organizations: '[]', allowed_groups: '[]' };
  const provider = {
    key,
    name: key,
    preset: 'custom',
    issuer: 'https://idp.example.com',
    client_id: 'tipstaff',
  } as const;
  const flags = { is_enabled: 0, creates_accounts: 0, team_names_count: 0 };
  const rest = { position: 1, tenant: null, created_at: at, updated_at: at };
  await tx.run((db) =>
    db.insertInto('oidc_providers').values({ id, ...provider, ...credential, ...names, ...lists, ...flags, ...rest }),
  );
  return id;
};

/** Writes a run task with a finished call. Returns its id. */
export const insertRunTask = async (tx: Transaction, { vault }: Context, organization_id: string) => {
  const id = newId('polrt');
  const sealed_hmac_key = vault.seal(hmacKeyPlace(id), 'a key that the platform has too');
  const hosts = { allowed_hosts: '["https://app.example.com"]' };
  const times = { created_at: at, updated_at: at };
  const row = { id, organization_id, name: 'platform', ...hosts, sealed_hmac_key, ...times };
  await tx.run((db) => db.insertInto('policy_run_tasks').values(row));
  const sent = { task_result_id: 'taskrs-1', run_id: 'run-1', workspace_name: 'edge', sealed: null };
  const answer = { status: 'answered' as const, evaluation_id: null, result: 'failed' as const };
  const problem = 'The plan could not be fetched: the platform responded with status 403.';
  const due = { next_attempt_at: at, deadline_at: at, expires_at: '2126-01-01T00:00:00.000Z' };
  const waiting = { announced_at: null, waits_until: null };
  const call = {
    id: newId('polrtc'),
    run_task_id: id,
    organization_id,
    ...sent,
    ...answer,
    ...waiting,
    problem,
    ...due,
    ...times,
  };
  await tx.run((db) => db.insertInto('policy_run_task_calls').values(call));
  return id;
};

/** Violation in a policy's output. */
const objection = {
  address: 'aws_s3_bucket.logs',
  attribute: 'acl',
  message: 'The bucket is public.',
  severity: 'high',
  fix: 'Set acl to private.',
};

/** Ids of the records to which the evaluations refer. */
interface Evaluated {
  readonly organization_id: string;
  readonly policy_set_id: string;
  /** Policy of the outcome. */
  readonly policy_id?: string;
  readonly workspace_id: string | null;
}

/** Writes a failed evaluation with its recorded input, and an evaluation that waits for its plan. */
export const insertEvaluations = async (tx: Transaction, of: Evaluated) => {
  const { organization_id, policy_set_id, policy_id = someOutcome.policy_id, workspace_id } = of;
  const [policy_evaluation_id, pending_evaluation_id] = [newId('poleval'), newId('poleval')];
  const run = '{"message":"Add a bucket"}';
  const created_by = '{"kind":"system","name":"records"}';
  const place = { organization_id, policy_set_id: null, scope: 'organization' as const, workspace_id };
  const base = { ...place, project_id: null, run, tags: '[]', created_by, created_at: at, updated_at: at };
  const none = { problem: null, engine_version: null, duration_ms: null, override: null };
  const rest = { ...base, ...none, expires_at: '2126-01-01T00:00:00.000Z' };
  const pending = {
    status: 'pending' as const,
    status_timestamps: '{}',
    input_digest: null,
    is_overridable: 0,
    mandatory_failed: 0,
  };
  const failed = { status: 'failed' as const, status_timestamps: `{"failed-at":"${at}"}`, is_overridable: 1 };
  const digest = createHash('sha256').update('plan').digest('hex');
  await tx.run((db) =>
    db.insertInto('policy_evaluations').values([
      { id: pending_evaluation_id, ...rest, ...pending },
      { id: policy_evaluation_id, ...rest, ...failed, input_digest: digest, mandatory_failed: 1 },
    ]),
  );
  const outcomes = JSON.stringify([{ ...someOutcome, policy_id, output: [objection], output_count: 1 }]);
  const outcome = { id: newId('psout'), evaluation_id: policy_evaluation_id, policy_set_id, outcomes };
  const set = { policy_set_name: 'a-set', policy_set_description: null, kind: 'opa' as const, is_overridable: 1 };
  await tx.run((db) => db.insertInto('policy_set_outcomes').values({ ...outcome, ...set, mandatory_failed: 1 }));
  await insertChange(tx, policy_evaluation_id);
  const policy_input_id = await insertPolicyInput(tx, organization_id, policy_evaluation_id);
  const policy_replay_id = await insertPolicyReplay(tx, { organization_id, policy_set_id, policy_input_id });
  const ids = { policy_evaluation_id, pending_evaluation_id, policy_set_outcome_id: outcome.id };
  return { ...ids, policy_input_id, policy_replay_id };
};

/** Writes a resource change in an evaluation's plan. */
const insertChange = async (tx: Transaction, evaluation_id: string): Promise<void> => {
  const identity = { address: 'aws_s3_bucket.logs', module: null, resource_type: 'aws_s3_bucket', name: 'logs' };
  const acl = { path: 'acl', change: 'changed', 'known-after-apply': false, sensitive: false };
  const change = { actions: '["update"]', action_reason: null, attributes_left_out: 0, origin: 'plan' as const };
  const attributes = JSON.stringify([{ ...acl, 'forces-replacement': false }]);
  const place = {
    id: newId('polchg'),
    evaluation_id,
    position: 0,
    is_deposed: 0,
    expires_at: '2126-01-01T00:00:00.000Z',
  };
  const provider = 'registry.terraform.io/hashicorp/aws';
  await tx.run((db) =>
    db.insertInto('policy_evaluation_changes').values({ ...place, ...identity, ...change, provider, attributes }),
  );
};

/** Writes a recorded policy input. Returns its id. */
const insertPolicyInput = async (tx: Transaction, organization_id: string, evaluation_id: string) => {
  const digest = createHash('sha256').update('plan').digest('hex');
  const place = { organization_id, evaluation_id, workspace_id: null, workspace_name: 'edge' };
  const content = { digest, size: 60, stored_size: 50, masked: 1, outcomes: '[]', engine_version: 'opa 1.0.0' };
  const times = { evaluated_at: at, created_at: at, expires_at: '2126-01-01T00:00:00.000Z' };
  const row = { id: newId('polin'), ...place, ...content, ...times };
  await tx.run((db) => db.insertInto('policy_inputs').values(row));
  return row.id;
};

/** Ids of the records to which a policy replay belongs. */
interface Replayed {
  readonly organization_id: string;
  readonly policy_set_id: string;
  readonly policy_input_id: string;
}

/** Writes a running replay of a policy set, with an input that fails only in the replay. Returns its id. */
const insertPolicyReplay = async (tx: Transaction, { policy_input_id, ...owners }: Replayed): Promise<string> => {
  const id = newId('polrep');
  const state = {
    status: 'running' as const,
    status_timestamps: `{"running-at":"${at}"}`,
    sides: '{"before":[],"after":[]}',
  };
  const trial = { tried_policy_id: null, code: null, query: null, revision: null, enforcement_level: 'mandatory' };
  const inputs = { workspace_id: null, since: null, until: null, inputs_total: 2, inputs_done: 1, newly_failing: 1 };
  const times = { created_at: at, updated_at: at, turn_at: at, expires_at: '2126-01-01T00:00:00.000Z' };
  const rest = {
    policy_id: null,
    compared_with: 'current' as const,
    introduction: null,
    shadow: null,
    engine_version: null,
    created_by: '{}',
  };
  await tx.run((db) =>
    db.insertInto('policy_replays').values({ id, ...owners, ...state, ...trial, ...inputs, ...times, ...rest }),
  );
  const seen = { input_id: policy_input_id, workspace_id: null, workspace_name: 'edge', evaluated_at: at };
  await tx.run((db) =>
    db.insertInto('policy_replay_inputs').values([
      { id: newId('polrepin'), replay_id: id, position: 0, ...seen, result: 'newly-failing', problem: null },
      { id: newId('polrepin'), replay_id: id, position: 1, ...seen, result: null, problem: null },
    ]),
  );
  return id;
};
