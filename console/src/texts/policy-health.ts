import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { words } from './words.ts';

export const t = catalogue({
  ...words,
  inShadow: 'In shadow mode',
  shadowCounting: 'Counting the plans that the policy would have blocked…',
  shadowAdvisory:
    'The policy is evaluated and shown, but never blocks a plan. Its level is advisory, so it would not block plans outside of shadow mode either.',
  shadowUnknown: 'It is not known which plans the policy would have blocked.',
  wouldHaveBlocked: (count: number, seen: number, days: number) =>
    `Would have blocked ${count.toLocaleString('en')} of ${counted(seen, 'plan')} in ${counted(days, 'day')}.`,
  seenNone: (days: number, recorded = 0) =>
    `The policy evaluated no plan in ${counted(days, 'day')}, so it is not known what it would block.${
      recorded === 0 ? '' : ` Replay it first with the ${counted(recorded, 'recorded plan')}.`
    }`,
  enforce: 'Enforce',
  enforceTitle: (name: string) => `Enforce the policy ${name}?`,
  enforceBody: 'The policy leaves shadow mode. From the next plan on, its enforcement level applies.',
  enforced: 'The policy is now enforced.',
  noCodeTitle: 'This policy has no code yet',
  noCode: 'Plans cannot pass a policy without code.',
  toCode: 'Write the code',
  applies: 'Where it applies',
  appliesNowhere: 'No policy set contains this policy, so it is not evaluated. Add it to a policy set.',
  workspacesNow: (count: number) => `(${counted(count, 'workspace')} now)`,
  setInShadow: 'The set is in shadow mode.',
  moreSets: (count: number) => `and ${counted(count, 'more set')}`,
  rates: 'Results by week',
  ratesHint: 'Plans that passed and did not pass, by week, starting on Monday.',
  rate: (percent: number, all: number) => `${percent}% of ${all.toLocaleString('en')} passed`,
  resultsOf: (name: string) => `Results of ${name}`,
  week: 'Week of',
  exempted: 'Exempt',
  revisions: 'New revision',
  revision: (number: number) => `Revision ${number.toLocaleString('en')}`,
  notEvaluated: 'No plan was evaluated by this policy in the last 13 weeks.',
  notEvaluatedHint: 'A pipeline sends plans with this command and an API token in TIPSTAFF_TOKEN:',
  failures: 'Last failures',
  failuresWhat: 'plans that did not pass',
  failuresCount: (count: number, seen: number) =>
    `${count.toLocaleString('en')} of ${counted(seen, 'plan')} in 91 days did not pass.`,
  noFailures: (seen: number) =>
    seen === 0
      ? 'The policy evaluated no plan in the last 91 days.'
      : `None of ${counted(seen, 'plan')} failed in the last 91 days.`,
  when: 'Evaluated',
  effect: 'Effect',
  outputs: 'Findings',
  unreachable: 'Not evaluated here',
  blocked: 'Blocked the plan',
  wouldBlock: 'Would have blocked the plan',
  warned: 'Only shown',
  noTests: 'The policy has no tests.',
  testsPassed: (passed: number, all: number) => `${passed.toLocaleString('en')} of ${counted(all, 'test')} passed.`,
  testsNotRun: 'The tests have not run with the current code.',
  coverage: (percent: number) => `The tests cover ${percent.toLocaleString('en')}% of the code.`,
  toTests: 'To the tests',
  exemptions: 'Active exemptions',
  noExemptions: 'There are no exemptions.',
  toExemptions: 'All exemptions',
});
