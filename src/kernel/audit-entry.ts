/** Content of an audit record. It must not contain secret values. */
export interface AuditEntry {
  /** Name of the action, such as `policy.create`. */
  readonly action: string;
  readonly type: string;
  readonly id: string;
  readonly organizationId?: string;
  readonly before?: object;
  readonly after?: object;
}
