// Approver teams of policy sets. The table belongs to this domain, because the right to add members to a team depends on
// whether the team is an approver.
import type { Transaction } from '../../../db/database.ts';
import { forbidden, problemAt, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { findRightsIn, has } from '../organizations/rights.ts';
import { visibleTeamsByIds } from '../teams/store.ts';
import { teamViewOf } from '../teams/visibility.ts';
import { deleteApprovers, insertApprovers } from './store.ts';

/** Teams to add to the approvers of a policy set, and teams to remove from them. */
export interface ApproverChange {
  readonly policySetId: string;
  readonly organizationId: string;
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  /** JSON Pointer to the list of added teams in the request. */
  readonly pointer?: string;
}

/**
 * Changes the approver teams of a policy set in a transaction that has locked the organization. None of the added teams
 * may be an approver of the set yet. 403 unless the actor may manage both policies and policy overrides. 422 for each
 * added team that the organization does not have or that the actor does not see.
 */
export async function changeApprovers(
  tx: Transaction,
  actor: Actor,
  { policySetId, organizationId, added = [], removed = [], pointer = '/data' }: ApproverChange,
): Promise<void> {
  const rights = (await findRightsIn(tx, actor, [organizationId])).get(organizationId);
  if (rights === undefined || !has(rights, 'manage-policies') || !has(rights, 'manage-policy-overrides')) {
    throw forbidden(
      'Only users and tokens that may manage policies and policy overrides can change the approvers of a policy set. Ask an owner of the organization to change them.',
    );
  }
  const lookup = { organization: organizationId, ids: JSON.stringify(added), linked: 0, ...teamViewOf(rights, actor) };
  const known = new Set((await tx.rows(visibleTeamsByIds, lookup)).map(({ id }) => id));
  requireNone(
    added.flatMap((id, index) =>
      known.has(id)
        ? []
        : [problemAt(`${pointer}/${index}/id`, 'no-such-record', 'Team does not exist in this organization')],
    ),
  );
  await insertApprovers(tx, policySetId, added);
  await deleteApprovers(tx, policySetId, removed);
}
