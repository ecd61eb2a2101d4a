import { IconHome } from '@tabler/icons-react';
import type { Area } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';

export const homeRoutes = [
  page('/', { title: 'Home', load: () => import('./home.tsx'), name: 'Home' }),
  page('/app/first-steps', {
    title: 'First steps',
    load: () => import('../first-steps/first-steps.tsx'),
    name: 'FirstSteps',
  }),
] as const;

export const homeArea: Area = {
  scope: 'general',
  navigation: [{ label: 'Home', icon: IconHome, path: '/' }],
};
