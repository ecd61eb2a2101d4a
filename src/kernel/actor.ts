/** The identity that a request or a command acts as. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly username: string;
      readonly isAdmin: boolean;
      /** Present where the person has no second factor, which organizations and the instance may require. */
      readonly lacksTwoFactor?: true;
      /** Present if the account is a site administrator, but not in this request: the instance requires a second factor of it. */
      readonly isRefusedAsAdmin?: true;
    }
  | {
      readonly kind: 'team';
      readonly id: string;
      readonly organizationId: string;
      readonly isOwners: boolean;
      /** One bit for each permission of the team. */
      readonly permissions: number;
    }
  | { readonly kind: 'organization'; readonly id: string }
  /** A token that reads the audit trail of an organization, and nothing else. */
  | { readonly kind: 'audit-trails'; readonly organizationId: string }
  /** The command line or the service. */
  | { readonly kind: 'system'; readonly name: string };

/** The identity of an account. */
export type Person = Extract<Identity, { readonly kind: 'user' }>;

/** The session of a request. */
export interface Session {
  readonly id: string;
  /** The account that signed in; in an impersonation the administrator. */
  readonly owner: Person;
  /** Present in a session that impersonates another account. */
  readonly impersonation?: {
    readonly reason: string;
    /** True if it has expired or was ended: the session can then only end the impersonation. */
    readonly isOver: boolean;
  };
}

/** An identity with the origin of its request, as the audit record stores it. */
export interface Actor {
  /** In an impersonation the target. */
  readonly identity: Identity;
  readonly requestId: string;
  readonly address: string;
  /** Absent for requests with a token, and on the command line. */
  readonly session?: Session;
  /** The account that work counts for that the token of a team or an organization asks for: see `OrganizationRow.creator_id`. */
  readonly account?: string;
}

/** The name of the person who acts, in texts for others; in an impersonation, the administrator behind it. */
export function actorName(actor: Actor): string {
  const { identity } = actor;
  const impersonator = impersonatorOf(actor);
  if (impersonator !== undefined) return impersonator.username;
  return identity.kind === 'user' ? identity.username : 'the operator of this service';
}

/** The administrator behind an impersonation; undefined outside of one. */
export const impersonatorOf = ({ session }: Actor): Person | undefined =>
  session?.impersonation === undefined ? undefined : session.owner;
