// Plan limits that this service enforces.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Problem } from '../../../jsonapi/errors.ts';
import type { Limit } from '../feature-sets/attributes.ts';
import { planOf } from './plan.ts';
import { mandatoryPolicies, policies, policySets, type UsageQuery, users, versionedPolicySets } from './usage.ts';

interface CountedUsage {
  readonly usage: UsageQuery;
  /** JSON Pointer to the request attribute that exceeds the limit. Absent if no attribute is the cause. */
  readonly pointer?: string;
}

const counted = {
  'policy-limit': { usage: policies },
  'policy-mandatory-enforcement-limit': { usage: mandatoryPolicies, pointer: '/data/attributes/enforcement-level' },
  'policy-set-limit': { usage: policySets },
  'versioned-policy-set-limit': { usage: versionedPolicySets, pointer: '/data/attributes/versioned' },
  'user-limit': { usage: users },
} as const satisfies Partial<Record<Limit, CountedUsage>>;

type CountedLimit = keyof typeof counted;

/** Limits to check, and the number of records that the transaction adds after the check. */
interface Check {
  readonly limits: readonly CountedLimit[];
  readonly further: 0 | 1;
}

/**
 * Returns a problem for each limit that the organization exceeds with `further` more records. If `further` is 1, the
 * transaction must have locked the organization. Existing records beyond a limit are kept. They can exist, for example,
 * after a change of plan.
 */
export async function limitProblems(
  context: Context,
  tx: Transaction,
  organization: string,
  { limits, further }: Check,
): Promise<readonly Problem[]> {
  const plan = await planOf(context, tx, organization);
  const problems: Problem[] = [];
  for (const name of limits) {
    const { usage, pointer }: CountedUsage = counted[name];
    const max = plan[name];
    if (max === null) continue;
    const used = (await tx.first(usage, { organization }))?.used ?? 0;
    if (used + further <= max) continue;
    const detail = `The feature set ${plan.name} has a ${name} of ${max}, and this organization uses ${used}. Reduce the usage, or change to a larger feature set.`;
    problems.push({ code: 'limit-reached', detail, params: { limit: max }, ...(pointer !== undefined && { pointer }) });
  }
  return problems;
}

/** Returns a problem if the user limit allows no further member. Service accounts do not count. */
export async function userLimitProblems(
  context: Context,
  tx: Transaction,
  organization: string,
  user: { readonly is_service_account: number },
): Promise<readonly Problem[]> {
  return user.is_service_account === 1
    ? []
    : limitProblems(context, tx, organization, { limits: ['user-limit'], further: 1 });
}
