/** Content of an audit record. It must not contain secret values. */
export interface AuditEntry {
  /** Name of the action, such as `policy.create`. */
  readonly action: string;
  readonly type: string;
  readonly id: string;
  readonly organizationId?: string;
  readonly before?: object;
  readonly after?: object;
  /** Memberships that the change starts or ends. The audit record then belongs to the history of each member. */
  readonly memberships?: readonly MembershipChange[];
}

/** Start or end of a membership, for example the addition of a policy to a policy set or its removal. */
export interface MembershipChange {
  readonly member: string;
  /** Identifier of the resource that contains the member, such as a policy set. */
  readonly container: string;
  readonly isAdded: boolean;
}
