// Approvers of policy sets. If a policy set has approvers, exceptions from its policies require a member of one of these
// teams.
import type { Reader } from '../../../db/database.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { listOfNames } from '../../../lib/text/text.ts';
import { teamsOf } from '../../organizations/index.ts';
import { approversOfSets } from './store.ts';

/** A policy set that requires approvers. */
export interface ApproverSet {
  readonly id: string;
  readonly name: string;
  /** Teams whose members are approvers. If all named teams were deleted, this is the owners team. */
  readonly teams: readonly { readonly id: string; readonly name: string }[];
}

/**
 * Whether an actor is an approver of a policy set. `teams` has the identifiers of the actor's teams, as `teamsOf`
 * returns them. Owners are approvers only if the owners team is one of the approver teams, or if all approver teams were
 * deleted. An organization token has no teams, so it is never an approver.
 */
export const isApprover = (set: ApproverSet, teams: readonly string[]): boolean =>
  set.teams.some(({ id }) => teams.includes(id));

/** Says who can approve exceptions from the policies of a set. */
export const approverSentence = ({ name, teams }: ApproverSet): string => {
  const names = listOfNames(teams.map((team) => team.name));
  return `Approvers of the policy set ${name} are the members of ${teams.length === 1 ? 'the team' : 'these teams:'} ${names}.`;
};

/** Returns those of the given policy sets that require approvers, sorted by name. Deleted sets are left out. */
export async function setsWithApprovers(
  reader: Reader,
  organization: string,
  policySetIds: readonly string[],
): Promise<readonly ApproverSet[]> {
  if (policySetIds.length === 0) return [];
  const rows = await reader.rows(approversOfSets, { organization, ids: JSON.stringify(policySetIds) });
  const sets = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofSet) => {
    const [first] = ofSet;
    if (first === undefined) return [];
    const { id, name, owners_id, owners_name } = first;
    const named = ofSet.flatMap(({ team_id, team_name }) =>
      team_id === null ? [] : [{ id: team_id, name: team_name ?? '' }],
    );
    return [{ id, name, teams: named.length === 0 ? [{ id: owners_id, name: owners_name }] : named.toSorted(byName) }];
  });
  return sets.toSorted(byName);
}

/** Sorts records by name. The name of a team or a policy set is unique in an organization. */
export const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1;

/** Returns those of the given policy sets that require approvers and of which the actor is not an approver. */
export async function missingApprovals(
  reader: Reader,
  actor: Actor,
  organization: string,
  policySetIds: readonly string[],
): Promise<readonly ApproverSet[]> {
  const sets = await setsWithApprovers(reader, organization, policySetIds);
  if (sets.length === 0) return [];
  const teams = await teamsOf(reader, actor, organization);
  return sets.filter((set) => !isApprover(set, teams));
}
