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

/** An identity at work: what the audit record tells of where an act came from. */
export interface Actor {
  readonly identity: Identity;
  readonly requestId: string;
  readonly address: string;
}
