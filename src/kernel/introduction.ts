// The attribute `introduction` of policies, and the older attribute `shadow`, which policies still accept.
import { type EnforcementLevel, isMandatory } from './enforcement-levels.ts';

/**
 * Values of the attribute. With `enforce`, every finding of the policy counts at its enforcement level. With
 * `enforce-new`, findings that were present before the plan do not block the run. With `shadow`, the policy is evaluated
 * and shown, but never blocks a run.
 */
export const introductions = ['enforce', 'enforce-new', 'shadow'] as const;

export type Introduction = (typeof introductions)[number];

/**
 * Whether only new findings of the policy block a run. False for policies whose old findings block as well, and for
 * advisory policies, which never block a run.
 */
export const sparesOld = (introduction: Introduction, level: string): boolean =>
  introduction === 'enforce-new' && isMandatory(level);

/** Values of `introduction` and `shadow` in a request or policy list. A value that is null or undefined is not set. */
export interface SetIntroduction {
  readonly introduction?: unknown;
  readonly shadow?: unknown;
}

/**
 * Returns the introduction of a policy after a change. `shadow: true` means `shadow`. Without `introduction`, `shadow:
 * false` ends shadow mode and has no other effect.
 */
export function introductionAfter(before: Introduction, { introduction, shadow }: SetIntroduction): Introduction {
  const wanted = introductions.find((each) => each === introduction);
  if (wanted !== undefined) return wanted;
  if (shadow === true) return 'shadow';
  return shadow === false && before === 'shadow' ? 'enforce' : before;
}

/** Attribute that breaks a rule, and the rule as a sentence without a full stop. */
interface IntroductionFault {
  readonly key: keyof SetIntroduction;
  readonly code: 'mismatch' | 'not-supported';
  readonly text: string;
}

/** Returns the rule that the values break for a policy of this kind; undefined if they break none. */
export function introductionFault(
  kind: EnforcementLevel['kinds'][number],
  { introduction, shadow }: SetIntroduction,
): IntroductionFault | undefined {
  if (typeof introduction !== 'string') return undefined;
  if (typeof shadow === 'boolean' && shadow !== (introduction === 'shadow')) {
    const text = `shadow is ${shadow}, but introduction is ${introduction.slice(0, 80)}: remove shadow, which introduction replaces`;
    return { key: 'shadow', code: 'mismatch', text };
  }
  if (kind === 'opa' || introduction !== 'enforce-new') return undefined;
  const text = 'introduction cannot be enforce-new, because Tipstaff does not evaluate policies of this kind';
  return { key: 'introduction', code: 'not-supported', text };
}
