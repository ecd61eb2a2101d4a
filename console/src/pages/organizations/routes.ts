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
    load: () => import('./list.tsx'),
    name: 'Organizations',
    search: listSearch(organizationList),
  }),
  page('/app/new-organization', {
    title: 'Create an organization',
    load: () => import('./create.tsx'),
    name: 'NewOrganization',
  }),
  page(base, {
    title: 'Overview',
    load: () => import('./overview.tsx'),
    name: 'Overview',
    search: listSearch(resultList),
  }),
  page(`${base}/members`, {
    title: 'Members',
    load: () => import('./members.tsx'),
    name: 'Members',
    search: listSearch(memberList),
  }),
  page(`${base}/teams`, {
    title: 'Teams',
    load: () => import('./teams.tsx'),
    name: 'Teams',
    search: listSearch(teamList),
  }),
  page(`${base}/teams/$team`, { title: 'Team', load: () => import('./team.tsx'), name: 'Team' }),
  page(`${base}/permissions`, {
    title: 'Permissions of all teams',
    load: () => import('./permissions.tsx'),
    name: 'Permissions',
  }),
  page(`${base}/tokens`, { title: 'API tokens', load: () => import('./tokens.tsx'), name: 'OrganizationTokens' }),
  page(`${base}/settings`, {
    title: 'Settings',
    load: () => import('./settings.tsx'),
    name: 'OrganizationSettings',
  }),
  page(`${base}/subscription`, {
    title: 'Subscription',
    load: () => import('./plan.tsx'),
    name: 'OrganizationPlan',
    search: planSearch,
  }),
  page(`${base}/audit`, {
    title: 'Audit trail',
    load: () => import('./audit.tsx'),
    name: 'OrganizationAudit',
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

/** Whether the user can change the organization. The subscription is of no use to others. */
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
