// What a plan limits, of what is kept here: how much an organization uses of it, and what stands against one more.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Problem } from '../../../jsonapi/errors.ts';
import type { Limit } from '../feature-sets/attributes.ts';
import { planOf } from './plan.ts';
import { mandatoryPolicies, policies, policySets, type Usage, users, versionedPolicySets } from './usage.ts';

interface Counted {
  readonly usage: Usage;
  /** What a request says that breaks the limit, where it is one attribute. */
  readonly pointer?: string;
}

const counted = {
  'policy-limit': { usage: policies },
  'policy-mandatory-enforcement-limit': {
    usage: mandatoryPolicies,
    pointer: '/data/attributes/enforcement-level',
  },
  'policy-set-limit': { usage: policySets },
  'versioned-policy-set-limit': { usage: versionedPolicySets, pointer: '/data/attributes/versioned' },
  'user-limit': { usage: users },
} as const satisfies Partial<Record<Limit, Counted>>;

/** A limit of something that is kept here. */
export type CountedLimit = keyof typeof counted;

/**
 * What stands against one more of each, in an organization that is held: nothing, or that the plan's limit is reached.
 * What there is beyond a limit, after a change of plan, stays.
 */
export const limitProblems = async (
  context: Context,
  tx: Transaction,
  organization: string,
  wanted: readonly CountedLimit[],
): Promise<readonly Problem[]> => {
  const plan = await planOf(context, tx, organization);
  const problems: Problem[] = [];
  for (const name of wanted) {
    const { usage, pointer }: Counted = counted[name];
    const max = plan[name];
    if (max === null) continue;
    const used = (await tx.first(usage, { organization }))?.used ?? 0;
    if (used < max) continue;
    const detail = `The plan ${plan.name} has a ${name} of ${max}, and this organization uses ${used}.`;
    problems.push({ detail, ...(pointer !== undefined && { pointer }) });
  }
  return problems;
};

/** What stands against another member of an organization that is held. Service accounts do not count. */
export const userLimitProblems = async (
  context: Context,
  tx: Transaction,
  organization: string,
  user: { readonly is_service_account: number },
): Promise<readonly Problem[]> =>
  user.is_service_account === 1 ? [] : limitProblems(context, tx, organization, ['user-limit']);
