// Types of callers, and groups of callers with the same rights.

/** Callers without valid credentials. The suspended user and the owner of the expired token own the organization. */
const nobodies = [
  'anonymous',
  'noToken',
  'unknownToken',
  'expiredToken',
  'suspended',
  'suspendedSession',
  /**
   * Session after the end of an impersonation. It can only return to the administrator's own session and report its
   * state.
   */
  'overSession',
] as const;

/** Callers with a token. */
const bearers = [
  /** Owner of another organization. */
  'stranger',
  'member',
  /** Member of a team whose only permission is to manage policies. */
  'policyManager',
  'owner',
  /** Site administrator without any membership. */
  'admin',
  'organizationToken',
  /** Organization's audit trail token. */
  'trailToken',
  /** Token of the policy managers' team. */
  'teamToken',
] as const;

/**
 * Members whose only right is the access of a team to a place: to the workspace or the project of the scene, or to
 * another project.
 */
export const placed = [
  /** Level `read` of the workspace. */
  'placeReader',
  /** Level `write` of the workspace. */
  'placePlanner',
  /** Level `maintain` of the project. */
  'placeMaintainer',
  /** Level `admin` of the workspace. */
  'placeAdministrator',
  /** Level `admin` of another project. */
  'elsewhereAdministrator',
] as const;

/** Callers with an active session. */
export const sessions = ['memberSession', 'adminSession', 'actingAsMember', 'actingAsOwner', 'actingAsAdmin'] as const;

/** Sessions in which an administrator impersonates another user. */
export const acting = [
  'actingAsMember',
  'actingAsOwner',
  'actingAsAdmin',
] as const satisfies readonly (typeof sessions)[number][];

export const callers = [...nobodies, ...bearers, ...placed, ...sessions] as const;
export type Caller = (typeof callers)[number];

/**
 * Caller whose rights a session has, or a caller with access to a place. Both callers get the same statuses unless a row
 * of the table states otherwise.
 */
const rightsBehind: Readonly<Record<(typeof sessions | typeof placed)[number], Caller>> = {
  placeReader: 'member',
  placePlanner: 'member',
  placeMaintainer: 'member',
  placeAdministrator: 'member',
  elsewhereAdministrator: 'member',
  memberSession: 'member',
  adminSession: 'admin',
  actingAsMember: 'member',
  actingAsOwner: 'owner',
  actingAsAdmin: 'admin',
};

const isIn = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((each) => each === name);

export const isNobody = (caller: Caller): boolean => isIn(nobodies, caller);

export const isSession = (caller: Caller): boolean => isIn(sessions, caller);

export const isActing = (caller: Caller): boolean => isIn(acting, caller);

export const isPlaced = (caller: Caller): boolean => isIn(placed, caller);

/** Returns the caller whose rights apply to this caller. */
export const rightsOf = (caller: Caller): Caller =>
  isIn(sessions, caller) || isIn(placed, caller) ? rightsBehind[caller] : caller;

// Groups of callers that the table often uses.

/** Users with an account. */
export const people: readonly Caller[] = ['stranger', 'member', 'policyManager', 'owner', 'admin'];

/** The organization's members and tokens. */
export const members: readonly Caller[] = ['member', 'policyManager', 'owner', 'organizationToken', 'teamToken'];

/** Callers who may manage policies. */
export const policyManagers: readonly Caller[] = ['policyManager', 'owner', 'organizationToken', 'teamToken'];

/** Callers with all permissions in the organization. */
export const managers: readonly Caller[] = ['owner', 'organizationToken'];
