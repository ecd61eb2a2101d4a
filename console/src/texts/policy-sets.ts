import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { words } from './words.ts';

export const t = catalogue({
  ...words,
  title: 'Policy sets',
  what: 'policy sets',
  intro: 'A policy set says which policies apply to which workspaces and projects.',
  none: 'There are no policy sets yet.',
  noneHint: 'Create one here, or push a folder of policies as a set, with an API token in TIPSTAFF_TOKEN:',
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
  globalHint: 'To every workspace of the organization, except those that it excludes.',
  overridable: 'Can be overridden',
  overridableHint: 'People with the right to override may let a plan go on, with a comment.',
  shadowHint: 'Its policies are evaluated and shown with each plan, and never block one.',
  inputHint:
    'For policies that name none. Empty or “plan” is input.plan, “raw” makes the plan the whole input, and any other word is its key, such as “tfplan”.',
  globalTag: 'Global',
  overridableTag: 'Can be overridden',
  versionedTag: 'In versions',
  versioned: 'The policies of this set come in versions, with “tipstaff policy push”. They are not changed here.',
  noVersion: 'No version is in force yet.',
  sections: 'Parts of the policy set',
  members: 'Policies and scope',
  evaluate: 'Evaluate a plan',
  workspaceExclusions: 'Workspaces that are excluded',
  projectExclusions: 'Projects that are excluded',
  appliesToNow: (count: number, names: readonly string[]) =>
    count === 0
      ? 'It applies to no workspace now.'
      : `It applies to ${counted(count, 'workspace')} now: ${names.join(', ')}${count > names.length ? ' and others.' : '.'}`,
  appliesToAllNow: (count: number, names: readonly string[]) =>
    count === 0
      ? 'It applies to everything; there are no workspaces yet.'
      : `It applies to everything: ${counted(count, 'workspace')} now, ${names.join(', ')}${count > names.length ? ' and others.' : '.'}`,
  appliesToRestNow: 'It applies to everything that is not excluded: no workspace now.',
  appliesToAllNone: 'The set applies to everything that is not excluded. There is no such workspace yet.',
  appliesToNone:
    'The set applies to no workspace now: name some, name projects or tags, or let it apply to everything.',
  trendsHint:
    'How many of the outcomes of a policy passed in each week, which begins on Monday. Those that are exempt do not count.',
  trendsCut:
    'There are more policies or evaluations than these: the policies that failed most often, and the newest evaluations.',
  noTrends: 'No plan was evaluated by this set in the last 13 weeks.',
  since: (day: string) => `Weeks since ${day}`,
  rate: (percent: number, all: number) => `${percent}% of ${all.toLocaleString('en')}`,
  rateNone: 'not evaluated',
  weekRate: (day: string, rate: string) => `Week of ${day}: ${rate}`,
  showAll: 'Show all',
  whatWorkspaces: 'workspaces',
  tags: 'Workspaces and projects with these tags',
  tagsHint: 'The tags of a project count for its workspaces, except those that a workspace has itself.',
  tagKey: 'Tag',
  tagValue: 'Value (empty: any)',
  tagExclude: 'Exclude what has it',
  addTag: 'Add the tag',
  tagAnyValue: (key: string) => `${key}, with any value`,
  tagMatching: 'A workspace needs',
  tagAny: 'One of these tags',
  tagAll: 'All of these tags',
  tagExcluded: (tag: string) => `not ${tag}`,
  appliesToAll:
    'This set applies to everything, except what is excluded. Plans without a workspace are evaluated by it, too.',
  noMembers: 'None.',
  moreMembers: (count: number) => `and ${count.toLocaleString('en')} more`,
  add: (what: string) => `Add to: ${what}`,
  addHint: 'Add by name',
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} was removed.`,
  noCandidates: 'Nothing has this name.',
  noWorkspaces: (organization: string) =>
    `No workspace has this name. Workspaces are created with the API: POST /organizations/${organization}/workspaces.`,
  noProjects: (organization: string) =>
    `No project has this name. Projects are created with the API: POST /organizations/${organization}/projects.`,
  deletion: 'Delete the policy set',
  deletionHint: 'Its policies stay in the organization. This cannot be undone.',
  deleteTitle: (name: string) => `Delete the policy set ${name}?`,
  deletePolicies: (count: number) => `${counted(count, 'policy', 'policies')} will no longer apply through it.`,
  deleteScope: (scope: string) => `It applies to: ${scope}`,
  deleted: (name: string) => `The policy set ${name} was deleted.`,
  planHint: 'Drop a plan as JSON here, the output of “terraform show -json” or “tofu show -json”.',
  planChoose: 'Choose a file',
  planNote:
    'The plan is evaluated by this set, whether or not the set applies to a workspace. It is deleted afterwards.',
});
