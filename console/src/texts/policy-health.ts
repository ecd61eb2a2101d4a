import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { words } from './words.ts';

export const t = catalogue({
  ...words,
  inShadow: 'In shadow mode',
  shadowCounting: 'Counting the plans that it would have blocked…',
  shadowAdvisory:
    'It is evaluated and shown, and never counts. Its level is advisory: it would block no plan either way.',
  shadowUnknown: 'It is not known what it would have blocked.',
  wouldHaveBlocked: (count: number, seen: number, days: number) =>
    `Would have blocked ${count.toLocaleString('en')} of ${counted(seen, 'plan')} in ${counted(days, 'day')}.`,
  seenNone: (days: number, recorded = 0) =>
    `It saw 0 plans in ${counted(days, 'day')}, so it is not known what it would block.${
      recorded === 0
        ? ''
        : ` Replay it first with the recorded plans: there ${recorded === 1 ? 'is' : 'are'} ${recorded.toLocaleString('en')}.`
    }`,
  enforce: 'Enforce',
  enforceTitle: (name: string) => `Enforce the policy ${name}?`,
  enforceBody: 'It leaves shadow mode. From the next plan on, what it finds counts at its level.',
  enforced: 'The policy is enforced.',
  noCodeTitle: 'This policy has no code yet',
  noCode: 'Without code no plan can pass it.',
  toCode: 'Write the code',
  applies: 'Where it applies',
  appliesNowhere: 'No policy set contains it, so it is evaluated with no plan. Add it to a policy set.',
  workspacesNow: (count: number) => `(${counted(count, 'workspace')} now)`,
  setInShadow: 'The set is in shadow mode.',
  moreSets: (count: number) => `and ${counted(count, 'more set')}`,
  rates: 'Results by week',
  ratesHint: 'Plans that passed and did not pass, in weeks that begin on Monday.',
  rate: (percent: number, all: number) => `${percent}% of ${all.toLocaleString('en')} passed`,
  resultsOf: (name: string) => `Results of ${name}`,
  week: 'Week of',
  exempted: 'Exempt',
  revisions: 'New revision',
  revision: (number: number) => `Revision ${number.toLocaleString('en')}`,
  notEvaluated: 'No plan was evaluated by this policy in the last 13 weeks.',
  notEvaluatedHint: 'A pipeline sends plans like this, with an API token in TIPSTAFF_TOKEN:',
  failures: 'Last failures',
  failuresWhat: 'plans that did not pass',
  failuresCount: (count: number, seen: number) =>
    `${count.toLocaleString('en')} of ${counted(seen, 'plan')} in 91 days did not pass.`,
  noFailures: (seen: number) =>
    seen === 0
      ? 'It saw no plan in the last 91 days.'
      : `None of ${counted(seen, 'plan')} in the last 91 days failed it.`,
  when: 'Evaluated',
  effect: 'Effect',
  outputs: 'Findings',
  unreachable: 'Not evaluated here',
  blocked: 'Blocked the plan',
  wouldBlock: 'Would have blocked it',
  warned: 'Only shown',
  noTests: 'It has no tests.',
  testsPassed: (passed: number, all: number) => `${passed.toLocaleString('en')} of ${counted(all, 'test')} passed.`,
  testsNotRun: 'The tests have not run with the code in force.',
  coverage: (percent: number) => `They reach ${percent.toLocaleString('en')}% of the code.`,
  toTests: 'To the tests',
  exemptions: 'Exemptions in force',
  noExemptions: 'Nothing is exempt.',
  toExemptions: 'All exemptions',
});
