/** One act as the audit record keeps it. Secret values are left out by the code that writes the entry. */
export interface AuditEntry {
  /** Name of the act, such as `policy.create`. */
  readonly action: string;
  readonly type: string;
  readonly id: string;
  readonly organizationId?: string;
  readonly before?: object;
  readonly after?: object;
}
