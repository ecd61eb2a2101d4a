import { IconShieldCheck } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { differenceList, policyList, replayList, revisionList } from '../../api/list-specs.ts';
import { canManagePolicies } from '../../api/organizations.ts';
import type { Area } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

const list = '/app/organizations/$organization/policies';
const policy = `${list}/$policy` as const;

const revisionSearch = ({ against }: Readonly<Record<string, unknown>>): { readonly against?: number } =>
  Number.isInteger(against) ? { against: Number(against) } : {};

export const policiesRoutes = [
  page(list, () => import('./list.tsx'), 'Policies', listSearch(policyList)),
  page(`${list}/new`, () => import('./create.tsx'), 'NewPolicy'),
  page(policy, () => import('./code.tsx'), 'PolicyCode'),
  page(`${policy}/settings`, () => import('./settings.tsx'), 'PolicySettings'),
  page(`${policy}/revisions`, () => import('./revisions.tsx'), 'PolicyRevisions', listSearch(revisionList)),
  page(`${policy}/revisions/$revision`, () => import('./revision.tsx'), 'PolicyRevision', revisionSearch),
  page(`${policy}/tests`, () => import('./tests.tsx'), 'PolicyTests'),
  page(`${policy}/exemptions`, () => import('./exemptions.tsx'), 'PolicyExemptions', listSearch({})),
  page(`${policy}/replays`, () => import('./replays.tsx'), 'PolicyReplays', listSearch(replayList)),
  page(`${policy}/replays/$replay`, () => import('./replay.tsx'), 'PolicyReplay', listSearch(differenceList)),
] as const;

export const policiesArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: () => t.policies,
      icon: IconShieldCheck,
      path: (organization) => `/app/organizations/${organization}/policies`,
      isShown: ({ organization }) => organization !== undefined && canManagePolicies(organization),
    },
  ],
};
