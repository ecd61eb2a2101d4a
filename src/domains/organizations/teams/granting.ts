// Checks whether an actor may give the permissions of a team to others.
import type { Rights } from '../organizations/rights.ts';

export interface Privileges {
  readonly is_owners: number;
  readonly permissions: number;
}

/**
 * Whether an actor may add members to a team or create a token for it. New members and the token get the team's
 * permissions, so the actor must have all of these permissions.
 */
export function canGrant(rights: Rights, { is_owners, permissions }: Privileges): boolean {
  return rights.isOwner || (is_owners === 0 && (permissions & ~rights.permissions) === 0);
}
