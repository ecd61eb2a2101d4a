import {
  IconBuildingCommunity,
  IconBuildings,
  IconHeartbeat,
  IconHistory,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { boot } from '../../api/boot.ts';
import { listSearch } from '../../api/list.ts';
import { auditList, siteOrganizationList, userList } from '../../api/list-specs.ts';
import type { Area } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';

export const siteRoutes = [
  page('/app/site/users', {
    title: 'Users',
    load: () => import('./users/list.tsx'),
    name: 'Users',
    search: listSearch(userList),
  }),
  page('/app/site/users/$user', { title: 'User', load: () => import('./users/user.tsx'), name: 'SiteUser' }),
  page('/app/site/new-user', {
    title: 'Create a user',
    load: () => import('./users/create.tsx'),
    name: 'NewUser',
  }),
  page('/app/site/organizations', {
    title: 'All organizations',
    load: () => import('./organizations/list.tsx'),
    name: 'SiteOrganizations',
    search: listSearch(siteOrganizationList),
  }),
  page('/app/site/settings', {
    title: 'Settings',
    load: () => import('./settings/index-page.tsx'),
    name: 'SettingsIndex',
  }),
  page('/app/site/settings/$group', {
    title: 'Settings',
    load: () => import('./settings/group.tsx'),
    name: 'SettingsPage',
  }),
  page('/app/site/signing-keys', {
    title: 'Signing keys',
    load: () => import('./settings/keys.tsx'),
    name: 'SigningKeys',
  }),
  page('/app/site/identity-providers', {
    title: 'OpenID Connect',
    load: () => import('./identity-providers/list.tsx'),
    name: 'IdentityProviders',
  }),
  page('/app/site/identity-providers/$identityProvider', {
    title: 'Identity provider',
    load: () => import('./identity-providers/provider.tsx'),
    name: 'IdentityProviderPage',
  }),
  page('/app/site/new-identity-provider', {
    title: 'Add an identity provider',
    load: () => import('./identity-providers/create.tsx'),
    name: 'NewIdentityProvider',
  }),
  page('/app/site/system', { title: 'System', load: () => import('./system/system.tsx'), name: 'System' }),
  page('/app/site/audit', {
    title: 'Audit trail',
    load: () => import('./audit.tsx'),
    name: 'SiteAudit',
    search: listSearch(auditList),
  }),
] as const;

/** The hosted edition has no site administration. */
const isShown = () => boot.edition !== 'hosted';

/** Entry that opens the site administration from other pages. */
export const siteAdministrationArea: Area = {
  scope: 'general',
  navigation: [{ label: 'Site administration', icon: IconBuildingCommunity, path: '/app/site/users', isShown }],
};

export const siteArea: Area = {
  scope: 'site',
  navigation: [
    { label: 'Users', icon: IconUsers, path: '/app/site/users', isShown },
    { label: 'All organizations', icon: IconBuildings, path: '/app/site/organizations', isShown },
    { label: 'Audit trail', icon: IconHistory, path: '/app/site/audit', isShown },
    { label: 'Settings', icon: IconSettings, path: '/app/site/settings', isShown },
    { label: 'System', icon: IconHeartbeat, path: '/app/site/system', isShown },
  ],
};
