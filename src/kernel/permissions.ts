/**
 * The permissions of teams in their organization, by their names on the wire (`organization-access`). They are stored
 * as one bit each in this order, so a new permission goes to the end.
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

/** The permissions to read workspaces. Policies apply to workspaces, so people who manage policies see them too. */
export const workspaceReaders = ['read-workspaces', 'manage-workspaces', 'manage-policies'] as const;

/** The permissions to read every evaluation of an organization. Others read those that they created. */
export const evaluationReaders = [...workspaceReaders, 'manage-policy-overrides', 'delegate-policy-overrides'] as const;

const bitOf = (permission: Permission): number => 1 << permissionNames.indexOf(permission);

/** All permissions. */
export const allPermissions = permissionNames.reduce((bits, permission) => bits | bitOf(permission), 0);

export const hasPermission = (bits: number, permission: Permission): boolean => (bits & bitOf(permission)) !== 0;

/** `bits` with the permissions that `access` names turned on or off. */
export const withPermissions = (bits: number, access: Partial<Record<Permission, boolean>>): number =>
  permissionNames.reduce((result, permission) => {
    const wanted = access[permission] ?? hasPermission(bits, permission);
    return wanted ? result | bitOf(permission) : result & ~bitOf(permission);
  }, bits);
