import { IconStack2 } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { applicableList, policySetList } from '../../api/list-specs.ts';
import { canManagePolicies } from '../../api/organizations.ts';
import { type Area, where } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

const list = '/app/organizations/$organization/policy-sets';
const set = `${list}/$set` as const;

export const policySetsRoutes = [
  page(list, {
    title: () => t.policySets,
    load: () => import('./list.tsx'),
    name: 'PolicySets',
    search: listSearch(policySetList),
  }),
  page(`${list}/new`, { title: () => t.newPolicySet, load: () => import('./create.tsx'), name: 'NewPolicySet' }),
  page(set, { title: () => t.setMembers, load: () => import('./members.tsx'), name: 'PolicySetMembers' }),
  page(`${set}/applies-to`, {
    title: () => t.appliesTo,
    load: () => import('./applicable.tsx'),
    name: 'ApplicableWorkspaces',
    search: listSearch(applicableList),
  }),
  page(`${set}/trends`, { title: () => t.trends, load: () => import('./trends.tsx'), name: 'PolicySetTrends' }),
  page(`${set}/settings`, { title: () => t.settings, load: () => import('./settings.tsx'), name: 'PolicySetSettings' }),
  page(`${set}/evaluate`, { title: () => t.evaluate, load: () => import('./evaluate.tsx'), name: 'EvaluatePlan' }),
] as const;

export const policySetsArea: Area = {
  scope: 'organization',
  navigation: [{ label: () => t.policySets, icon: IconStack2, path: list, isShown: where(canManagePolicies) }],
};
