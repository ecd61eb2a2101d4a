import { IconBuilding, IconLayoutDashboard } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../api/list.ts';
import { organizationList } from '../../api/organizations.ts';
import type { Area } from '../../app/area.ts';
import { rootRoute } from '../../app/root-route.ts';
import { t } from '../../texts/organizations.ts';

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

export const organizationsRoutes = [list, create, overview] as const;

export const organizationsArea: Area = {
  scope: 'account',
  navigation: [{ label: () => t.title, icon: IconBuilding, path: () => '/app/organizations' }],
};

export const organizationArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: () => t.overview,
      icon: IconLayoutDashboard,
      path: (organization) => `/app/organizations/${organization}`,
    },
  ],
};
