// Right to give others the privileges of a team.
import type { Rights } from '../organizations/rights.ts';

export interface Privileges {
  readonly is_owners: number;
  readonly permissions: number;
}

/** Members of a team and its token have its permissions, so only an actor that has all of them can grant the team. */
export function canGrant(rights: Rights, { is_owners, permissions }: Privileges): boolean {
  return rights.isOwner || (is_owners === 0 && (permissions & ~rights.permissions) === 0);
}
