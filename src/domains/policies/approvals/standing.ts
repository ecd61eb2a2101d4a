// Checks whether the people and tokens that approved findings may still override evaluations.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Creator } from '../../../jsonapi/creator.ts';
import { currentAccess, isDelegate, isIncluded } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { missingApprovals } from '../approvers/approvers.ts';

/** Place of an evaluation, and the identifiers of the policy sets that block it. */
export interface BlockedPlace {
  readonly organization_id: string;
  readonly workspace_id: string | null;
  readonly project_id: string | null;
  readonly policySets: readonly string[];
}

const { override } = policyRights['policy-evaluations'];

/**
 * Returns those of the policy sets whose policies the creator of an approval may currently override in this place. The
 * result is empty if the creator is an account or team that was deleted, is suspended, or no longer has the right to
 * override. The result does not contain sets that require approvers if the creator is not one of them.
 */
export async function setsToOverride(
  context: Context,
  reader: Reader,
  by: Creator,
  place: BlockedPlace,
): Promise<ReadonlySet<string>> {
  const { organization_id: organization, policySets } = place;
  const access = await currentAccess(context, reader, by, organization);
  if (access === undefined) return new Set();
  const { actor, rights } = access;
  // The condition uses the given reader instead of the database, because the reader may be a transaction.
  const conditions = { delegate: () => isDelegate(reader, actor, place) };
  if (!(await isIncluded(override, conditions)(context, actor, { row: place, rights }))) return new Set();
  const missing = await missingApprovals(reader, actor, organization, policySets);
  return new Set(policySets).difference(new Set(missing.map(({ id }) => id)));
}
