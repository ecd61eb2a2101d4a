import { IconBuilding, IconKey, IconLayoutDashboard, IconUsers, IconUsersGroup } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../api/list.ts';
import { memberList } from '../../api/members.ts';
import { organizationList } from '../../api/organizations.ts';
import { teamList } from '../../api/teams.ts';
import type { Area } from '../../app/area.ts';
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

export const organizationsRoutes = [list, create, overview, members, teams, team, permissions, tokens] as const;

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
