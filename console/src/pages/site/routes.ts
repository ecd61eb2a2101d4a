import { IconBuildings, IconHeartbeat, IconHistory, IconSettings, IconUsers } from '@tabler/icons-react';
import { boot } from '../../api/boot.ts';
import { listSearch } from '../../api/list.ts';
import { auditList, siteOrganizationList, userList } from '../../api/list-specs.ts';
import type { Area, Place } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

export const siteRoutes = [
  page('/app/site/users', {
    title: () => t.users,
    load: () => import('./users/list.tsx'),
    name: 'Users',
    search: listSearch(userList),
  }),
  page('/app/site/users/$user', { title: () => t.user, load: () => import('./users/user.tsx'), name: 'SiteUser' }),
  page('/app/site/new-user', { title: () => t.newUser, load: () => import('./users/create.tsx'), name: 'NewUser' }),
  page('/app/site/organizations', {
    title: () => t.allOrganizations,
    load: () => import('./organizations/list.tsx'),
    name: 'SiteOrganizations',
    search: listSearch(siteOrganizationList),
  }),
  page('/app/site/settings', {
    title: () => t.settings,
    load: () => import('./settings/index-page.tsx'),
    name: 'SettingsIndex',
  }),
  page('/app/site/settings/$group', {
    title: () => t.settings,
    load: () => import('./settings/group.tsx'),
    name: 'SettingsPage',
  }),
  page('/app/site/signing-keys', {
    title: () => t.signingKeys,
    load: () => import('./settings/keys.tsx'),
    name: 'SigningKeys',
  }),
  page('/app/site/identity-providers', {
    title: () => t.identityProviders,
    load: () => import('./identity-providers/list.tsx'),
    name: 'IdentityProviders',
  }),
  page('/app/site/identity-providers/$identityProvider', {
    title: () => t.identityProvider,
    load: () => import('./identity-providers/provider.tsx'),
    name: 'IdentityProviderPage',
  }),
  page('/app/site/new-identity-provider', {
    title: () => t.newIdentityProvider,
    load: () => import('./identity-providers/create.tsx'),
    name: 'NewIdentityProvider',
  }),
  page('/app/site/system', { title: () => t.system, load: () => import('./system/system.tsx'), name: 'System' }),
  page('/app/site/audit', {
    title: () => t.audit,
    load: () => import('./audit.tsx'),
    name: 'SiteAudit',
    search: listSearch(auditList),
  }),
] as const;

/** The hosted edition has no site administration. */
const isShown = ({ account }: Place) => account.attributes['is-admin'] && boot.edition !== 'hosted';

export const siteArea: Area = {
  scope: 'site',
  navigation: [
    { label: () => t.users, icon: IconUsers, path: '/app/site/users', isShown },
    { label: () => t.allOrganizations, icon: IconBuildings, path: '/app/site/organizations', isShown },
    { label: () => t.audit, icon: IconHistory, path: '/app/site/audit', isShown },
    { label: () => t.settings, icon: IconSettings, path: '/app/site/settings', isShown },
    { label: () => t.system, icon: IconHeartbeat, path: '/app/site/system', isShown },
  ],
};
