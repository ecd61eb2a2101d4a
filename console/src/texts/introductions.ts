// Names and descriptions of the ways to introduce a policy: enforcing every finding, enforcing only new findings, or
// shadow mode.
import type { Kind, Policy } from '../api/policies.ts';

export type Introduction = Policy['attributes']['introduction'];

interface IntroductionText {
  readonly name: string;
  /** Effect of the findings on plans, as a sentence. */
  readonly consequence: string;
}

export const introductionTexts: Readonly<Record<Introduction, IntroductionText>> = {
  enforce: {
    name: 'Every finding',
    consequence: 'A plan is blocked by every finding of the policy.',
  },
  'enforce-new': {
    name: 'Only new findings',
    consequence: 'A plan is not blocked by findings that were present before it, only by new ones.',
  },
  shadow: {
    name: 'Shadow mode',
    consequence: 'The policy is evaluated and shown with each plan, but never blocks a plan.',
  },
};

export const introductions = ['enforce', 'enforce-new', 'shadow'] as const;

/** Returns the ways in which a policy of this kind can be introduced. */
export const introductionsOf = (kind: Kind): readonly Introduction[] =>
  introductions.filter((each) => kind === 'opa' || each !== 'enforce-new');
