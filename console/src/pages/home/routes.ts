import { IconHome } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../../app/area.ts';
import { rootRoute } from '../../app/root-route.ts';
import { t } from '../../texts/navigation.ts';

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
});

const firstSteps = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/first-steps',
  component: lazyRouteComponent(() => import('../first-steps/first-steps.tsx'), 'FirstSteps'),
});

export const homeRoutes = [home, firstSteps] as const;

export const homeArea: Area = {
  scope: 'account',
  navigation: [{ label: () => t.home, icon: IconHome, path: () => '/' }],
};
