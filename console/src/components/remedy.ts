// Advice for users who lack the permission to see a page or parts of it.
import type { PermissionName } from '../texts/permission-names.ts';
import { permissionNames } from '../texts/permission-names.ts';

const permissionText = (permission: PermissionName): string => `the permission “${permissionNames[permission]}”`;

const workspaceAccess = `access to the workspace, or ${permissionText('read-workspaces')}`;

/**
 * What a user needs to see the records of a page section, by the section's name in the path. Sections that are missing
 * here need no special permission.
 */
const needed: Readonly<Record<string, string>> = {
  evaluations: workspaceAccess,
  workspaces: workspaceAccess,
  projects: `access to the project, or ${permissionText('read-projects')}`,
  policies: permissionText('manage-policies'),
  'policy-sets': permissionText('manage-policies'),
  'recorded-plans': permissionText('manage-policies'),
  'run-tasks': permissionText('manage-policies'),
  exceptions: permissionText('manage-policy-overrides'),
  teams: permissionText('access-secret-teams'),
};

/** Returns the text for a page that was not found. The text does not reveal whether the record exists. */
export function missingText(pathname: string): string {
  const [, organization, part = ''] = /\/app\/organizations\/([\w-]+)(?:\/([^/]+))?/.exec(pathname) ?? [];
  return organization === undefined
    ? 'This page does not exist, or you do not have permission to see it.'
    : `This page does not exist, or you do not have permission to see it. ${
        needed[part] === undefined
          ? `Ask an owner of ${organization} for access.`
          : `Owners of ${organization} can give you ${needed[part]}.`
      }`;
}

/** Text for users who can see only a part of the organization's evaluations. */
export const partialEvaluationsText = (organization: string): string =>
  `You see only the evaluations that you created, that name you or your team as the author of their run, or whose workspace your team has access to. Owners of ${organization} can give you access to more workspaces.`;
