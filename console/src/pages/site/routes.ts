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
    load: async () => (await import('./users/list.tsx')).Users,
    search: listSearch(userList),
  }),
  page('/app/site/users/$user', { title: 'User', load: async () => (await import('./users/user.tsx')).SiteUser }),
  page('/app/site/new-user', {
    title: 'Create a user',
    load: async () => (await import('./users/create.tsx')).NewUser,
  }),
  page('/app/site/organizations', {
    title: 'All organizations',
    load: async () => (await import('./organizations/list.tsx')).SiteOrganizations,
    search: listSearch(siteOrganizationList),
  }),
  page('/app/site/settings', {
    title: 'Settings',
    load: async () => (await import('./settings/index-page.tsx')).SettingsIndex,
  }),
  page('/app/site/settings/$group', {
    title: 'Settings',
    load: async () => (await import('./settings/group.tsx')).SettingsPage,
  }),
  page('/app/site/signing-keys', {
    title: 'Signing keys',
    load: async () => (await import('./settings/keys.tsx')).SigningKeys,
  }),
  page('/app/site/identity-providers', {
    title: 'OpenID Connect',
    load: async () => (await import('./identity-providers/list.tsx')).IdentityProviders,
  }),
  page('/app/site/identity-providers/$identityProvider', {
    title: 'Identity provider',
    load: async () => (await import('./identity-providers/provider.tsx')).IdentityProviderPage,
  }),
  page('/app/site/new-identity-provider', {
    title: 'Add an identity provider',
    load: async () => (await import('./identity-providers/create.tsx')).NewIdentityProvider,
  }),
  page('/app/site/system', { title: 'System', load: async () => (await import('./system/system.tsx')).System }),
  page('/app/site/audit', {
    title: 'Audit trail',
    load: async () => (await import('./audit.tsx')).SiteAudit,
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
