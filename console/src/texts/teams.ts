/** Explanations of the permissions that a team can have. */
export const permissionHints = {
  'manage-policies': 'Create, change and delete policies and policy sets.',
  'manage-policy-overrides': 'Override failed policies so that a plan can proceed.',
  'delegate-policy-overrides': 'Allow a team to override policies in a workspace or a project.',
  'manage-modules': 'Publish, deprecate and delete modules.',
  'manage-membership': 'Invite and remove members.',
  'manage-teams': 'Create, change and delete teams, and choose their members.',
  'manage-organization-access': 'Remove permissions from teams, including permissions that you do not have.',
  'access-secret-teams': 'See teams that are hidden from the organization.',
  'manage-projects': 'Create, change and delete projects.',
  'read-projects': 'See all projects.',
  'manage-workspaces': 'Create, change and delete workspaces.',
  'read-workspaces': 'See all workspaces.',
};

/** Permissions by area. Those without an effect, which exist only for clients that expect them, are left out. */
export const permissionGroups = [
  { title: 'policies', permissions: ['manage-policies', 'manage-policy-overrides', 'delegate-policy-overrides'] },
  { title: 'registry', permissions: ['manage-modules'] },
  {
    title: 'people',
    permissions: ['manage-membership', 'manage-teams', 'manage-organization-access', 'access-secret-teams'],
  },
  {
    title: 'work',
    permissions: ['manage-projects', 'read-projects', 'manage-workspaces', 'read-workspaces'],
  },
] as const;

export const groupTexts = {
  policies: 'Policies',
  registry: 'Registry',
  people: 'People',
  work: 'Projects and workspaces',
};
