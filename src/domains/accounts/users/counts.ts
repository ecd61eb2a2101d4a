// Numbers of accounts by status: administrator or not, suspended or not.

/** Status by which accounts are counted. */
export interface AccountStatus {
  readonly is_admin: number;
  readonly is_suspended: number;
}

export interface StatusCounts {
  readonly active_members: number;
  readonly suspended_members: number;
  readonly active_admins: number;
  readonly suspended_admins: number;
}

export function statusColumn({ is_admin, is_suspended }: AccountStatus): keyof StatusCounts {
  return `${is_suspended === 1 ? 'suspended' : 'active'}_${is_admin === 1 ? 'admins' : 'members'}`;
}

const statuses: readonly AccountStatus[] = [
  { is_admin: 0, is_suspended: 0 },
  { is_admin: 0, is_suspended: 1 },
  { is_admin: 1, is_suspended: 0 },
  { is_admin: 1, is_suspended: 1 },
];

/** Filter on the status of accounts. A missing property matches any value. */
export type StatusFilter = { readonly [Flag in keyof AccountStatus]?: number | undefined };

export function matchesStatus({ is_admin, is_suspended }: StatusFilter, status: AccountStatus): boolean {
  return (
    status.is_admin === (is_admin ?? status.is_admin) && status.is_suspended === (is_suspended ?? status.is_suspended)
  );
}

/** Number of accounts that match the filter, or of all accounts without a filter. */
export function countMatching(counts: StatusCounts | undefined, filter: StatusFilter = {}): number {
  return statuses
    .filter((status) => matchesStatus(filter, status))
    .reduce((total, status) => total + (counts?.[statusColumn(status)] ?? 0), 0);
}
