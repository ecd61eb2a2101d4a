import { IconListCheck, IconStack2 } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { evaluationList } from '../../api/evaluations.ts';
import { listSearch } from '../../api/list.ts';
import { canManagePolicies } from '../../api/policies.ts';
import { applicableList, policySetList } from '../../api/policy-sets.ts';
import type { Area, Place } from '../../app/area.ts';
import { rootRoute } from '../../app/root-route.ts';
import { t } from '../../texts/navigation.ts';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policy-sets',
  validateSearch: listSearch(policySetList),
  component: lazyRouteComponent(() => import('./list.tsx'), 'PolicySets'),
});

const create = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policy-sets/new',
  component: lazyRouteComponent(() => import('./create.tsx'), 'NewPolicySet'),
});

const members = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policy-sets/$set',
  component: lazyRouteComponent(() => import('./members.tsx'), 'PolicySetMembers'),
});

const applicable = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policy-sets/$set/applies-to',
  validateSearch: listSearch(applicableList),
  component: lazyRouteComponent(() => import('./applicable.tsx'), 'ApplicableWorkspaces'),
});

const trends = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policy-sets/$set/trends',
  component: lazyRouteComponent(() => import('./trends.tsx'), 'PolicySetTrends'),
});

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policy-sets/$set/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'PolicySetSettings'),
});

const evaluate = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policy-sets/$set/evaluate',
  component: lazyRouteComponent(() => import('./evaluate.tsx'), 'EvaluatePlan'),
});

const evaluations = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/evaluations',
  validateSearch: listSearch(evaluationList),
  component: lazyRouteComponent(() => import('./evaluations.tsx'), 'Evaluations'),
});

const evaluation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/evaluations/$evaluation',
  component: lazyRouteComponent(() => import('./evaluation.tsx'), 'EvaluationPage'),
});

export const policySetsRoutes = [
  list,
  create,
  members,
  applicable,
  trends,
  settings,
  evaluate,
  evaluations,
  evaluation,
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
