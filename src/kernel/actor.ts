/** Identity under which a request or command acts. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly username: string;
      readonly isAdmin: boolean;
      /**
       * Present if the account does not use two-factor authentication, which organizations and the instance may
       * require.
       */
      readonly lacksTwoFactor?: true;
      /**
       * Present if the account is a site administrator without the two-factor authentication that the instance requires
       * of site administrators. The request then has no administrator rights.
       */
      readonly isRefusedAsAdmin?: true;
    }
  | {
      readonly kind: 'team';
      readonly id: string;
      readonly name: string;
      readonly organizationId: string;
      readonly isOwners: boolean;
      /** Permissions of the team as a bit set. */
      readonly permissions: number;
    }
  /** The name is absent for work that a token of the organization started earlier. */
  | { readonly kind: 'organization'; readonly id: string; readonly name?: string }
  /** Token that can only read an organization's audit trail. */
  | { readonly kind: 'audit-trails'; readonly organizationId: string }
  /** The command line or the service itself. */
  | { readonly kind: 'system'; readonly name: string };

/** Identity of a user account. */
export type Person = Extract<Identity, { readonly kind: 'user' }>;

/** Session by which a request is authenticated. */
export interface Session {
  readonly id: string;
  /** Account that signed in. During an impersonation, it is the administrator's account. */
  readonly owner: Person;
  /** Present if the session impersonates another account. */
  readonly impersonation?: {
    readonly reason: string;
    /**
     * Whether the impersonation has expired or has been ended. The session can then be used only to return to the
     * administrator's account.
     */
    readonly isOver: boolean;
  };
}

/** API token with which a request is authenticated. */
export interface UsedToken {
  readonly id: string;
  /** Null for the token of a person, because only this person may see its description. */
  readonly description: string | null;
}

/** Identity under which a request acts, together with the request's origin. Audit records store both. */
export interface Actor {
  /** Identity of the caller. During an impersonation, it is that of the impersonated account. */
  readonly identity: Identity;
  readonly requestId: string;
  readonly address: string;
  /** Session of the request. Absent for requests with a token, and on the command line. */
  readonly session?: Session;
  /** Token of the request. Audit records name it. Absent for requests with a session, and on the command line. */
  readonly token?: UsedToken;
  /**
   * Account against whose limits the actions of a team or organization token count. See `OrganizationRow.creator_id`.
   */
  readonly account?: string;
}

/**
 * Returns the name of the acting person, for texts that other people read. During an impersonation, it is the
 * administrator's name.
 */
export function actorName(actor: Actor): string {
  const { identity } = actor;
  const impersonator = impersonatorOf(actor);
  if (impersonator !== undefined) return impersonator.username;
  return identity.kind === 'user' ? identity.username : 'the operator of this service';
}

/** Returns the administrator who impersonates an account, or undefined without an impersonation. */
export const impersonatorOf = ({ session }: Actor): Person | undefined =>
  session?.impersonation === undefined ? undefined : session.owner;
