import {
  IconBuilding,
  IconHistory,
  IconLayoutDashboard,
  IconScale,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { type ListSearch, listSearch } from '../../api/list.ts';
import { eventList, memberList, organizationList, resultList, teamList } from '../../api/list-specs.ts';
import type { Area } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import type { Place } from '../../components/remedy.ts';

const base = '/app/organizations/$organization';

interface PlanSearch extends ListSearch {
  /** Whether the comparison shows only the properties in which the subscription plans differ. */
  readonly differences?: true;
}

const planSearch = (raw: Readonly<Record<string, unknown>>): PlanSearch => ({
  ...listSearch({})(raw),
  ...(raw.differences === true && { differences: true }),
});

export const organizationsRoutes = [
  page('/app/organizations', {
    title: 'Organizations',
    load: async () => (await import('./list.tsx')).Organizations,
    search: listSearch(organizationList),
  }),
  page('/app/new-organization', {
    title: 'Create an organization',
    load: async () => (await import('./create.tsx')).NewOrganization,
  }),
  page(base, {
    title: 'Overview',
    load: async () => (await import('./overview.tsx')).Overview,
    search: listSearch(resultList),
  }),
  page(`${base}/members`, {
    title: 'Members',
    load: async () => (await import('./members.tsx')).Members,
    search: listSearch(memberList),
  }),
  page(`${base}/teams`, {
    title: 'Teams',
    load: async () => (await import('./teams.tsx')).Teams,
    search: listSearch(teamList),
  }),
  page(`${base}/teams/$team`, { title: 'Team', load: async () => (await import('./team.tsx')).Team }),
  page(`${base}/permissions`, {
    title: 'Permissions of all teams',
    load: async () => (await import('./permissions.tsx')).Permissions,
  }),
  page(`${base}/tokens`, { title: 'API tokens', load: async () => (await import('./tokens.tsx')).OrganizationTokens }),
  page(`${base}/settings`, {
    title: 'Settings',
    load: async () => (await import('./settings.tsx')).OrganizationSettings,
  }),
  page(`${base}/subscription`, {
    title: 'Subscription',
    load: async () => (await import('./plan.tsx')).OrganizationPlan,
    search: planSearch,
  }),
  page(`${base}/audit`, {
    title: 'Audit trail',
    load: async () => (await import('./audit.tsx')).OrganizationAudit,
    search: listSearch(eventList),
  }),
] as const;

export const organizationsArea: Area = {
  scope: 'general',
  navigation: [{ label: 'Organizations', icon: IconBuilding, path: '/app/organizations' }],
};

export const organizationArea: Area = {
  scope: 'organization',
  navigation: [{ label: 'Overview', icon: IconLayoutDashboard, path: base }],
};

export const organizationPeopleArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: 'People',
      icon: IconUsers,
      path: `${base}/members`,
      others: [
        { label: 'Teams', path: `${base}/teams` },
        { label: 'Permissions of all teams', path: `${base}/permissions` },
      ],
    },
  ],
};

/** Whether the user can change the organization. Only these users need the page *Subscription*. */
const mayChange = ({ organization }: Place): boolean => organization?.attributes.permissions['can-update'] === true;

/** Pages that are rarely used. They come last in the navigation. */
export const organizationRecordsArea: Area = {
  scope: 'organization',
  navigation: [
    { label: 'Subscription', icon: IconScale, path: `${base}/subscription`, isShown: mayChange },
    { label: 'Audit trail', icon: IconHistory, path: `${base}/audit` },
    {
      label: 'Settings',
      icon: IconSettings,
      path: `${base}/settings`,
      others: [{ label: 'API tokens', path: `${base}/tokens` }],
    },
  ],
};
