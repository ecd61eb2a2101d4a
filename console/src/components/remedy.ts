// What a person can do who may not see a page of an organization, or sees only a part of it.
import type { PermissionName } from '../texts/permission-names.ts';
import { t } from '../texts/visibility.ts';

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
  return organization === undefined ? t.missing : `${t.missing} ${t.askOwners(organization, permissions[part])}`;
}

/** For a person who sees only the evaluations that they created. */
export const ownEvaluationsText = (organization: string): string =>
  `${t.ownEvaluations} ${t.askOwners(organization, permissions.evaluations)}`;
