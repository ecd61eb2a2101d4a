// Functions of higher domains that lower ones need. domains/index.ts provides them; the types here name no domain. Each
// acts in the reader, the transaction or the context that it is called with.
import type { Database, Reader, Transaction } from './db/database.ts';
import type { AuditEntry } from './kernel/audit-entry.ts';

/** Organizations of an account, and those whose only active owner it is. */
export interface Ownerships {
  /** The identifiers of its organizations in their order, separated by spaces: there may be ten thousand. */
  readonly organizations: string;
  /** The names of those whose only active owner it is, in their order. */
  readonly soleOwnerOf: readonly string[];
}

/** Result of a sync for an account in a team; `limit-reached`: the plan of the organization allows no further member. */
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

/** Rules by which the groups of an identity provider become memberships of teams. */
export interface TeamRules {
  /** True if a team without a group of its own (`sso-team-id`) follows the group that has its name. */
  readonly teamNamesCount: boolean;
  /** Folded names of organizations. */
  readonly organizations: readonly string[];
  /** True if the provider fills the teams of these organizations only; false if it fills those of all others. */
  readonly areListed: boolean;
}

/** An account with the groups that its identity provider sent, and the rules of that provider. */
export interface GroupClaims extends TeamRules {
  readonly user: string;
  readonly groups: ReadonlySet<string>;
}

/** `Context` is the one of context.ts, which imports this file. */
export interface Ports<Context> {
  /** For the audit record's filters: the identifier behind a name, undefined where there is none. */
  userIdByName(context: Context, username: string): Promise<string | undefined>;
  organizationIdByName(context: Context, name: string): Promise<string | undefined>;
  /** Those of the folded names that organizations have. */
  organizationNamesAmong(reader: Reader, names: readonly string[]): Promise<ReadonlySet<string>>;
  /** Locks every organization of an account, the smallest identifier first, and gives their identifiers as `Ownerships` do. */
  lockOrganizationsOf(tx: Transaction, userId: string): Promise<string>;
  /** The names of the first organizations of an account that require a second factor. */
  organizationsRequiringTwoFactor(reader: Reader, userId: string): Promise<readonly string[]>;
  /** The days of the organizations that have a data retention policy of their own, each once. */
  ownRetentionDays(database: Database): Promise<readonly number[]>;
  /** Makes recorded inputs of policies expire so many days after their creation; null deletes them. */
  retainPolicyInputs(tx: Transaction, organizationId: string, days: number | null): Promise<void>;
  /** Number of calls of run platforms in all organizations that wait for an answer. */
  openRunTaskCalls(reader: Reader): Promise<number>;
  /** Deletes the values of changes that the evaluations of an organization keep. */
  deleteChangeValues(tx: Transaction, organizationId: string): Promise<void>;
  /** The place up to which the audit stream has sent; undefined while it is off. */
  auditStreamPlace(reader: Reader): Promise<number | undefined>;
  /**
   * Starts the memberships that wait for the proof of an address, which an account has proved now. Those of an account that
   * has lost the address move to the one with the proof. Answers the audit entries.
   */
  startMemberships(tx: Transaction, member: Member): Promise<readonly AuditEntry[]>;
  /** Whether memberships wait for the proof of an address. */
  isAwaited(reader: Reader, email: string): Promise<boolean>;
  /** Moves the memberships that wait for the proof of an address to the account that has it now. Answers the audit entries. */
  moveMemberships(tx: Transaction, member: Member): Promise<readonly AuditEntry[]>;
  /** Makes the started memberships of an account wait for the proof of its address. Returns their number. */
  awaitProof(tx: Transaction, member: Member): Promise<number>;
  ownershipsOf(tx: Transaction, userId: string): Promise<Ownerships>;
  /** Deletes all memberships of an account that is locked with its organizations, and with them those of teams. */
  deleteMembershipsOf(tx: Transaction, userId: string): Promise<void>;
  /**
   * Locks the organizations whose teams the identity provider fills and that these groups concern, before any account is
   * locked. The answer then puts an account into the teams that its groups name and takes it out of the others.
   */
  lockTeamsOfGroups(
    context: Context,
    tx: Transaction,
    claims: GroupClaims,
  ): Promise<(user: Member) => Promise<TeamSync>>;
}
