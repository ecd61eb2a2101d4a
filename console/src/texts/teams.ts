import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { words } from './words.ts';

export const t = catalogue({
  ...words,
  title: 'Teams',
  what: 'teams',
  visibility: 'Visibility',
  visibilityHint: 'Who can see this team.',
  organization: 'Everybody in the organization',
  secret: 'Only its members',
  permissions: 'Permissions',
  permissionCount: (count: number, all: number) => `${count.toLocaleString('en')} of ${all.toLocaleString('en')}`,
  everything: 'Everything',
  matrix: 'Permissions of all teams',
  matrixIntro: 'Changes take effect immediately. You can grant only permissions that you have.',
  matrixCaption: 'Permissions of teams',
  permission: 'Permission',
  cell: (permission: string, team: string) => `${permission}: ${team}`,
  granted: (team: string, permission: string) => `${team} now has “${permission}”.`,
  revoked: (team: string, permission: string) => `${team} no longer has “${permission}”.`,
  create: 'Create a team',
  created: (name: string) => `The team ${name} was created.`,
  none: 'There are no teams that you can see.',
  memberTokens: 'Members can create and delete tokens of the team',
  memberTokensHint: 'If this is off, only people who can manage the team can do that.',
  ssoTeam: 'Group of the identity provider',
  ssoTeamHint:
    'Members of this group join the team when they sign in. If this is empty, the group with the name of the team is used, if the identity provider allows that.',
  ownersNote: 'Owners have all permissions. The name and the permissions of this team cannot be changed.',
  addMember: 'Add a member',
  addMemberHint: 'Search by name or address among the members of the organization.',
  nobodyMatches: 'No member of the organization matches.',
  added: (name: string) => `${name} was added to the team.`,
  removeMember: 'Remove',
  removedMember: (name: string) => `${name} is no longer in the team.`,
  noMembers: 'This team has no members.',
  delete: 'Delete the team',
  deleteTitle: (name: string) => `Delete the team ${name}?`,
  deleteBody: 'Its members stay in the organization but lose the permissions of the team. This cannot be undone.',
  losesMembers: (count: number) => `${counted(count, 'person loses', 'people lose')} the permissions of the team`,
  losesTokens: 'All tokens of the team stop working immediately',
  deleted: (name: string) => `The team ${name} was deleted.`,
});

/** Effect of each permission. */
export const permissionHints = catalogue({
  'manage-policies': 'Create, change and delete policies and policy sets.',
  'manage-policy-overrides': 'Override failed policies so that a plan can proceed.',
  'delegate-policy-overrides': 'Allow a team to override policies in a workspace or a project.',
  'manage-modules': 'Publish, deprecate and delete modules.',
  'manage-providers': 'Publish and delete providers.',
  'manage-membership': 'Invite and remove members.',
  'manage-teams': 'Create, change and delete teams, and choose their members.',
  'manage-organization-access': 'Remove permissions from teams, including permissions that you do not have.',
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
