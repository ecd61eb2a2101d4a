// Rights to organizations and to the records in them. A caller without the necessary right gets 404.
import { projectReaders, workspaceReaders } from '../../kernel/permissions.ts';
import type { CallerCondition, RightsTable, Standing } from '../../kernel/rights.ts';

/**
 * Conditions that rights require in addition to permissions. The sentences appear in the documentation of permissions.
 */
export const organizationConditions = {
  'open-creation': 'The setting `limit-user-organization-creation` is off.',
  'own-membership': 'The membership belongs to the caller.',
  'no-owner-or-by-owner': 'The member is not an owner, or the caller is an owner.',
  'grantable-team':
    'The caller has every permission of the team. If the team is `owners`, the caller is an owner. If the team has access to single workspaces, the caller has `manage-workspaces`. If it has access to projects, the caller has `manage-workspaces` and `manage-projects`. If overrides are delegated to the team, the caller has `manage-policy-overrides`. If the team is an approver of a policy set, the caller has `manage-policies` and `manage-policy-overrides`.',
  'place-reader':
    'A team of the caller has access to the workspace or the project. Access to a project includes its workspaces.',
  'place-maintainer':
    'A team of the caller has access to the project with the level `maintain` or `admin`, or with `create` in the level `custom`. Such a caller cannot set the tags of the workspace.',
  'place-administrator': 'A team of the caller has access to the workspace or the project with the level `admin`.',
  'project-reader': 'A team of the caller has access to the project or to a workspace in it.',
  'own-team': 'The caller is in the team, and the team lets its members manage its tokens.',
} as const;

const grantWorkspaces = ['manage-workspaces', ['member', 'place-administrator']] as const;
const grantProjects = ['manage-projects', ['member', 'place-administrator']] as const;

export const organizationRights = {
  organizations: {
    create: ['command-line', 'site-administrator', ['person', 'open-creation']],
    read: ['member'],
    update: ['owner'],
    delete: ['owner'],
  },
  'data-retention-policies': { read: ['member'], update: ['owner'], delete: ['owner'] },
  'audit-events': { read: ['owner'] },
  subscriptions: { read: ['member'] },
  usage: { read: ['manage-policies'] },
  'organization-memberships': {
    create: ['manage-membership'],
    read: ['member'],
    delete: [
      ['member', 'own-membership'],
      ['manage-membership', 'no-owner-or-by-owner'],
    ],
  },
  // Secret teams are visible to their own members and to callers with the right `access-secret`.
  teams: {
    create: ['manage-teams'],
    read: ['member'],
    'access-secret': ['manage-teams', 'access-secret-teams'],
    update: ['manage-teams'],
    delete: ['manage-teams'],
    'update-members': [['manage-teams', 'grantable-team']],
    'manage-tokens': [
      ['manage-teams', 'grantable-team'],
      ['member', 'own-team'],
    ],
  },
  'authentication-tokens': { 'manage-of-organization': ['owner'], 'list-of-teams': ['manage-teams'] },
  projects: {
    create: ['manage-projects'],
    // Clients read the project of each workspace. So whoever can read a workspace can read its project, but not the other
    // workspaces of this project.
    read: [...projectReaders, ['member', 'project-reader']],
    // The policy sets of a project include sets that exclude the only workspace that a caller may read.
    'read-applicable-sets': [...projectReaders, ['member', 'place-reader']],
    update: ['manage-projects'],
    delete: ['manage-projects'],
    'move-workspaces-into': ['manage-workspaces'],
  },
  'policy-override-delegations': {
    create: ['manage-policy-overrides'],
    read: ['manage-policy-overrides'],
    delete: ['manage-policy-overrides'],
  },
  // Access of teams to single workspaces and projects. Access of a secret team is shown only to callers who may see the
  // team. Lists leave out what a caller without the right `read-all` may not read.
  'team-workspaces': {
    create: grantWorkspaces,
    read: [...workspaceReaders, 'manage-teams', ['member', 'place-reader']],
    'read-all': [...workspaceReaders, 'manage-teams'],
    update: grantWorkspaces,
    delete: grantWorkspaces,
  },
  'team-projects': {
    create: grantProjects,
    read: [...projectReaders, 'manage-teams', ['member', 'place-reader']],
    'read-all': [...projectReaders, 'manage-teams'],
    update: grantProjects,
    delete: grantProjects,
  },
  workspaces: {
    create: ['manage-workspaces', ['member', 'place-maintainer']],
    read: [...workspaceReaders, ['member', 'place-reader']],
    update: ['manage-workspaces'],
    delete: ['manage-workspaces'],
  },
} as const satisfies RightsTable<Standing | CallerCondition | keyof typeof organizationConditions>;
