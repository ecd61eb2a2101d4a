// Advice for users who lack the permission to see a page or parts of it.
import type { PermissionName } from '../texts/permission-names.ts';
import { permissionNames } from '../texts/permission-names.ts';

/**
 * Permission for viewing the records of a page section, by the section's name in the path. Sections that are missing
 * here need no special permission.
 */
const permissions: Readonly<Record<string, PermissionName>> = {
  evaluations: 'read-workspaces',
  workspaces: 'read-workspaces',
  projects: 'read-projects',
  policies: 'manage-policies',
  'policy-sets': 'manage-policies',
  'recorded-plans': 'manage-policies',
  'run-tasks': 'manage-policies',
  exceptions: 'manage-policy-overrides',
  teams: 'access-secret-teams',
};

/** Returns the text for a page that was not found. The text does not reveal whether the record exists. */
export function missingText(pathname: string): string {
  const [, organization, part = ''] = /\/app\/organizations\/([\w-]+)(?:\/([^/]+))?/.exec(pathname) ?? [];
  return organization === undefined
    ? 'This page does not exist, or you do not have permission to see it.'
    : `This page does not exist, or you do not have permission to see it. ${
        permissions[part] === undefined
          ? `Ask an owner of ${organization} for access.`
          : `Owners of ${organization} can give you the permission “${permissionNames[permissions[part]]}”.`
      }`;
}

/** Text for users who can see only some evaluations. */
export const ownEvaluationsText = (organization: string): string =>
  `You see only the evaluations that you created, that name you as the author of their run, or whose workspace you can see. ${
    permissions.evaluations === undefined
      ? `Ask an owner of ${organization} for access.`
      : `Owners of ${organization} can give you the permission “${permissionNames[permissions.evaluations]}”.`
  }`;
