import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { creatorOf, creatorSchema } from '../../../jsonapi/creator.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { latestEnd } from '../end-within.ts';
import { policyExemptions } from './entity.ts';
import { type ExemptedSet, exemptedSetsOf } from './exempted-sets.ts';
import { type ExemptionRow, exemptionStatuses } from './store.ts';

/** An exemption in its current state. */
export interface ShownExemption extends ExemptionRow {
  readonly isExpired: boolean;
  /**
   * Whether the exemption can let a plan pass. False if the exemption has expired, or if it counts in none of the policy
   * sets that contain the policy.
   */
  readonly isEffective: boolean;
  /** Whether the exemption ends later than a new exemption could end. */
  readonly isBeyondMaximum: boolean;
  /** Policy sets that contain the policy; undefined in lists. */
  readonly policySets?: readonly ExemptedSet[];
}

/** Converts exemptions of one organization to their current state, for a list. */
export async function listedExemptions(
  context: Context,
  rows: readonly ExemptionRow[],
): Promise<readonly ShownExemption[]> {
  const sets = await exemptedSetsOf(context.database, rows);
  return rows.map((row, index) => stateOf(context, row, sets[index] ?? []));
}

/** Converts a single exemption to its current state, with the policy sets that contain the policy. */
export async function shownExemption(context: Context, row: ExemptionRow): Promise<ShownExemption> {
  const [policySets = []] = await exemptedSetsOf(context.database, [row]);
  return { ...stateOf(context, row, policySets), policySets };
}

const stateOf = ({ clock }: Context, row: ExemptionRow, sets: readonly ExemptedSet[]): ShownExemption => {
  const { expires_at: end, max_days } = row;
  const now = clock.now();
  const isExpired = end !== null && end <= timestamp(now);
  const isBeyondMaximum = max_days !== null && (end === null || end > latestEnd(max_days, now));
  const countsSomewhere = sets.length === 0 || sets.some(({ reason }) => reason === undefined);
  return { ...row, isExpired, isEffective: !isExpired && countsSomewhere, isBeyondMaximum };
};

const policySetSchema = Exactly({
  id: Type.String(),
  name: Type.String(),
  counts: Type.Boolean(),
  reason: Nullable(Type.Enum(['approvers', 'not-overridable'])),
  approvers: Type.Array(Type.String()),
});

export const exemptionResource = resource<ShownExemption>({
  type: 'policy-exemptions',
  attributes: {
    ...policyExemptions.shown,
    status: shown(Type.Enum([...exemptionStatuses]), ({ isExpired }) => (isExpired ? 'expired' : 'active')),
    effective: shown(Type.Boolean(), ({ isEffective }) => isEffective),
    'beyond-maximum': shown(Type.Boolean(), ({ isBeyondMaximum }) => isBeyondMaximum),
    'policy-sets': shown(Type.Optional(Type.Array(policySetSchema)), ({ policySets }) =>
      policySets?.map(({ id, name, reason = null, approvers }) => ({
        id,
        name,
        counts: reason === null,
        reason,
        approvers: [...approvers],
      })),
    ),
    'policy-name': shown(Type.String(), ({ shown_name }) => shown_name),
    'created-by': shown(creatorSchema, ({ created_by }) => creatorOf(JSON.parse(created_by))),
  },
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    policy: { to: 'policies', one: ({ policy_id }) => policy_id },
    'policy-set': { to: 'policy-sets', one: ({ policy_set_id }) => policy_set_id },
    workspace: { to: 'workspaces', one: ({ workspace_id }) => workspace_id },
    'policy-exemption-request': { to: 'policy-exemption-requests', one: ({ request_id }) => request_id },
  },
  links: { self: ({ id }) => `/api/v2/policy-exemptions/${id}` },
});
