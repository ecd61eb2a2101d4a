import { IconShieldOff } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { delegationList, organizationExemptionList } from '../../api/list-specs.ts';
import { canManagePolicies, canOverride } from '../../api/organizations.ts';
import type { Area, Place } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

const base = '/app/organizations/$organization/exceptions';

export const exceptionsRoutes = [
  page(base, {
    title: () => t.exemptions,
    load: () => import('./exemptions.tsx'),
    name: 'OrganizationExemptions',
    search: listSearch(organizationExemptionList),
  }),
  page(`${base}/overrides`, {
    title: () => t.overrides,
    load: () => import('./overrides.tsx'),
    name: 'Overrides',
    search: listSearch({}),
  }),
  page(`${base}/delegations`, {
    title: () => t.delegations,
    load: () => import('./delegations.tsx'),
    name: 'Delegations',
    search: listSearch(delegationList),
  }),
] as const;

const mayOverride = ({ organization }: Place): boolean => organization !== undefined && canOverride(organization);

export const exceptionsArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: () => t.exceptions,
      icon: IconShieldOff,
      path: (organization) => `/app/organizations/${organization}/exceptions`,
      others: [
        {
          label: () => t.overrides,
          path: (organization) => `/app/organizations/${organization}/exceptions/overrides`,
        },
        {
          label: () => t.delegations,
          path: (organization) => `/app/organizations/${organization}/exceptions/delegations`,
          isShown: mayOverride,
        },
      ],
      isShown: (place) =>
        mayOverride(place) || (place.organization !== undefined && canManagePolicies(place.organization)),
    },
  ],
};
