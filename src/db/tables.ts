import type { Generated } from 'kysely';
import type { RegistryTables } from './registry-tables.ts';
import type { SamlTables } from './saml-tables.ts';

/** The tables as the query builder knows them. Flags are 0 or 1, times are ISO 8601 texts in UTC. */
export interface Tables extends RegistryTables, SamlTables {
  readonly instance: InstanceTable;
  readonly settings: SettingsTable;
  readonly users: UsersTable;
  readonly user_counts: UserCountsTable;
  readonly user_numbers: UserNumbersTable;
  readonly recovery_codes: RecoveryCodesTable;
  readonly text_codes: TextCodesTable;
  readonly sessions: SessionsTable;
  readonly password_links: PasswordLinksTable;
  readonly password_requests: PasswordRequestsTable;
  readonly failed_attempts: FailedAttemptsTable;
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
  readonly subscriptions: SubscriptionsTable;
  readonly audit_records: AuditRecordsTable;
  readonly leases: LeasesTable;
  readonly outbox: OutboxTable;
  readonly rate_limits: RateLimitsTable;
  readonly oidc_keys: OidcKeysTable;
  readonly oidc_signing: OidcSigningTable;
  readonly data_retention: DataRetentionTable;
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
  /** Sealed; null while there is no two-factor authentication. */
  two_factor_secret: Generated<string | null>;
  /** Null while a code has yet to prove that the secret arrived. */
  two_factor_confirmed_at: Generated<string | null>;
  /** The time step of the last code that was taken, so that none is taken twice. */
  two_factor_step: Generated<number | null>;
  /** Sealed: where codes are sent by text message; null where an authenticator makes them. */
  two_factor_phone: Generated<string | null>;
  /** Null until the person signs in through the identity provider. */
  sso_signed_in_at: Generated<string | null>;
  /** Null while the e-mail address is the account's first. */
  email_changed_at: Generated<string | null>;
  created_at: string;
}

/** One row: how many accounts there are of each standing, kept by the transactions that change them. */
interface UserCountsTable {
  id: number;
  active_members: number;
  suspended_members: number;
  active_admins: number;
  suspended_admins: number;
}

/** SQLite's only: the numbers by which its trigram index `user_words` knows the accounts. */
interface UserNumbersTable {
  number: number;
  user_id: string;
}

/** The code that was sent last by text message to somebody. */
interface TextCodesTable {
  user_id: string;
  /** Counts the codes; with the account's secret it makes each of them. */
  number: number;
  /** 0 once it was used, or cannot be used any more. */
  is_active: number;
  sent_at: string;
  /** How many were sent since `counted_since`. */
  sent_count: number;
  counted_since: string;
}

interface RecoveryCodesTable {
  user_id: string;
  hash: string;
}

interface SessionsTable {
  id: string;
  hash: string;
  /** Who signed in. */
  user_id: string;
  /** As whom that person acts; null without impersonation, and when the account has been deleted. */
  impersonated_id: string | null;
  impersonation_reason: string | null;
  /** Null without impersonation. */
  impersonation_ends_at: string | null;
  address: string;
  user_agent: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

/** Links that set a password, each good for once. */
interface PasswordLinksTable {
  hash: string;
  user_id: string;
  created_at: string;
  expires_at: string;
}

/** Who has asked for a new password, until that is seen to. */
interface PasswordRequestsTable {
  email_key: string;
  request_id: string;
  address: string;
  requested_at: string;
}

/** How often something secret was guessed wrong of late. */
interface FailedAttemptsTable {
  key: string;
  count: number;
  expires_at: string;
}

interface OrganizationsTable {
  id: string;
  name: string;
  name_key: string;
  email: string;
  /** Kept by the transactions that change policies, so that a page needs no count. */
  native_policy_count: number;
  opa_policy_count: number;
  /** Null where the instance's holds. */
  plan_timeout: Generated<string | null>;
  apply_timeout: Generated<string | null>;
  wants_cost_estimation: Generated<number>;
  /** Whether groups at the identity provider decide who is in its teams. */
  uses_saml: Generated<number>;
  /** Whether archives of deprecated module versions are served with a notice. */
  adds_deprecation_notices: Generated<number>;
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

/** Which plan an organization has, and which it has had. */
interface SubscriptionsTable {
  id: string;
  organization_id: string;
  feature_set_id: string;
  started_at: string;
  /** Null while it is active, which one of an organization's is at most. */
  ended_at: string | null;
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
  actor_id: string | null;
  impersonator_id: string | null;
  /** The place in the chain, from 1; null until it is sealed. */
  sequence: Generated<number | null>;
  seal: Generated<string | null>;
}

/** Which instance does a job at present. */
interface LeasesTable {
  name: string;
  owner: string;
  /** Counts up with each new owner, so that one who was late notices. */
  epoch: number;
  expires_at: string;
}

/** Mails that wait to be sent. */
interface OutboxTable {
  id: string;
  /** What the mail is for, such as `invitation`. */
  kind: string;
  /** JSON, sealed: it may hold a link that is as good as a password. */
  message: string;
  attempts: number;
  /** While it is being sent: when somebody else may try, should nobody tell how that ended. */
  next_attempt_at: string;
  expires_at: string;
}

interface RateLimitsTable {
  client: string;
  tokens: number;
  /** Whether the last request got a token. */
  is_allowed: number;
  /** Seconds since 1970, by the database's clock. */
  refilled_at: number;
}

interface OidcKeysTable {
  /** The thumbprint of the key (RFC 7638). */
  kid: string;
  /** JSON: the public members, as they are published. */
  public_key: string;
  /** Sealed; null once the key signs no more. */
  private_key: string | null;
  created_at: string;
  /** Since when another key signs; null while this one does. */
  retired_at: string | null;
}

/** One row: which key signs, and when the timers fire. */
interface OidcSigningTable {
  id: number;
  /** Null until the first key has been made. */
  kid: string | null;
  next_rotation_at: string;
  next_trim_at: string;
}

/** One row: the policy of the whole instance. */
interface DataRetentionTable {
  id: number;
  /** Null without a policy, as are the days. */
  policy_id: string | null;
  days: number | null;
  /** Counts the changes. */
  revision: number;
  /** What a purge that is under way, or that a crash ended, has deleted. */
  purged_revisions: number;
  purged_bytes: number;
}
