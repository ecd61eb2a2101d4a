/**
 * Permissions of teams, with their names in the attribute `organization-access`. Each permission is stored as one bit,
 * numbered in this order. So a new permission must be added at the end.
 */
export const permissionNames = [
  'manage-policies',
  'manage-policy-overrides',
  'manage-modules',
  'manage-membership',
  'manage-teams',
  'manage-organization-access',
  'manage-workspaces',
  'manage-projects',
  'read-workspaces',
  'read-projects',
  'manage-vcs-settings',
  'manage-providers',
  'manage-run-tasks',
  'manage-agent-pools',
  'access-secret-teams',
  'delegate-policy-overrides',
] as const;

export type Permission = (typeof permissionNames)[number];

/**
 * Permissions that include reading workspaces. People who manage policies need to read the workspaces to which the
 * policies apply.
 */
export const workspaceReaders = ['read-workspaces', 'manage-workspaces', 'manage-policies'] as const;

/** Permissions that include reading projects. */
export const projectReaders = ['read-projects', 'manage-projects', ...workspaceReaders] as const;

/**
 * Permissions that include reading all evaluations of an organization. Callers without any of them can read only
 * evaluations that they have created.
 */
export const evaluationReaders = [...workspaceReaders, 'manage-policy-overrides', 'delegate-policy-overrides'] as const;

const bitOf = (permission: Permission): number => 1 << permissionNames.indexOf(permission);

/** Bit set of all permissions. */
export const allPermissions = permissionNames.reduce((bits, permission) => bits | bitOf(permission), 0);

export const hasPermission = (bits: number, permission: Permission): boolean => (bits & bitOf(permission)) !== 0;

/** Returns `bits` after granting and revoking the permissions in `access`. */
export const withPermissions = (bits: number, access: Partial<Record<Permission, boolean>>): number =>
  permissionNames.reduce((result, permission) => {
    const wanted = access[permission] ?? hasPermission(bits, permission);
    return wanted ? result | bitOf(permission) : result & ~bitOf(permission);
  }, bits);
