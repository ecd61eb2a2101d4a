import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { words } from './words.ts';

export const t = catalogue({
  ...words,
  title: 'Teams',
  what: 'teams',
  visibility: 'Visibility',
  visibilityHint: 'Who sees that the team exists.',
  organization: 'Everybody in the organization',
  secret: 'Only its members',
  permissions: 'Permissions',
  permissionCount: (count: number, all: number) => `${count.toLocaleString('en')} of ${all.toLocaleString('en')}`,
  everything: 'Everything',
  matrix: 'Permissions of all teams',
  matrixIntro: 'A change counts at once. Nobody can give a permission that they do not have.',
  matrixCaption: 'Permissions of teams',
  permission: 'Permission',
  cell: (permission: string, team: string) => `${permission}: ${team}`,
  granted: (team: string, permission: string) => `${team} now has “${permission}”.`,
  revoked: (team: string, permission: string) => `${team} no longer has “${permission}”.`,
  create: 'Create a team',
  created: (name: string) => `The team ${name} was created.`,
  none: 'There are no teams that you can see.',
  memberTokens: 'Members may create and delete tokens of the team',
  memberTokensHint: 'Otherwise only people who manage the team may.',
  ssoTeam: 'Group of the identity provider',
  ssoTeamHint:
    'Its people join the team when they sign in, and the name of the team does not count. Empty: the team follows the group that has its name, where the identity provider allows it.',
  ownersNote: 'Owners may do everything. The name and the permissions of this team cannot be changed.',
  addMember: 'Add a member',
  addMemberHint: 'Search by name or address among the members of the organization.',
  nobodyMatches: 'No member of the organization matches.',
  added: (name: string) => `${name} is in the team now.`,
  removeMember: 'Remove',
  removedMember: (name: string) => `${name} is no longer in the team.`,
  noMembers: 'Nobody is in this team.',
  delete: 'Delete the team',
  deleteTitle: (name: string) => `Delete the team ${name}?`,
  deleteBody: 'Its members stay in the organization, without what the team let them do. This cannot be undone.',
  losesMembers: (count: number) => `${counted(count, 'person loses', 'people lose')} the permissions of the team`,
  losesTokens: 'All tokens of the team stop working at once',
  deleted: (name: string) => `The team ${name} was deleted.`,
});

/** Effect of each permission. */
export const permissionHints = catalogue({
  'manage-policies': 'Create, change and delete policies and policy sets.',
  'manage-policy-overrides': 'Let a plan pass although a policy failed.',
  'delegate-policy-overrides': 'Let a team override policies in a workspace or a project.',
  'manage-modules': 'Publish, deprecate and delete modules.',
  'manage-providers': 'Publish and delete providers.',
  'manage-membership': 'Invite and remove members.',
  'manage-teams': 'Create, change and delete teams, and choose their members.',
  'manage-organization-access': 'Take away permissions of teams, also those that one does not have.',
  'access-secret-teams': 'See teams that are hidden from the organization.',
  'manage-projects': 'Create, change and delete projects.',
  'read-projects': 'See all projects.',
  'manage-workspaces': 'Create, change and delete workspaces.',
  'read-workspaces': 'See all workspaces.',
  'manage-run-tasks': 'Create, change and delete run tasks.',
  'manage-vcs-settings': 'Change connections to version control.',
  'manage-agent-pools': 'Create, change and delete agent pools.',
});

export const permissionGroups = [
  { title: 'policies', permissions: ['manage-policies', 'manage-policy-overrides', 'delegate-policy-overrides'] },
  { title: 'registry', permissions: ['manage-modules', 'manage-providers'] },
  {
    title: 'people',
    permissions: ['manage-membership', 'manage-teams', 'manage-organization-access', 'access-secret-teams'],
  },
  {
    title: 'work',
    permissions: [
      ...(['manage-projects', 'read-projects', 'manage-workspaces', 'read-workspaces', 'manage-run-tasks'] as const),
      ...(['manage-vcs-settings', 'manage-agent-pools'] as const),
    ],
  },
] as const;

export const groupTexts = catalogue({
  policies: 'Policies',
  registry: 'Registry',
  people: 'People',
  work: 'Projects and workspaces',
});
