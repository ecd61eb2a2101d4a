import { IconBuildings, IconHeartbeat, IconHistory, IconSettings, IconUsers } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { auditList } from '../../api/audit-trail.ts';
import { boot } from '../../api/boot.ts';
import { listSearch } from '../../api/list.ts';
import { siteOrganizationList } from '../../api/site-organizations.ts';
import { userList } from '../../api/users.ts';
import type { Area } from '../../app/area.ts';
import { rootRoute } from '../../app/root-route.ts';
import { t } from '../../texts/navigation.ts';

const getParentRoute = () => rootRoute;

const userListRoute = createRoute({
  getParentRoute,
  path: '/app/site/users',
  validateSearch: listSearch(userList),
  component: lazyRouteComponent(() => import('./users/list.tsx'), 'Users'),
});

const organizationsRoute = createRoute({
  getParentRoute,
  path: '/app/site/organizations',
  validateSearch: listSearch(siteOrganizationList),
  component: lazyRouteComponent(() => import('./organizations/list.tsx'), 'SiteOrganizations'),
});

const userRoute = createRoute({
  getParentRoute,
  path: '/app/site/users/$user',
  component: lazyRouteComponent(() => import('./users/user.tsx'), 'SiteUser'),
});

const newUserRoute = createRoute({
  getParentRoute,
  path: '/app/site/new-user',
  component: lazyRouteComponent(() => import('./users/create.tsx'), 'NewUser'),
});

const settingsRoute = createRoute({
  getParentRoute,
  path: '/app/site/settings',
  component: lazyRouteComponent(() => import('./settings/index-page.tsx'), 'SettingsIndex'),
});

const settingsGroupRoute = createRoute({
  getParentRoute,
  path: '/app/site/settings/$group',
  component: lazyRouteComponent(() => import('./settings/group.tsx'), 'SettingsPage'),
});

const signingKeysRoute = createRoute({
  getParentRoute,
  path: '/app/site/signing-keys',
  component: lazyRouteComponent(() => import('./settings/keys.tsx'), 'SigningKeys'),
});

const systemRoute = createRoute({
  getParentRoute,
  path: '/app/site/system',
  component: lazyRouteComponent(() => import('./system/system.tsx'), 'System'),
});

const auditRoute = createRoute({
  getParentRoute,
  path: '/app/site/audit',
  validateSearch: listSearch(auditList),
  component: lazyRouteComponent(() => import('./audit.tsx'), 'SiteAudit'),
});

export const siteRoutes = [
  userListRoute,
  userRoute,
  newUserRoute,
  organizationsRoute,
  settingsRoute,
  settingsGroupRoute,
  signingKeysRoute,
  systemRoute,
  auditRoute,
] as const;

/** The hosted edition has no site administration. */
const isShown = () => boot.edition !== 'hosted';

export const siteArea: Area = {
  scope: 'site',
  navigation: [
    { label: () => t.users, icon: IconUsers, path: () => '/app/site/users', isShown },
    { label: () => t.allOrganizations, icon: IconBuildings, path: () => '/app/site/organizations', isShown },
    { label: () => t.audit, icon: IconHistory, path: () => '/app/site/audit', isShown },
    { label: () => t.settings, icon: IconSettings, path: () => '/app/site/settings', isShown },
    { label: () => t.system, icon: IconHeartbeat, path: () => '/app/site/system', isShown },
  ],
};
