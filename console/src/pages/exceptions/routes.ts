import { IconShieldOff } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { delegationList, organizationExemptionList } from '../../api/list-specs.ts';
import { canManagePolicies, canOverride } from '../../api/organizations.ts';
import { type Area, where } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';

const base = '/app/organizations/$organization/exceptions';

export const exceptionsRoutes = [
  page(base, {
    title: 'Exemptions',
    load: () => import('./exemptions.tsx'),
    name: 'OrganizationExemptions',
    search: listSearch(organizationExemptionList),
  }),
  page(`${base}/overrides`, {
    title: 'Overrides',
    load: () => import('./overrides.tsx'),
    name: 'Overrides',
    search: listSearch({}),
  }),
  page(`${base}/delegations`, {
    title: 'Delegations',
    load: () => import('./delegations.tsx'),
    name: 'Delegations',
    search: listSearch(delegationList),
  }),
] as const;

export const exceptionsArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: 'Exceptions',
      icon: IconShieldOff,
      path: base,
      others: [
        { label: 'Overrides', path: `${base}/overrides` },
        { label: 'Delegations', path: `${base}/delegations`, isShown: where(canOverride) },
      ],
      isShown: where((organization) => canOverride(organization) || canManagePolicies(organization)),
    },
  ],
};
