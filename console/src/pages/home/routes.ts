import { IconHome } from '@tabler/icons-react';
import type { Area } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

export const homeRoutes = [
  page('/', () => import('./home.tsx'), 'Home'),
  page('/app/first-steps', () => import('../first-steps/first-steps.tsx'), 'FirstSteps'),
] as const;

export const homeArea: Area = {
  scope: 'account',
  navigation: [{ label: () => t.home, icon: IconHome, path: () => '/' }],
};
