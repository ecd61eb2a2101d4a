// Everybody who may send a request, and how their rights follow from one another.

/** Callers without valid credentials. The suspended user owns the organization, as does the owner of the expired token. */
const nobodies = [
  'anonymous',
  'noToken',
  'unknownToken',
  'expiredToken',
  'suspended',
  'suspendedSession',
  /** A session whose impersonation is over: good only for going back, and for telling so. */
  'overSession',
] as const;

/** Callers with a token. */
const bearers = [
  /** Somebody who owns another organization. */
  'stranger',
  'member',
  /** Is in a team that may manage policies, and nothing else. */
  'policyManager',
  'owner',
  /** A site administrator who is a member of nothing. */
  'admin',
  'organizationToken',
  /** The token of the organization that reads its audit trail. */
  'trailToken',
  /** The token of the policy managers' team. */
  'teamToken',
] as const;

/** Callers with a live session. */
export const sessions = ['memberSession', 'adminSession', 'actingAsMember', 'actingAsOwner', 'actingAsAdmin'] as const;

/** An administrator who acts as somebody else. */
export const acting = [
  'actingAsMember',
  'actingAsOwner',
  'actingAsAdmin',
] as const satisfies readonly (typeof sessions)[number][];

export const callers = [...nobodies, ...bearers, ...sessions] as const;
export type Caller = (typeof callers)[number];

/** The caller whose rights a session has: unless a row says otherwise, both get the same statuses. */
const rightsBehind: Readonly<Record<(typeof sessions)[number], Caller>> = {
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

/** Whose rights decide over this caller. */
export const rightsOf = (caller: Caller): Caller => (isIn(sessions, caller) ? rightsBehind[caller] : caller);

// Groups of callers that the table often names together.

/** Everybody with an account. */
export const people: readonly Caller[] = ['stranger', 'member', 'policyManager', 'owner', 'admin'];

/** Everybody who is of the organization, its tokens included. */
export const members: readonly Caller[] = ['member', 'policyManager', 'owner', 'organizationToken', 'teamToken'];

/** Callers that may manage policies. */
export const policyManagers: readonly Caller[] = ['policyManager', 'owner', 'organizationToken', 'teamToken'];

/** Callers with every permission in the organization. */
export const managers: readonly Caller[] = ['owner', 'organizationToken'];
