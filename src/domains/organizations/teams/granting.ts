// Check whether an actor may give others the permissions of a team.
import type { Rights } from '../organizations/rights.ts';

export interface Privileges {
  readonly is_owners: number;
  readonly permissions: number;
}

/**
 * Whether an actor may add members to a team or create its token. Both get the team's permissions, so the actor must
 * have all of them.
 */
export function canGrant(rights: Rights, { is_owners, permissions }: Privileges): boolean {
  return rights.isOwner || (is_owners === 0 && (permissions & ~rights.permissions) === 0);
}
