/** Who a request or a command acts as. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly id: string; readonly username: string; readonly isAdmin: boolean }
  | {
      readonly kind: 'team';
      readonly id: string;
      readonly organizationId: string;
      readonly isOwners: boolean;
      /** One bit for each permission of the team. */
      readonly permissions: number;
    }
  | { readonly kind: 'organization'; readonly id: string }
  /** The command line, or the service itself. */
  | { readonly kind: 'system'; readonly name: string };

/** A person with an account. */
export type Person = Extract<Identity, { readonly kind: 'user' }>;

/** The session that a request came by. */
export interface Session {
  readonly id: string;
  /** Who signed in, whoever the session acts as. */
  readonly owner: Person;
  /** Present while the session is for acting as somebody else. */
  readonly impersonation?: {
    readonly reason: string;
    /** It has ended by itself, or was ended: nothing is left to do but to go back. */
    readonly isOver: boolean;
  };
}

/** An identity at work: what the audit record tells of where an act came from. */
export interface Actor {
  /** In an impersonation the account that is acted as. */
  readonly identity: Identity;
  readonly requestId: string;
  readonly address: string;
  /** Absent where there is none: with a token, and on the command line. */
  readonly session?: Session;
}

/** Who acts behind another's account; undefined where everybody is who they are. */
export const impersonatorOf = ({ session }: Actor): Person | undefined =>
  session?.impersonation === undefined ? undefined : session.owner;
