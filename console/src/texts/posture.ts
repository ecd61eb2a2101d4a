import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { words } from './words.ts';

const number = (count: number): string => count.toLocaleString('en');

/** Texts about how an organization stands. */
export const t = catalogue({
  ...words,
  title: 'How it stands',
  passing: 'Workspaces that pass',
  ofAll: (count: number, all: number) => `${number(count)} of ${number(all)}`,
  overriddenToo: (count: number) => (count === 0 ? '' : `${number(count)} overridden`),
  blockedNow: (count: number) => (count === 0 ? 'None is blocked' : `${number(count)} blocked`),
  notEvaluated: (count: number) => `${number(count)} evaluated by no policy`,
  none: 'None',
  blocked: 'Blocked in 7 days',
  blockedUnit: (count: number) => counted(count, 'evaluation', 'evaluations'),
  change: (now: number, before: number) => {
    if (now === before) return `As many as in the 7 days before`;
    return now > before
      ? `${number(now - before)} more than in the 7 days before`
      : `${number(before - now)} fewer than in the 7 days before`;
  },
  notCounted: (count: number) =>
    `${counted(count, 'evaluation')} of the last 7 days ${count === 1 ? 'does' : 'do'} not count for ${count === 1 ? 'its workspace' : 'their workspaces'}, because ${count === 1 ? 'its creator may' : 'their creators may'} not see workspaces. Give the teams of these people or pipelines the permission See workspaces.`,
  covered: 'Covered',
  coveredHint: 'Workspaces with a mandatory policy that is not in shadow mode',
  exceptions: 'Open exceptions',
  exemptions: (count: number) => counted(count, 'exemption', 'exemptions'),
  exemptionsHidden: 'you may not see exemptions',
  overrides: (count: number) => counted(count, 'override that ends', 'overrides that end'),
  nextEnd: 'The next one ends',
  noEnd: 'None of them ends',
  counting: 'Evaluations from before an upgrade are still being counted: the figures are not complete yet.',
  days: 'Evaluations by day',
  daysIntro: 'In UTC, with the status that each has now. A click on a day lists its evaluations.',
  period: 'Period',
  lastDays: (days: number) => `${days} days`,
  day: 'Day',
  overridden: 'Overridden',
  changes: 'Changed policies',
  changed: (count: number) => counted(count, 'policy changed', 'policies changed'),
  noEvaluations: 'No plan has been evaluated in this time.',
  noEvaluationsSeen: 'You have had no plan evaluated in this time.',
  noEvaluationsHint: 'A pipeline has a plan evaluated with this command, and an API token in TIPSTAFF_TOKEN:',
  failing: 'What fails most',
  shadowFailed: 'Failed in shadow mode',
  share: 'Results',
  nothingFails: (policies: number, seesAll: boolean) => {
    if (policies === 0)
      return seesAll
        ? 'No policy evaluated a plan in this period.'
        : 'No policy evaluated a plan of yours in this period.';
    return `${counted(policies, 'policy was', 'policies were')} evaluated${seesAll ? '' : ' with plans of yours'}, and none failed.`;
  },
  map: 'Workspaces and policy sets',
  mapIntro: 'What each policy set gave in the latest evaluation of a workspace by all sets that apply.',
  noMap: 'No workspace is registered.',
  status: 'Now',
  cell: (workspace: string, set: string, result: string) => `${workspace}, ${set}: ${result}`,
  legend: 'Legend',
  notApplied: 'not evaluated',
  statusName: (status: string) =>
    ({
      passed: 'Passed',
      failed: 'Failed',
      errored: 'Errored',
      unreachable: 'Unreachable',
      overridden: 'Overridden',
    })[status] ?? 'Evaluated by no policy',
  earlier: 'Back',
  later: 'Next',
  pageOfWorkspaces: (from: number, to: number, all: number) => `Workspaces ${from} to ${to} of ${number(all)}`,
  pageOfSets: (from: number, to: number, all: number) => `Policy sets ${from} to ${to} of ${number(all)}`,
  csv: 'CSV',
  json: 'JSON',
  print: 'Print',
  download: (what: string, form: string) => `Download “${what}” as ${form}`,
  line: (name: string, all: number, blocked: number, seesAll: boolean) =>
    `${name}: ${counted(all, 'evaluation', 'evaluations')}${seesAll ? '' : ' of those you may see'} in 30 days, ${number(blocked)} blocked`,
});

/** Result of a policy set in a workspace. */
export const resultTexts = {
  failed: 'a mandatory policy failed',
  errored: 'a policy errored',
  advisory: 'an advisory policy failed',
  passed: 'passed',
} as const;
