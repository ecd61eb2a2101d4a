// Rights that pages need, and advice for users who lack the right to see a page or parts of it.
import type { Resource } from '../api/client.ts';
import { canManagePolicies, canOverride, canReadWorkspaces } from '../api/organizations.ts';
import { type PermissionName, permissionNames } from '../texts/permission-names.ts';

/** User and organization for which a page is shown. */
export interface Place {
  readonly account: Resource<'users'>;
  /** Organization of the page. Undefined if the page belongs to none. */
  readonly organization: Resource<'organizations'> | undefined;
}

interface PageRight {
  /** Whether the user can open the page. If absent, everybody can, but may see only some of its records. */
  readonly holds?: (place: Place) => boolean;
  /** What owners of the organization can give a user who lacks the right. Absent if nobody can give it. */
  readonly gift?: string;
  /** Says who can open the page. If absent, the text names the gift. */
  readonly denied?: (organization: string) => string;
}

type Organization = Resource<'organizations'>;

const permission = (name: PermissionName): string => `the permission “${permissionNames[name]}”`;

/** Right that depends on the user's permissions in the organization. */
const when = (holds: (organization: Organization) => boolean, right: Omit<PageRight, 'holds'>): PageRight => ({
  ...right,
  holds: ({ organization }) => organization !== undefined && holds(organization),
});

const workspaceAccess = `access to workspaces, or ${permission('read-workspaces')}`;
const managing = when(canManagePolicies, { gift: permission('manage-policies') });
const owning = when(({ attributes }) => attributes.permissions['can-update'], {
  denied: (organization) => `Only owners of ${organization} can see this page.`,
});

const base = '/app/organizations/$organization';

/** Rights by path of a page. A right also applies to the pages below the path that have no right of their own. */
const rights: Readonly<Record<string, PageRight>> = {
  [`${base}/evaluations`]: { gift: workspaceAccess },
  [`${base}/workspaces`]: when(canReadWorkspaces, { gift: workspaceAccess }),
  [`${base}/projects`]: { gift: `access to projects, or ${permission('read-projects')}` },
  [`${base}/policies`]: managing,
  [`${base}/policy-sets`]: managing,
  [`${base}/recorded-plans`]: managing,
  [`${base}/run-tasks`]: managing,
  [`${base}/exceptions`]: when((organization) => canOverride(organization) || canManagePolicies(organization), {
    gift: permission('manage-policy-overrides'),
  }),
  [`${base}/exceptions/requests`]: { gift: workspaceAccess },
  [`${base}/exceptions/overrides`]: { gift: workspaceAccess },
  [`${base}/exceptions/approvals`]: { gift: permission('manage-policy-overrides') },
  [`${base}/exceptions/delegations`]: when(canOverride, { gift: permission('manage-policy-overrides') }),
  [`${base}/publish-module`]: when(({ attributes }) => attributes.permissions['can-create-module'], {
    gift: permission('manage-modules'),
  }),
  [`${base}/teams`]: { gift: permission('access-secret-teams') },
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

const longestFirst = Object.entries(rights).toSorted(([one], [other]) => other.length - one.length);

/** Returns the right for a page. `path` is the path of its route. Undefined if everybody can open the page. */
export const rightFor = (path: string): PageRight | undefined =>
  longestFirst.find(([each]) => `${path}/`.startsWith(`${each}/`))?.[1];

/** Whether the user can open the page. */
export const canOpen = (path: string, place: Place): boolean => rightFor(path)?.holds?.(place) ?? true;

/** Says which right a page needs and who can give it. */
export const deniedText = ({ denied, gift }: PageRight, organization: string): string =>
  denied?.(organization) ?? `To see this page, you need ${gift}. Owners of ${organization} can give it to you.`;

/**
 * Returns the text for a page or a record that the service does not find for the user. The text does not reveal whether
 * the record exists.
 */
export function missingText(pathname: string): string {
  const text = 'This page does not exist, or you do not have permission to see it.';
  const [, organization, part = ''] = /\/app\/organizations\/([\w-]+)(\/.*)?/.exec(pathname) ?? [];
  if (organization === undefined) return text;
  const gift = rightFor(`${base}${part}`)?.gift;
  return gift === undefined
    ? `${text} Ask an owner of ${organization} for access.`
    : `${text} Owners of ${organization} can give you ${gift}.`;
}

/** Text for users who can see only a part of the organization's evaluations. */
export const partialEvaluationsText = (organization: string): string =>
  `You see only the evaluations that you created, that name you or your team as the author of their run, or whose workspace your team has access to. Owners of ${organization} can give you access to more workspaces.`;
