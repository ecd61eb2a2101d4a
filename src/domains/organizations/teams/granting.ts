// Checks whether an actor may give the permissions of a team to others.
import type { Rights } from '../organizations/rights.ts';

export interface Privileges {
  readonly is_owners: number;
  readonly permissions: number;
  /**
   * Bit set of the permissions that an actor needs to give the team's access, delegated overrides and role as approver
   * to others.
   */
  readonly place_permissions: number;
}

/**
 * Whether an actor may add members to a team or create a token for it. New members and the token get the team's
 * permissions and access, so the actor must have all of these permissions, and must be permitted to give this access.
 */
export function canGrant(rights: Rights, { is_owners, permissions, place_permissions }: Privileges): boolean {
  return rights.isOwner || (is_owners === 0 && ((permissions | place_permissions) & ~rights.permissions) === 0);
}
