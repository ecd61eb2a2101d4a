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
  page(evaluations, {
    title: () => t.evaluations,
    load: () => import('../evaluations/list.tsx'),
    name: 'Evaluations',
    search: listSearch(evaluationList),
  }),
  page(`${evaluations}/$evaluation`, {
    title: () => t.evaluation,
    load: () => import('../evaluations/evaluation.tsx'),
    name: 'EvaluationPage',
    search: findingsSearch,
  }),
] as const;

const isManager = ({ organization }: Place): boolean => organization !== undefined && canManagePolicies(organization);

/** For every member: without a permission that reads all evaluations, the list has those that they created. */
export const evaluationsArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: () => t.evaluations,
      icon: IconListCheck,
      path: (organization) => `/app/organizations/${organization}/evaluations`,
    },
  ],
};

export const policySetsArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: () => t.policySets,
      icon: IconStack2,
      path: (organization) => `/app/organizations/${organization}/policy-sets`,
      isShown: isManager,
    },
  ],
};
