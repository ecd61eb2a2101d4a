// Permissions that pages need, and advice for users who lack the permission to see a page or parts of it.
import type { Resource } from '../api/client.ts';
import { canManagePolicies, canOverride, canReadWorkspaces } from '../api/organizations.ts';
import { type PermissionName, permissionNames } from '../texts/permission-names.ts';

/** User and organization for which a page is shown. */
export interface Place {
  readonly account: Resource<'users'>;
  /** Organization of the page. Undefined if the page belongs to none. */
  readonly organization: Resource<'organizations'> | undefined;
}

interface AccessRule {
  /** Whether the user can open the page. If absent, everybody can, but may see only some of its records. */
  readonly holds?: (place: Place) => boolean;
  /** Permission or access that owners of the organization can give. Absent if they can give none. */
  readonly grantable?: string;
  /** Says who can open the page. If absent, the text says what owners can give. */
  readonly denied?: (organization: string) => string;
}

type Organization = Resource<'organizations'>;

const permission = (name: PermissionName): string => `the permission “${permissionNames[name]}”`;

/** Rule that depends on the user's permissions in the organization. */
const when = (holds: (organization: Organization) => boolean, rule: Omit<AccessRule, 'holds'>): AccessRule => ({
  ...rule,
  holds: ({ organization }) => organization !== undefined && holds(organization),
});

const workspaceAccess = `access to workspaces, or ${permission('read-workspaces')}`;
const managing = when(canManagePolicies, { grantable: permission('manage-policies') });
const owning = when(({ attributes }) => attributes.permissions['can-update'], {
  denied: (organization) => `Only owners of ${organization} can see this page.`,
});

const base = '/app/organizations/$organization';

/** Access rules by path of a page. A rule also applies to the pages below the path that have no rule of their own. */
const accessRules: Readonly<Record<string, AccessRule>> = {
  [`${base}/evaluations`]: { grantable: workspaceAccess },
  [`${base}/workspaces`]: when(canReadWorkspaces, { grantable: workspaceAccess }),
  [`${base}/projects`]: { grantable: `access to projects, or ${permission('read-projects')}` },
  [`${base}/policies`]: managing,
  [`${base}/policy-sets`]: managing,
  [`${base}/recorded-plans`]: managing,
  [`${base}/run-tasks`]: managing,
  [`${base}/exceptions`]: when((organization) => canOverride(organization) || canManagePolicies(organization), {
    grantable: permission('manage-policy-overrides'),
  }),
  [`${base}/exceptions/requests`]: { grantable: workspaceAccess },
  [`${base}/exceptions/overrides`]: { grantable: workspaceAccess },
  [`${base}/exceptions/approvals`]: { grantable: permission('manage-policy-overrides') },
  [`${base}/exceptions/delegations`]: when(canOverride, { grantable: permission('manage-policy-overrides') }),
  [`${base}/publish-module`]: when(({ attributes }) => attributes.permissions['can-create-module'], {
    grantable: permission('manage-modules'),
  }),
  [`${base}/teams`]: { grantable: permission('access-secret-teams') },
  [`${base}/tokens`]: owning,
  [`${base}/settings`]: owning,
  [`${base}/audit`]: owning,
  '/app/new-organization': {
    holds: ({ account }) => account.attributes.permissions?.['can-create-organizations'] === true,
    denied: () => 'Only site administrators can create organizations.',
  },
  '/app/site': {
    holds: ({ account }) => account.attributes['is-admin'],
    denied: () => 'Only site administrators can see this page.',
  },
};

const longestFirst = Object.entries(accessRules).toSorted(([one], [other]) => other.length - one.length);

/** Returns the access rule for a page. `path` is the path of its route. Undefined if everybody can open the page. */
export const accessRuleFor = (path: string): AccessRule | undefined =>
  longestFirst.find(([each]) => `${path}/`.startsWith(`${each}/`))?.[1];

/** Whether the user can open the page. */
export const canOpen = (path: string, place: Place): boolean => accessRuleFor(path)?.holds?.(place) ?? true;

/** Says who can open a page, or which permission it needs and who can give it. */
export const deniedText = ({ denied, grantable }: AccessRule, organization: string): string =>
  denied?.(organization) ?? `To see this page, you need ${grantable}. Owners of ${organization} can give it to you.`;

/**
 * Returns the text for a page or a record that the service does not find for the user. The text does not reveal whether
 * the record exists.
 */
export function missingText(pathname: string): string {
  const text = 'This page does not exist, or you do not have permission to see it.';
  const [, organization, part = ''] = /\/app\/organizations\/([\w-]+)(\/.*)?/.exec(pathname) ?? [];
  if (organization === undefined) return text;
  const grantable = accessRuleFor(`${base}${part}`)?.grantable;
  return grantable === undefined
    ? `${text} Ask an owner of ${organization} for access.`
    : `${text} Owners of ${organization} can give you ${grantable}.`;
}

/** Text for users who can see only a part of the organization's evaluations. */
export const partialEvaluationsText = (organization: string): string =>
  `You see only the evaluations that you created, that name you or your team as the author of their run, or whose workspace your team has access to. Owners of ${organization} can give you access to more workspaces.`;
