import {
  IconBuilding,
  IconHistory,
  IconLayoutDashboard,
  IconScale,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { type ListSearch, listSearch } from '../../api/list.ts';
import { eventList, memberList, organizationList, teamList } from '../../api/list-specs.ts';
import { type Area, where } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

const base = '/app/organizations/$organization';

interface PlanSearch extends ListSearch {
  /** True if only the differences between the plans are shown. */
  readonly differences?: true;
}

const planSearch = (raw: Readonly<Record<string, unknown>>): PlanSearch => ({
  ...listSearch({})(raw),
  ...(raw.differences === true && { differences: true }),
});

export const organizationsRoutes = [
  page('/app/organizations', {
    title: () => t.organizations,
    load: () => import('./list.tsx'),
    name: 'Organizations',
    search: listSearch(organizationList),
  }),
  page('/app/new-organization', {
    title: () => t.newOrganization,
    load: () => import('./create.tsx'),
    name: 'NewOrganization',
  }),
  page(base, { title: () => t.overview, load: () => import('./overview.tsx'), name: 'Overview' }),
  page(`${base}/members`, {
    title: () => t.members,
    load: () => import('./members.tsx'),
    name: 'Members',
    search: listSearch(memberList),
  }),
  page(`${base}/teams`, {
    title: () => t.teams,
    load: () => import('./teams.tsx'),
    name: 'Teams',
    search: listSearch(teamList),
  }),
  page(`${base}/teams/$team`, { title: () => t.team, load: () => import('./team.tsx'), name: 'Team' }),
  page(`${base}/permissions`, {
    title: () => t.permissions,
    load: () => import('./permissions.tsx'),
    name: 'Permissions',
  }),
  page(`${base}/tokens`, { title: () => t.tokens, load: () => import('./tokens.tsx'), name: 'OrganizationTokens' }),
  page(`${base}/settings`, {
    title: () => t.settings,
    load: () => import('./settings.tsx'),
    name: 'OrganizationSettings',
  }),
  page(`${base}/subscription`, {
    title: () => t.subscription,
    load: () => import('./plan.tsx'),
    name: 'OrganizationPlan',
    search: planSearch,
  }),
  page(`${base}/audit`, {
    title: () => t.audit,
    load: () => import('./audit.tsx'),
    name: 'OrganizationAudit',
    search: listSearch(eventList),
  }),
] as const;

export const organizationsArea: Area = {
  scope: 'general',
  navigation: [{ label: () => t.organizations, icon: IconBuilding, path: '/app/organizations' }],
};

export const organizationArea: Area = {
  scope: 'organization',
  navigation: [{ label: () => t.overview, icon: IconLayoutDashboard, path: base }],
};

export const organizationPeopleArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: () => t.people,
      icon: IconUsers,
      path: `${base}/members`,
      others: [
        { label: () => t.teams, path: `${base}/teams` },
        { label: () => t.permissions, path: `${base}/permissions` },
      ],
    },
  ],
};

const isShown = where(({ attributes }) => attributes.permissions['can-update']);

/** Pages that are opened more seldom: they come last in the navigation. */
export const organizationRecordsArea: Area = {
  scope: 'organization',
  navigation: [
    { label: () => t.subscription, icon: IconScale, path: `${base}/subscription` },
    { label: () => t.audit, icon: IconHistory, path: `${base}/audit`, isShown },
    {
      label: () => t.settings,
      icon: IconSettings,
      path: `${base}/settings`,
      others: [{ label: () => t.tokens, path: `${base}/tokens` }],
      isShown,
    },
  ],
};
