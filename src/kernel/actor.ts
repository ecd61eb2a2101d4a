/** Identity as which a request or command acts. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly username: string;
      readonly isAdmin: boolean;
      /**
       * Present if the person does not use two-factor authentication, which organizations and the instance may require.
       */
      readonly lacksTwoFactor?: true;
      /**
       * Present if the account is a site administrator but does not act as one in this request, because it lacks the
       * two-factor authentication that the instance requires of site administrators.
       */
      readonly isRefusedAsAdmin?: true;
    }
  | {
      readonly kind: 'team';
      readonly id: string;
      readonly organizationId: string;
      readonly isOwners: boolean;
      /** Bit set with one bit for each permission of the team. */
      readonly permissions: number;
    }
  | { readonly kind: 'organization'; readonly id: string }
  /** Token that can only read an organization's audit trail. */
  | { readonly kind: 'audit-trails'; readonly organizationId: string }
  /** The command line or the service itself. */
  | { readonly kind: 'system'; readonly name: string };

/** Identity of a user account. */
export type Person = Extract<Identity, { readonly kind: 'user' }>;

/** Session with which a request is authenticated. */
export interface Session {
  readonly id: string;
  /** Account that signed in. During an impersonation this is the administrator. */
  readonly owner: Person;
  /** Present if the session impersonates another account. */
  readonly impersonation?: {
    readonly reason: string;
    /** Whether the impersonation has expired or was ended. The session can then only be used to end it. */
    readonly isOver: boolean;
  };
}

/** An identity with the origin of its request, as audit records store it. */
export interface Actor {
  /** During an impersonation, the impersonated account. */
  readonly identity: Identity;
  readonly requestId: string;
  readonly address: string;
  /** Absent for requests with a token, and on the command line. */
  readonly session?: Session;
  /**
   * For tokens of teams and organizations: the account for which limits count the token's work. See
   * `OrganizationRow.creator_id`.
   */
  readonly account?: string;
}

/**
 * Returns the name of the acting person for texts that others read. During an impersonation this is the administrator.
 */
export function actorName(actor: Actor): string {
  const { identity } = actor;
  const impersonator = impersonatorOf(actor);
  if (impersonator !== undefined) return impersonator.username;
  return identity.kind === 'user' ? identity.username : 'the operator of this service';
}

/** Returns the administrator of an impersonation; undefined otherwise. */
export const impersonatorOf = ({ session }: Actor): Person | undefined =>
  session?.impersonation === undefined ? undefined : session.owner;
