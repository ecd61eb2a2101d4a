import {
  IconBuilding,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconScale,
  IconSettings,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { type ListSearch, listSearch } from '../../api/list.ts';
import { eventList, memberList, organizationList, teamList } from '../../api/list-specs.ts';
import type { Area, Place } from '../../app/area.ts';
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
  page('/app/organizations', () => import('./list.tsx'), 'Organizations', listSearch(organizationList)),
  page('/app/new-organization', () => import('./create.tsx'), 'NewOrganization'),
  page(base, () => import('./overview.tsx'), 'Overview'),
  page(`${base}/members`, () => import('./members.tsx'), 'Members', listSearch(memberList)),
  page(`${base}/teams`, () => import('./teams.tsx'), 'Teams', listSearch(teamList)),
  page(`${base}/teams/$team`, () => import('./team.tsx'), 'Team'),
  page(`${base}/permissions`, () => import('./permissions.tsx'), 'Permissions'),
  page(`${base}/tokens`, () => import('./tokens.tsx'), 'OrganizationTokens'),
  page(`${base}/settings`, () => import('./settings.tsx'), 'OrganizationSettings'),
  page(`${base}/plan`, () => import('./plan.tsx'), 'OrganizationPlan', planSearch),
  page(`${base}/audit`, () => import('./audit.tsx'), 'OrganizationAudit', listSearch(eventList)),
] as const;

export const organizationsArea: Area = {
  scope: 'account',
  navigation: [{ label: () => t.organizations, icon: IconBuilding, path: () => '/app/organizations' }],
};

export const organizationArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: () => t.overview,
      icon: IconLayoutDashboard,
      path: (organization) => `/app/organizations/${organization}`,
    },
    {
      label: () => t.members,
      icon: IconUsers,
      path: (organization) => `/app/organizations/${organization}/members`,
    },
    {
      label: () => t.teams,
      icon: IconUsersGroup,
      path: (organization) => `/app/organizations/${organization}/teams`,
    },
    {
      label: () => t.tokens,
      icon: IconKey,
      path: (organization) => `/app/organizations/${organization}/tokens`,
      isShown: ({ organization }) => organization?.attributes.permissions['can-update-api-token'] === true,
    },
  ],
};

const isOwner = ({ organization }: Place): boolean => organization?.attributes.permissions['can-update'] === true;

/** Pages that are opened more seldom: they come last in the navigation. */
export const organizationRecordsArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: () => t.plan,
      icon: IconScale,
      path: (organization) => `/app/organizations/${organization}/plan`,
    },
    {
      label: () => t.audit,
      icon: IconHistory,
      path: (organization) => `/app/organizations/${organization}/audit`,
      isShown: isOwner,
    },
    {
      label: () => t.settings,
      icon: IconSettings,
      path: (organization) => `/app/organizations/${organization}/settings`,
      isShown: isOwner,
    },
  ],
};
