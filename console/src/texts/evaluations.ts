import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { words } from './words.ts';

const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `2 mandatory failed`; empty for none. */
const countOf = (what: string) => (count: number) => (count === 0 ? '' : `${count.toLocaleString('en')} ${what}`);

const changes = (count: number): string => counted(count, 'change');
const mandatory = (count: number): string => counted(count, 'mandatory policy', 'mandatory policies');

const actionNames: Readonly<Record<string, string>> = {
  create: '+ Create',
  update: '~ Change',
  delete: '− Delete',
  read: 'Read',
  forget: 'Forget',
  'no-op': 'No change',
};

const withoutLines: Readonly<Record<string, string>> = {
  disabled: 'This organization does not show lines of rules. An owner can turn them on in the settings.',
  'not-recorded': 'This organization did not show lines of rules when the plan was evaluated.',
  'over-budget': 'Finding the matching lines took too much time or memory.',
  'code-gone': 'The evaluated code has been deleted since then.',
  'left-out': 'The code of the policy is too large to be shown.',
};

/** Creators that have no name, by their kinds. */
const creators: Readonly<Record<string, string>> = {
  user: 'somebody who was deleted',
  team: 'a team',
  organization: 'the organization',
};

interface Creator {
  readonly kind: string;
  readonly username: string | null;
}

const creatorOf = ({ kind, username }: Creator): string => username ?? creators[kind] ?? kind;

const list = new Intl.ListFormat('en', { type: 'disjunction' });

/** The people who can let a plan pass: by their teams, as far as a person sees these. */
const helpersOf = (teams: readonly string[], overridable: boolean): string =>
  teams.length > 0
    ? `Members of ${list.format(teams)}`
    : `Members of teams that have the permission ${overridable ? '“Override policies”' : '“Override policies” and “Manage policies”'}`;

/** Texts of evaluations and of what policies found. */
export const t = catalogue({
  ...words,
  whatEvaluations: 'evaluations',
  sections: 'Parts of the evaluations',
  planOf: (workspace: string | null) => (workspace === null ? 'A plan without a workspace' : `A plan of ${workspace}`),
  evaluationOf: (workspace: string | null) =>
    workspace === null ? 'Evaluation of a plan' : `Evaluation of a plan of ${workspace}`,
  statusName: (status: string) => upper(status),
  mandatoryFailed: countOf('mandatory failed'),
  advisoryFailed: countOf('advisory failed'),
  policiesErrored: countOf('errored'),
  policiesPassed: countOf('passed'),
  waiting: 'The plan is being evaluated. This page will show the result. You can leave it and come back.',
  waitingForPlan: 'The plan has not arrived yet.',
  nothingEvaluated: 'Passed: no policy was evaluated',
  notices: 'Notices',
  problem: 'The plan could not be evaluated',
  cancel: 'Cancel the evaluation',
  output: 'Output',
  moreOutput: (count: number) => `and ${count.toLocaleString('en')} more`,
  warnings: 'Warnings',
  remediation: (text: string) => `To do: ${text}`,
  relatedResources: 'See also',
  prints: 'Printed',
  noOutcomes: 'No policy was evaluated.',
  override: 'Override',
  overrideTitle: 'Override this evaluation?',
  overrideBody: 'The run can continue although policies failed. Your comment is recorded with your name.',
  comment: 'Comment',
  overridden: 'The evaluation was overridden.',
  progress: (evaluated: number, policies: number) =>
    `${evaluated.toLocaleString('en')} of ${counted(policies, 'policy', 'policies')} evaluated.`,
  before: (count: number) => `${counted(count, 'evaluation')} ahead of this one.`,
  creator: creatorOf,
  by: (creator: Creator) => `By ${creatorOf(creator)}`,
  notCounting: (creator: Creator) => `By ${creatorOf(creator)}, does not count`,
  blocked: (count: number, policies: number) =>
    count === 0
      ? `Blocked by ${mandatory(policies)}`
      : `Blocked: ${changes(count)} ${count === 1 ? 'breaks' : 'break'} ${mandatory(policies)}`,
  notBlocked: (findings: number) => `Not blocked: ${counted(findings, 'finding')} to review`,
  noObjection: 'No policy found a problem in this plan',
  canceled: 'The evaluation was canceled before policies were evaluated',
  notAsked: 'No policy was evaluated with this plan',
  overriddenTitle: (name: string) => `Overridden by ${name}`,
  overriddenUntil: 'Until',
  toWorkspace: 'To the workspace',
  seconds: (seconds: number) => `${seconds.toLocaleString('en')} s`,
  groupBy: 'Group findings by',
  findings: 'Findings',
  filters: 'Filters for findings',
  only: (what: string, count: number) => `${what} ${count.toLocaleString('en')}`,
  blocking: 'Blocking',
  severityName: (severity: string) => (severity === 'none' ? 'No severity' : upper(severity)),
  noResource: 'Not about a single resource',
  noMatch: 'No finding matches these filters.',
  actionName: (actions: readonly string[]) =>
    actions.length > 1 ? '± Replace' : (actionNames[actions[0] ?? ''] ?? upper(actions[0] ?? '')),
  originName: (origin: string) => (origin === 'drift' ? 'Changed outside of Terraform' : 'In a later plan'),
  changeName: (change: string) => change,
  knownAfterApply: '(known after apply)',
  sensitive: '(sensitive)',
  forcesReplacement: 'forces replacement',
  moreAttributes: (count: number) => `${counted(count, 'more attribute')}`,
  resources: 'Resources on this page',
  attribute: 'Attribute',
  fix: 'How to fix it',
  at: (name: string, revision: number) => `${name}, revision ${revision.toLocaleString('en')}`,
  ofSet: (set: string) => `in ${set}`,
  advice: 'Warning',
  blocks: 'Blocks',
  exemptBecause: (reason: string, owner: string) => `Exempt: ${reason} (owner: ${owner})`,
  exemptUntil: 'Until',
  exemptForGood: 'no end date',
  exemptResource: 'Exempt',
  exemptFrom: (resource: string, policy: string) => `Exempt ${resource} from ${policy}`,
  exempted: 'The exemption takes effect with the next evaluation.',
  exemptedInVain: (policy: string, set: string) =>
    `The exemption is recorded, but it has no effect on ${policy} in ${set}, because the policy cannot be overridden there.`,
  inVain: 'This exemption would have no effect',
  inVainBecause: (policy: string, set: string) =>
    `${policy} cannot be overridden in the policy set ${set}. Only an exemption from somebody who can also manage policies has an effect. Ask such a person to grant it.`,
  noOverrides: 'does not allow overrides',
  notOverridable:
    'This evaluation cannot be overridden: a policy that blocks it is hard-mandatory, or its policy set does not allow overrides.',
  helpers: (teams: readonly string[], overridable: boolean) =>
    `${helpersOf(teams, overridable)} can ${overridable ? 'override this evaluation or grant exemptions from its policies' : 'grant exemptions from its policies'}.`,
  everyWorkspace: 'In every workspace',
  onlyWorkspace: (workspace: string) => `Only in ${workspace}`,
  linkTo: (what: string) => `Link to the finding about ${what}`,
  copyLink: 'Copy link',
  download: 'Download',
  downloadName: (id: string) => `${id}.json`,
  again: 'Evaluate again',
  rule: 'Rule',
  ruleOf: (policy: string) => `Rule of ${policy}`,
  trueLines: 'Lines that matched this plan, marked with ✓. Other lines of the policy are not shown.',
  trueLinesOf: (file: string) => `Matching lines of ${file}`,
  wasTrue: 'matched',
  linesBetween: (first: number, last: number) =>
    first === last
      ? `⋯ line ${first.toLocaleString('en')}`
      : `⋯ lines ${first.toLocaleString('en')}–${last.toLocaleString('en')}`,
  moreLines: (count: number) => `${counted(count, 'more line')} matched.`,
  withoutLines: (status: string) => withoutLines[status] ?? 'No line of a rule matched.',
  notEvaluatedHere: 'The rule is not known, because the policy was evaluated by another service.',
  untilDay: 'Last day',
  untilDayHint: 'Leave empty for no end.',
});
