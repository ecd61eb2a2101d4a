import type { Generated } from 'kysely';

/** The tables as the query builder knows them. Flags are 0 or 1, times are ISO 8601 texts in UTC. */
export interface Tables {
  readonly instance: InstanceTable;
  readonly settings: SettingsTable;
  readonly users: UsersTable;
  readonly organizations: OrganizationsTable;
  readonly memberships: MembershipsTable;
  readonly teams: TeamsTable;
  readonly team_members: TeamMembersTable;
  readonly tokens: TokensTable;
  readonly policies: PoliciesTable;
  readonly policy_revisions: PolicyRevisionsTable;
  readonly policy_chunks: PolicyChunksTable;
  readonly policy_sets: PolicySetsTable;
  readonly policy_set_policies: PolicySetPoliciesTable;
  readonly policy_set_targets: PolicySetTargetsTable;
  readonly audit_records: AuditRecordsTable;
  readonly rate_limits: RateLimitsTable;
}

/** Facts about this installation, one row each, such as the id of the encryption key. */
interface InstanceTable {
  name: string;
  value: string;
}

interface SettingsTable {
  group_id: string;
  revision: number;
  document: string;
}

interface UsersTable {
  id: string;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  password_hash: string | null;
  is_admin: number;
  is_suspended: number;
  is_service_account: number;
  /** Null until the person holds a password or a token of their own. */
  activated_at: string | null;
  created_at: string;
}

interface OrganizationsTable {
  id: string;
  name: string;
  name_key: string;
  email: string;
  /** Kept by the transactions that change policies, so that a page needs no count. */
  native_policy_count: number;
  opa_policy_count: number;
  created_at: string;
}

interface MembershipsTable {
  id: string;
  organization_id: string;
  user_id: string;
  created_at: string;
}

interface TeamsTable {
  id: string;
  organization_id: string;
  name: string;
  is_owners: number;
  visibility: 'secret' | 'organization';
  /** One bit for each permission, in the order of the permissions table. */
  permissions: number;
  created_at: string;
}

interface TeamMembersTable {
  team_id: string;
  membership_id: string;
}

interface TokensTable {
  id: string;
  hash: string;
  kind: 'user' | 'team' | 'organization';
  user_id: string | null;
  team_id: string | null;
  organization_id: string | null;
  description: string | null;
  created_by_id: string | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}

interface PoliciesTable {
  id: string;
  organization_id: string;
  name: string;
  description: string | null;
  kind: 'native' | 'opa';
  query: string | null;
  enforcement_level: string;
  /** The number of the revision that holds the code in force. */
  revision: number | null;
  policy_set_count: number;
  created_at: string;
  updated_at: string | null;
}

interface PolicyRevisionsTable {
  policy_id: string;
  number: number;
  sha256: string;
  size: number;
  created_by: string;
  created_at: string;
}

interface PolicyChunksTable {
  policy_id: string;
  number: number;
  position: number;
  bytes: Uint8Array;
}

interface PolicySetsTable {
  id: string;
  organization_id: string;
  name: string;
  description: string | null;
  kind: 'native' | 'opa';
  is_global: number;
  is_overridable: number;
  is_versioned: number;
  policy_count: number;
  created_at: string;
  updated_at: string;
}

interface PolicySetPoliciesTable {
  policy_set_id: string;
  policy_id: string;
}

interface PolicySetTargetsTable {
  policy_set_id: string;
  type: 'workspaces' | 'projects';
  target_id: string;
}

interface AuditRecordsTable {
  id: Generated<number>;
  at: string;
  action: string;
  resource_type: string;
  resource_id: string;
  organization_id: string | null;
  /** JSON: who did it. */
  actor: string;
  /** JSON: what changed, without secret values. */
  change: string;
  request_id: string;
  address: string;
}

interface RateLimitsTable {
  client: string;
  tokens: number;
  /** Whether the last request got a token. */
  is_allowed: number;
  /** Seconds since 1970, by the database's clock. */
  refilled_at: number;
}
