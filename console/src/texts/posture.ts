import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { words } from './words.ts';

const number = (count: number): string => count.toLocaleString('en');

/** Texts about the compliance of an organization. */
export const t = catalogue({
  ...words,
  title: 'Compliance',
  passing: 'Passing workspaces',
  ofAll: (count: number, all: number) => `${number(count)} of ${number(all)}`,
  overriddenToo: (count: number) => (count === 0 ? '' : `${number(count)} overridden`),
  blockedNow: (count: number) => (count === 0 ? 'None blocked' : `${number(count)} blocked`),
  notEvaluated: (count: number) => `${number(count)} not evaluated by any policy`,
  none: 'None',
  blocked: 'Blocked in 7 days',
  blockedUnit: (count: number) => counted(count, 'evaluation', 'evaluations'),
  change: (now: number, before: number) => {
    if (now === before) return `Same as in the 7 days before`;
    return now > before
      ? `${number(now - before)} more than in the 7 days before`
      : `${number(before - now)} fewer than in the 7 days before`;
  },
  notCounted: (count: number) =>
    `${counted(count, 'evaluation')} of the last 7 days ${count === 1 ? 'does' : 'do'} not count for ${count === 1 ? 'its workspace' : 'their workspaces'}, because ${count === 1 ? 'its creator does' : 'their creators do'} not have the permission “See workspaces”. Give this permission to the teams of these people or pipelines.`,
  covered: 'Covered',
  coveredHint: 'Workspaces with a mandatory policy that is not in shadow mode',
  exceptions: 'Active exceptions',
  exemptions: (count: number) => counted(count, 'exemption', 'exemptions'),
  exemptionsHidden: 'you do not have permission to see exemptions',
  overrides: (count: number) => counted(count, 'override that ends', 'overrides that end'),
  nextEnd: 'Next to end',
  noEnd: 'None has an end date',
  counting: 'Evaluations from before an upgrade are still being counted, so the figures are not complete yet.',
  days: 'Evaluations by day',
  daysIntro: 'Days are in UTC. Evaluations are counted with their current status. Click a day to list its evaluations.',
  period: 'Period',
  lastDays: (days: number) => `${days} days`,
  day: 'Day',
  overridden: 'Overridden',
  changes: 'Changed policies',
  changed: (count: number) => counted(count, 'policy changed', 'policies changed'),
  noEvaluations: 'No plan was evaluated in this period.',
  noEvaluationsSeen: 'You evaluated no plan in this period.',
  noEvaluationsHint: 'A pipeline evaluates a plan with this command and an API token in TIPSTAFF_TOKEN:',
  failing: 'Most frequent failures',
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
  mapIntro: 'Result of each policy set in the latest complete evaluation of each workspace.',
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
    })[status] ?? 'Not evaluated by any policy',
  earlier: 'Back',
  later: 'Next',
  pageOfWorkspaces: (from: number, to: number, all: number) => `Workspaces ${from} to ${to} of ${number(all)}`,
  pageOfSets: (from: number, to: number, all: number) => `Policy sets ${from} to ${to} of ${number(all)}`,
  csv: 'CSV',
  json: 'JSON',
  print: 'Print',
  download: (what: string, form: string) => `Download “${what}” as ${form}`,
  line: (name: string, all: number, blocked: number, seesAll: boolean) =>
    `${name}: ${counted(all, 'evaluation', 'evaluations')}${seesAll ? '' : ' of those that you can see'} in 30 days, ${number(blocked)} blocked`,
});

/** Result of a policy set in a workspace. */
export const resultTexts = {
  failed: 'a mandatory policy failed',
  errored: 'a policy errored',
  advisory: 'an advisory policy failed',
  passed: 'passed',
} as const;
