import { IconShieldCheck } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../api/list.ts';
import { canManagePolicies, policyList, revisionList } from '../../api/policies.ts';
import { differenceList, replayList } from '../../api/replays.ts';
import type { Area } from '../../app/area.ts';
import { rootRoute } from '../../app/root-route.ts';
import { t } from '../../texts/navigation.ts';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policies',
  validateSearch: listSearch(policyList),
  component: lazyRouteComponent(() => import('./list.tsx'), 'Policies'),
});

const create = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policies/new',
  component: lazyRouteComponent(() => import('./create.tsx'), 'NewPolicy'),
});

const code = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policies/$policy',
  component: lazyRouteComponent(() => import('./code.tsx'), 'PolicyCode'),
});

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policies/$policy/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'PolicySettings'),
});

const revisions = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policies/$policy/revisions',
  validateSearch: listSearch(revisionList),
  component: lazyRouteComponent(() => import('./revisions.tsx'), 'PolicyRevisions'),
});

const revision = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policies/$policy/revisions/$revision',
  validateSearch: ({ against }: Readonly<Record<string, unknown>>): { readonly against?: number } =>
    Number.isInteger(against) ? { against: Number(against) } : {},
  component: lazyRouteComponent(() => import('./revision.tsx'), 'PolicyRevision'),
});

const tests = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policies/$policy/tests',
  component: lazyRouteComponent(() => import('./tests.tsx'), 'PolicyTests'),
});

const exemptions = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policies/$policy/exemptions',
  validateSearch: listSearch({}),
  component: lazyRouteComponent(() => import('./exemptions.tsx'), 'PolicyExemptions'),
});

const replays = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policies/$policy/replays',
  validateSearch: listSearch(replayList),
  component: lazyRouteComponent(() => import('./replays.tsx'), 'PolicyReplays'),
});

const replay = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/policies/$policy/replays/$replay',
  validateSearch: listSearch(differenceList),
  component: lazyRouteComponent(() => import('./replay.tsx'), 'PolicyReplay'),
});

export const policiesRoutes = [
  list,
  create,
  code,
  settings,
  revisions,
  revision,
  tests,
  exemptions,
  replays,
  replay,
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
