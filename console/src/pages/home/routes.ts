import { IconHome } from '@tabler/icons-react';
import type { Area } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

export const homeRoutes = [
  page('/', { title: () => t.home, load: () => import('./home.tsx'), name: 'Home' }),
  page('/app/first-steps', {
    title: () => t.firstSteps,
    load: () => import('../first-steps/first-steps.tsx'),
    name: 'FirstSteps',
  }),
] as const;

export const homeArea: Area = {
  scope: 'general',
  navigation: [{ label: () => t.home, icon: IconHome, path: '/' }],
};
