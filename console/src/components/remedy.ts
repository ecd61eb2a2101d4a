// Advice for users who may not see a page of an organization, or only parts of it.
import type { PermissionName } from '../texts/permission-names.ts';
import { permissionNames } from '../texts/permission-names.ts';

/** Permission for viewing the records of a page section. Other sections have no permission of their own. */
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

/** Text for a page that was not found. It does not reveal whether the record exists. */
export function missingText(pathname: string): string {
  const [, organization, part = ''] = /\/app\/organizations\/([\w-]+)(?:\/([^/]+))?/.exec(pathname) ?? [];
  return organization === undefined
    ? 'This page does not exist, or you do not have permission to see it.'
    : `This page does not exist, or you do not have permission to see it. ${
        permissions[part] === undefined
          ? `Ask an owner of ${organization}.`
          : `Owners of ${organization} can give you the permission “${permissionNames[permissions[part]]}”.`
      }`;
}

/** Text for users who can see only the evaluations that they created. */
export const ownEvaluationsText = (organization: string): string =>
  `You see only the evaluations that you created. ${
    permissions.evaluations === undefined
      ? `Ask an owner of ${organization}.`
      : `Owners of ${organization} can give you the permission “${permissionNames[permissions.evaluations]}”.`
  }`;
