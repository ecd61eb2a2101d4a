// Decides which changes to policies can make more plans fail. Both "tipstaff policy push" and "tipstaff apply" use it.
import { isMandatory } from '../../kernel/enforcement-levels.ts';
import { type Introduction, sparesOld } from '../../kernel/introduction.ts';

/** What decides whether a failed policy blocks a run. */
export interface Enforcement {
  readonly level: string;
  readonly introduction: Introduction;
}

/** Parts of a policy that affect its verdicts. */
const verdictParts: readonly string[] = ['code', 'query', 'input', 'data', 'unknown-values'];

/** Returns 0 if the policy never blocks a run, 1 if only new findings block it, and 2 if all findings block it. */
function strictnessOf({ level, introduction }: Enforcement): 0 | 1 | 2 {
  if (!isMandatory(level) || introduction === 'shadow') return 0;
  return sparesOld(introduction, level) ? 1 : 2;
}

/**
 * Describes how a change to a policy can make more plans fail, such as `becomes mandatory`. Returns undefined if it
 * cannot. `before` is undefined for a new policy, and `parts` are the changed parts of the policy.
 */
export function tighteningOf(
  before: Enforcement | undefined,
  after: Enforcement,
  parts: readonly string[],
): string | undefined {
  const strictness = strictnessOf(after);
  if (strictness === 0) return undefined;
  if (before === undefined) return `is new and ${after.level}`;
  if (strictness > strictnessOf(before))
    return isMandatory(before.level) ? `gets the introduction ${after.introduction}` : `becomes ${after.level}`;
  const changed = parts.filter((part) => verdictParts.includes(part));
  return changed.length === 0 ? undefined : `changes its ${changed.join(', ')}`;
}
