// Names and descriptions of the ways to introduce a policy: enforcing every finding, enforcing only new findings, or
// shadow mode.
import type { Forecast } from '../api/introductions.ts';
import type { Kind, Policy } from '../api/policies.ts';
import { counted } from './counted.ts';

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

/** Says what the policy found recently, and whether the numbers are complete. */
export function foundText({ evaluated, failed, findings, workspaces, 'is-complete': isComplete }: Forecast): string {
  if (evaluated === 0)
    return 'The policy evaluated no plan in 30 days, so it is not known what each choice would block.';
  const found = `${counted(findings, 'finding')} in ${counted(workspaces, 'workspace')} in 30 days: ${failed.toLocaleString('en')} of ${counted(evaluated, 'plan')} failed.`;
  return isComplete ? found : `${found} Not all findings were counted.`;
}

/** Says which of the recent findings an introduction would block. Empty if this is not known. */
export function effectText(introduction: Introduction, forecast: Forecast): string {
  const { evaluated, findings, 'without-address': bare, 'never-old-message': never } = forecast;
  if (introduction === 'enforce-new' && never !== null) return `The policy ${never}.`;
  if (evaluated === 0) return '';
  if (introduction === 'shadow') return 'None of these findings would block.';
  if (introduction === 'enforce') return findings === 0 ? '' : `All ${counted(findings, 'finding')} would block.`;
  return `${bare.toLocaleString('en')} of ${counted(findings, 'finding')} in 30 days ${bare === 1 ? 'has' : 'have'} no address and would always block.`;
}
