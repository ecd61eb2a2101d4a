import { IconListCheck, IconStack2 } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { applicableList, evaluationList, policySetList } from '../../api/list-specs.ts';
import { canManagePolicies } from '../../api/organizations.ts';
import type { Area, Place } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';
import { findingsSearch } from '../evaluations/search.ts';

const base = '/app/organizations/$organization';
const list = `${base}/policy-sets` as const;
const set = `${list}/$set` as const;
const evaluations = `${base}/evaluations` as const;

export const policySetsRoutes = [
  page(list, () => import('./list.tsx'), 'PolicySets', listSearch(policySetList)),
  page(`${list}/new`, () => import('./create.tsx'), 'NewPolicySet'),
  page(set, () => import('./members.tsx'), 'PolicySetMembers'),
  page(`${set}/applies-to`, () => import('./applicable.tsx'), 'ApplicableWorkspaces', listSearch(applicableList)),
  page(`${set}/trends`, () => import('./trends.tsx'), 'PolicySetTrends'),
  page(`${set}/settings`, () => import('./settings.tsx'), 'PolicySetSettings'),
  page(`${set}/evaluate`, () => import('./evaluate.tsx'), 'EvaluatePlan'),
  page(evaluations, () => import('../evaluations/list.tsx'), 'Evaluations', listSearch(evaluationList)),
  page(`${evaluations}/$evaluation`, () => import('../evaluations/evaluation.tsx'), 'EvaluationPage', findingsSearch),
] as const;

const isManager = ({ organization }: Place): boolean => organization !== undefined && canManagePolicies(organization);

export const policySetsArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: () => t.policySets,
      icon: IconStack2,
      path: (organization) => `/app/organizations/${organization}/policy-sets`,
      isShown: isManager,
    },
    {
      label: () => t.evaluations,
      icon: IconListCheck,
      path: (organization) => `/app/organizations/${organization}/evaluations`,
      isShown: isManager,
    },
  ],
};
