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
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { eventList } from '../../api/audit-trail.ts';
import { type ListSearch, listSearch } from '../../api/list.ts';
import { memberList } from '../../api/members.ts';
import { organizationList } from '../../api/organizations.ts';
import { teamList } from '../../api/teams.ts';
import type { Area, Place } from '../../app/area.ts';
import { rootRoute } from '../../app/root-route.ts';
import { t } from '../../texts/navigation.ts';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations',
  validateSearch: listSearch(organizationList),
  component: lazyRouteComponent(() => import('./list.tsx'), 'Organizations'),
});

const create = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/new-organization',
  component: lazyRouteComponent(() => import('./create.tsx'), 'NewOrganization'),
});

const overview = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization',
  component: lazyRouteComponent(() => import('./overview.tsx'), 'Overview'),
});

const members = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/members',
  validateSearch: listSearch(memberList),
  component: lazyRouteComponent(() => import('./members.tsx'), 'Members'),
});

const teams = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/teams',
  validateSearch: listSearch(teamList),
  component: lazyRouteComponent(() => import('./teams.tsx'), 'Teams'),
});

const team = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/teams/$team',
  component: lazyRouteComponent(() => import('./team.tsx'), 'Team'),
});

const permissions = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/permissions',
  component: lazyRouteComponent(() => import('./permissions.tsx'), 'Permissions'),
});

const tokens = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/tokens',
  component: lazyRouteComponent(() => import('./tokens.tsx'), 'OrganizationTokens'),
});

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'OrganizationSettings'),
});

interface PlanSearch extends ListSearch {
  /** True if only the differences between the plans are shown. */
  readonly differences?: true;
}

const plan = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/plan',
  validateSearch: (raw: Readonly<Record<string, unknown>>): PlanSearch => ({
    ...listSearch({})(raw),
    ...(raw.differences === true && { differences: true }),
  }),
  component: lazyRouteComponent(() => import('./plan.tsx'), 'OrganizationPlan'),
});

const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/audit',
  validateSearch: listSearch(eventList),
  component: lazyRouteComponent(() => import('./audit.tsx'), 'OrganizationAudit'),
});

export const organizationsRoutes = [
  list,
  create,
  overview,
  members,
  teams,
  team,
  permissions,
  tokens,
  settings,
  plan,
  audit,
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
