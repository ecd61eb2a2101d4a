import { IconShieldOff } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { approvalList, delegationList, exemptionRequestList, organizationExemptionList } from '../../api/list-specs.ts';
import type { Area } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { canOpen } from '../../components/remedy.ts';

const base = '/app/organizations/$organization/exceptions';

export const exceptionsRoutes = [
  page(base, {
    title: 'Exemptions',
    load: async () => (await import('./exemptions.tsx')).OrganizationExemptions,
    search: listSearch(organizationExemptionList),
  }),
  page(`${base}/exemptions/$exemption`, {
    title: 'Exemption',
    load: async () => (await import('./exemption.tsx')).ExemptionPage,
  }),
  page(`${base}/requests`, {
    title: 'Requests',
    load: async () => (await import('./requests.tsx')).ExemptionRequests,
    search: listSearch(exemptionRequestList),
  }),
  page(`${base}/requests/$request`, {
    title: 'Request',
    load: async () => (await import('./request.tsx')).ExemptionRequestPage,
  }),
  page(`${base}/overrides`, {
    title: 'Overrides',
    load: async () => (await import('./overrides.tsx')).Overrides,
    search: listSearch({}),
  }),
  page(`${base}/approvals`, {
    title: 'Approvals',
    load: async () => (await import('./approvals.tsx')).Approvals,
    search: listSearch(approvalList),
  }),
  page(`${base}/delegations`, {
    title: 'Delegations',
    load: async () => (await import('./delegations.tsx')).Delegations,
    search: listSearch(delegationList),
  }),
] as const;

const requests = { label: 'Requests', path: `${base}/requests` };
const overrides = { label: 'Overrides', path: `${base}/overrides` };

/** All members see this area, because every member can ask for exemptions. */
export const exceptionsArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: 'Exceptions',
      icon: IconShieldOff,
      path: base,
      others: [
        requests,
        overrides,
        { label: 'Approvals', path: `${base}/approvals` },
        { label: 'Delegations', path: `${base}/delegations` },
      ],
    },
    {
      label: 'Exceptions',
      icon: IconShieldOff,
      path: requests.path,
      others: [overrides],
      isShown: (place) => !canOpen(base, place),
    },
  ],
};
