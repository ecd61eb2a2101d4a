/**
 * What a team can be allowed in its organization, by the names of the wire (`organization-access`). A team's
 * permissions are stored as one bit each in this order: new ones are added at the end.
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
] as const;

export type Permission = (typeof permissionNames)[number];

const bitOf = (permission: Permission): number => 1 << permissionNames.indexOf(permission);

/** Every permission there is. */
export const allPermissions = permissionNames.reduce((bits, permission) => bits | bitOf(permission), 0);

export const hasPermission = (bits: number, permission: Permission): boolean => (bits & bitOf(permission)) !== 0;

/** `bits` with the permissions that `access` names switched on or off; the others stay. */
export const withPermissions = (bits: number, access: Partial<Record<Permission, boolean>>): number =>
  permissionNames.reduce((result, permission) => {
    const wanted = access[permission] ?? hasPermission(bits, permission);
    return wanted ? result | bitOf(permission) : result & ~bitOf(permission);
  }, bits);
