import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { creatorOf, creatorSchema } from '../../../jsonapi/creator.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { allowsOverride } from '../../../kernel/enforcement-levels.ts';
import { latestEnd } from '../end-within.ts';
import { policyExemptions } from './entity.ts';
import { type ExemptionRow, exemptionStatuses } from './store.ts';

/** An exemption in its current state. */
export interface ShownExemption extends ExemptionRow {
  readonly isExpired: boolean;
  /**
   * Whether the exemption can let a plan pass. False if the exemption has expired, or if the policy does not permit
   * overrides and the exemption does not apply to such policies.
   */
  readonly isEffective: boolean;
  /** Whether the exemption lasts longer than one that is created now may last. */
  readonly isBeyondMaximum: boolean;
}

export function shownExemption({ clock }: Context, row: ExemptionRow): ShownExemption {
  const { expires_at: end, max_days } = row;
  const now = clock.now();
  const isExpired = end !== null && end <= timestamp(now);
  const isBeyondMaximum = max_days !== null && (end === null || end > latestEnd(max_days, now));
  return { ...row, isExpired, isEffective: !isExpired && countsSomewhere(row), isBeyondMaximum };
}

/**
 * Returns false only if the exemption certainly has no effect: the policy does not permit overrides in any set, and the
 * exemption does not apply to such policies.
 */
function countsSomewhere({ covers_all_levels, enforcement_level: level, is_overridable }: ExemptionRow): boolean {
  if (covers_all_levels === 1 || level === null || is_overridable === null) return true;
  return allowsOverride({ is_overridable }, level);
}

export const exemptionResource = resource<ShownExemption>({
  type: 'policy-exemptions',
  attributes: {
    ...policyExemptions.shown,
    status: shown(Type.Enum([...exemptionStatuses]), ({ isExpired }) => (isExpired ? 'expired' : 'active')),
    effective: shown(Type.Boolean(), ({ isEffective }) => isEffective),
    'beyond-maximum': shown(Type.Boolean(), ({ isBeyondMaximum }) => isBeyondMaximum),
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
