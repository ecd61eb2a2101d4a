// Ports: functions of higher domains that lower domains call. `domains/index.ts` implements them. Their types refer to
// no domain. Each function uses the reader, transaction or context that its caller passes.
import type { Database, Reader, Transaction } from './db/database.ts';
import type { AuditEntry } from './kernel/audit-entry.ts';

/** Organizations of an account, and those of which it is the only active owner. */
export interface Ownerships {
  /** Sorted identifiers of the account's organizations, separated by spaces. There may be ten thousand. */
  readonly organizations: string;
  /** Sorted names of the organizations of which the account is the only active owner. */
  readonly soleOwnerOf: readonly string[];
}

/**
 * Result of synchronizing an account's membership in a team. `limit-reached`: the organization's plan allows no further
 * member.
 */
export interface TeamChange {
  readonly organization: string;
  readonly team: string;
  readonly change: 'added' | 'removed' | 'kept' | 'limit-reached';
}

export interface TeamSync {
  readonly teams: readonly TeamChange[];
  readonly audit: readonly AuditEntry[];
}

/** An account that becomes a member of an organization. */
export interface Member {
  readonly id: string;
  readonly email: string;
}

/** Rules that map an identity provider's groups to teams. */
export interface TeamRules {
  /** Whether a team without its own group (`sso-team-id`) is mapped to the group with the team's name. */
  readonly teamNamesCount: boolean;
  /** Case-folded names of organizations. */
  readonly organizations: readonly string[];
  /**
   * Whether the provider manages only the teams of the listed organizations. If false, the provider manages the teams
   * of all other organizations.
   */
  readonly areListed: boolean;
}

/** An account, the groups that its identity provider reported, and the provider's rules. */
export interface GroupClaims extends TeamRules {
  readonly user: string;
  readonly groups: ReadonlySet<string>;
}

/** Call of a module from this service's registry, with the version or version constraint in the configuration. */
export interface ModuleCall {
  readonly organization: string;
  readonly module: string;
  readonly provider: string;
  readonly version: string;
}

/** `Context` is the type in context.ts, which imports this module. */
export interface Ports<Context> {
  /**
   * Returns the identifier of the account with a username, for filters of audit records; undefined if there is none.
   */
  userIdByName(context: Context, username: string): Promise<string | undefined>;
  organizationIdByName(context: Context, name: string): Promise<string | undefined>;
  /** Returns those of the given case-folded names that belong to existing organizations. */
  organizationNamesAmong(reader: Reader, names: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Locks all organizations of an account, in the order of their identifiers. Returns the identifiers as in
   * `Ownerships.organizations`.
   */
  lockOrganizationsOf(tx: Transaction, userId: string): Promise<string>;
  /**
   * Returns the names of an account's organizations that require two-factor authentication. The number of names is
   * limited.
   */
  organizationsRequiringTwoFactor(reader: Reader, userId: string): Promise<readonly string[]>;
  /** Returns the distinct retention periods, in days, of organizations with their own data retention policy. */
  ownRetentionDays(database: Database): Promise<readonly number[]>;
  /** Returns the path of the console's font file, or an empty string if there is no such file. */
  consoleFont(): string;
  /**
   * Sets after how many days an organization's recorded policy inputs expire, counted from their creation. Null deletes
   * them.
   */
  retainPolicyInputs(tx: Transaction, organizationId: string, days: number | null): Promise<void>;
  /** Returns the number of unanswered run task calls in all organizations. */
  openRunTaskCalls(reader: Reader): Promise<number>;
  /** Deletes the changed values that an organization's evaluations keep. */
  deleteChangeValues(tx: Transaction, organizationId: string): Promise<void>;
  /** Returns the host names of the module registry. Empty if the edition has no registry. */
  registryHosts(context: Context): readonly string[];
  /**
   * Returns the module versions that a workspace of an organization uses with these module calls. The map contains the
   * version or constraint in the call by the identifier of the module version. Calls of modules that the organization
   * may not use are ignored.
   */
  findUsedVersions(
    context: Context,
    organization: string,
    calls: readonly ModuleCall[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Whether the stored module versions of a workspace are these ones, in the form that `findUsedVersions` returns. */
  areUsesStored(reader: Reader, workspace: string, uses: ReadonlyMap<string, string>): Promise<boolean>;
  /**
   * Replaces the module versions that a workspace uses. `uses` has the form that `findUsedVersions` returns. The
   * organization must be locked.
   */
  replaceUses(
    tx: Transaction,
    place: { readonly organization: string; readonly workspace: string },
    uses: ReadonlyMap<string, string>,
  ): Promise<void>;
  /**
   * Returns the sequence number of the last record that the audit stream has sent. Undefined while the stream is off.
   */
  auditStreamPlace(reader: Reader): Promise<number | undefined>;
  /**
   * Starts the memberships that wait for the confirmation of an email address, after an account has confirmed the
   * address. Memberships of an account that claimed the address without confirming it move to the confirmed account.
   * Returns the audit entries.
   */
  startMemberships(tx: Transaction, member: Member): Promise<readonly AuditEntry[]>;
  /** Whether memberships wait for the confirmation of an email address. */
  isAwaited(reader: Reader, email: string): Promise<boolean>;
  /**
   * Moves the memberships that wait for the confirmation of an email address to the account that now has the address.
   * Returns the audit entries.
   */
  moveMemberships(tx: Transaction, member: Member): Promise<readonly AuditEntry[]>;
  /**
   * Makes the active memberships of an account wait for the confirmation of its email address. Returns their number.
   */
  awaitProof(tx: Transaction, member: Member): Promise<number>;
  ownershipsOf(tx: Transaction, userId: string): Promise<Ownerships>;
  /**
   * Deletes all memberships of an account, and thereby its team memberships. The account and its organizations must be
   * locked.
   */
  deleteMembershipsOf(tx: Transaction, userId: string): Promise<void>;
  /**
   * Locks the organizations whose team memberships can change because of the groups that the identity provider
   * reported. Callers must call this function before they lock an account. The returned function adds an account to the
   * teams that match its groups, and removes
   * it from the other teams.
   */
  lockTeamsOfGroups(
    context: Context,
    tx: Transaction,
    claims: GroupClaims,
  ): Promise<(user: Member) => Promise<TeamSync>>;
}
