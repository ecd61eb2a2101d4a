import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { words } from './words.ts';

export const t = catalogue({
  ...words,
  title: 'Policy sets',
  what: 'policy sets',
  intro: 'A policy set defines which policies apply to which workspaces and projects.',
  none: 'There are no policy sets yet.',
  noneHint:
    'Create a policy set here, or push a folder of policies as a policy set with an API token in TIPSTAFF_TOKEN:',
  nameHint: 'Letters, numbers, - and _.',
  kindHint: 'It cannot be changed later.',
  scope: 'Applies to',
  everything: 'Everything',
  exceptExcluded: (scope: string) => `${scope}, except what is excluded`,
  nothing: 'Nothing yet',
  workspaceCount: (count: number) => counted(count, 'workspace'),
  projectCount: (count: number) => counted(count, 'project'),
  byTags: (names: readonly string[], more: number) =>
    `by tag: ${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`,
  create: 'Create a policy set',
  created: (name: string) => `The policy set ${name} was created.`,
  global: 'Applies to everything',
  globalHint: 'The policy set applies to every workspace of the organization, except excluded workspaces.',
  overridable: 'Can be overridden',
  overridableHint: 'People with the permission “Override policies” can let a failed plan continue, with a comment.',
  shadowHint: 'Its policies are evaluated and shown with each plan, but never block it.',
  inputHint:
    'Where policies find the plan, unless a policy has its own setting. Empty or “plan”: at input.plan. “raw”: the plan is the whole input. Any other word, for example “tfplan”, is the key of the plan.',
  globalTag: 'Global',
  overridableTag: 'Can be overridden',
  versionedTag: 'Versioned',
  versioned:
    'The policies of this set are uploaded as versions with “tipstaff policy push”. You cannot change them here.',
  noVersion: 'No version is active yet.',
  sections: 'Parts of the policy set',
  members: 'Policies and scope',
  evaluate: 'Evaluate a plan',
  workspaceExclusions: 'Excluded workspaces',
  projectExclusions: 'Excluded projects',
  appliesToNow: (count: number, names: readonly string[]) =>
    count === 0
      ? 'It applies to no workspace now.'
      : `It applies to ${counted(count, 'workspace')} now: ${names.join(', ')}${count > names.length ? ' and others.' : '.'}`,
  appliesToAllNow: (count: number, names: readonly string[]) =>
    count === 0
      ? 'It applies to everything; there are no workspaces yet.'
      : `It applies to everything: ${counted(count, 'workspace')} now, ${names.join(', ')}${count > names.length ? ' and others.' : '.'}`,
  appliesToRestNow: 'It applies to everything that is not excluded. That is no workspace now.',
  appliesToAllNone: 'The policy set applies to everything that is not excluded. There is no such workspace yet.',
  appliesToNone:
    'The policy set applies to no workspace now. Add workspaces, projects or tags, or let it apply to everything.',
  trendsHint:
    'Share of results of each policy that passed, by week, starting on Monday. Exempt results are not counted.',
  trendsCut: 'Not everything is shown: only the policies that failed most often and the newest evaluations.',
  noTrends: 'This policy set evaluated no plan in the last 13 weeks.',
  since: (day: string) => `Weeks since ${day}`,
  rate: (percent: number, all: number) => `${percent}% of ${all.toLocaleString('en')}`,
  rateNone: 'not evaluated',
  weekRate: (day: string, rate: string) => `Week of ${day}: ${rate}`,
  showAll: 'Show all',
  whatWorkspaces: 'workspaces',
  tags: 'Workspaces and projects with these tags',
  tagsHint: 'Workspaces inherit the tags of their project, unless a workspace has its own tag with the same key.',
  tagKey: 'Tag',
  tagValue: 'Value (empty: any)',
  tagExclude: 'Exclude workspaces with this tag',
  addTag: 'Add the tag',
  tagAnyValue: (key: string) => `${key}, with any value`,
  tagMatching: 'A workspace needs',
  tagAny: 'One of these tags',
  tagAll: 'All of these tags',
  tagExcluded: (tag: string) => `not ${tag}`,
  appliesToAll:
    'This policy set applies to everything that is not excluded. It also evaluates plans without a workspace.',
  noMembers: 'None.',
  moreMembers: (count: number) => `and ${count.toLocaleString('en')} more`,
  add: (what: string) => `Add to: ${what}`,
  addHint: 'Add by name',
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} was removed.`,
  noCandidates: 'No results.',
  noWorkspaces: (organization: string) =>
    `No workspace has this name. You can create workspaces with the API: POST /organizations/${organization}/workspaces.`,
  noProjects: (organization: string) =>
    `No project has this name. You can create projects with the API: POST /organizations/${organization}/projects.`,
  deletion: 'Delete the policy set',
  deletionHint: 'Its policies stay in the organization. This cannot be undone.',
  deleteTitle: (name: string) => `Delete the policy set ${name}?`,
  deletePolicies: (count: number) =>
    `${counted(count, 'policy', 'policies')} will no longer apply through this policy set.`,
  deleteScope: (scope: string) => `It applies to: ${scope}`,
  deleted: (name: string) => `The policy set ${name} was deleted.`,
  planHint: 'Drop a plan in JSON here. “terraform show -json” or “tofu show -json” prints it.',
  planChoose: 'Choose a file',
  planNote:
    'The plan is evaluated with this policy set, whether or not the set applies to a workspace. The plan is deleted afterwards.',
});
