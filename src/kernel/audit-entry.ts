/** Content of an audit record. It must not contain secret values. */
export interface AuditEntry {
  /** Name of the action, such as `policy.create`. */
  readonly action: string;
  readonly type: string;
  readonly id: string;
  readonly organizationId?: string;
  readonly before?: object;
  readonly after?: object;
  /** Memberships that the change starts or ends. The record is then part of the history of each member. */
  readonly memberships?: readonly MembershipChange[];
}

/** Start or end of a membership, for example of a policy in a policy set. */
export interface MembershipChange {
  readonly member: string;
  /** Identifier of the record that contains the member. */
  readonly container: string;
  readonly isAdded: boolean;
}
