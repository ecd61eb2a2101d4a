import { IconBuildings, IconHeartbeat, IconHistory, IconSettings, IconUsers } from '@tabler/icons-react';
import { boot } from '../../api/boot.ts';
import { listSearch } from '../../api/list.ts';
import { auditList, siteOrganizationList, userList } from '../../api/list-specs.ts';
import type { Area } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

export const siteRoutes = [
  page('/app/site/users', () => import('./users/list.tsx'), 'Users', listSearch(userList)),
  page('/app/site/users/$user', () => import('./users/user.tsx'), 'SiteUser'),
  page('/app/site/new-user', () => import('./users/create.tsx'), 'NewUser'),
  page(
    '/app/site/organizations',
    () => import('./organizations/list.tsx'),
    'SiteOrganizations',
    listSearch(siteOrganizationList),
  ),
  page('/app/site/settings', () => import('./settings/index-page.tsx'), 'SettingsIndex'),
  page('/app/site/settings/$group', () => import('./settings/group.tsx'), 'SettingsPage'),
  page('/app/site/signing-keys', () => import('./settings/keys.tsx'), 'SigningKeys'),
  page('/app/site/system', () => import('./system/system.tsx'), 'System'),
  page('/app/site/audit', () => import('./audit.tsx'), 'SiteAudit', listSearch(auditList)),
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
