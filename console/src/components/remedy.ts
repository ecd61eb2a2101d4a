// What a person can do who may not see a page of an organization, or sees only a part of it.
import type { PermissionName } from '../texts/permission-names.ts';

import { permissionNames } from '../texts/permission-names.ts';

/** The permission that shows the records of a part of an organization; other parts have none of their own. */
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

/** Text of a page that was not found: the same whether its record exists or not. */
export function missingText(pathname: string): string {
  const [, organization, part = ''] = /\/app\/organizations\/([\w-]+)(?:\/([^/]+))?/.exec(pathname) ?? [];
  return organization === undefined
    ? 'This does not exist, or you do not have permission to see it.'
    : `This does not exist, or you do not have permission to see it. ${
        permissions[part] === undefined
          ? `Ask an owner of ${organization}.`
          : `Owners of ${organization} can give you the permission “${permissionNames[permissions[part]]}”.`
      }`;
}

/** For a person who sees only the evaluations that they created. */
export const ownEvaluationsText = (organization: string): string =>
  `You see only the evaluations that you created. ${
    permissions.evaluations === undefined
      ? `Ask an owner of ${organization}.`
      : `Owners of ${organization} can give you the permission “${permissionNames[permissions.evaluations]}”.`
  }`;
