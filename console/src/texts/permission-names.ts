export const permissionNames = {
  'manage-policies': 'Manage policies',
  'manage-policy-overrides': 'Override policies',
  'delegate-policy-overrides': 'Delegate overrides',
  'manage-modules': 'Manage modules',
  'manage-providers': 'Manage providers',
  'manage-membership': 'Manage members',
  'manage-teams': 'Manage teams',
  'manage-organization-access': 'Manage permissions',
  'access-secret-teams': 'See secret teams',
  'manage-projects': 'Manage projects',
  'read-projects': 'See projects',
  'manage-workspaces': 'Manage workspaces',
  'read-workspaces': 'See workspaces',
  'manage-run-tasks': 'Manage run tasks',
  'manage-vcs-settings': 'Manage version control',
  'manage-agent-pools': 'Manage agent pools',
};

export type PermissionName = keyof typeof permissionNames;
