import { IconHome } from '@tabler/icons-react';
import type { Area } from '../../app/area.ts';
import { page } from '../../app/page-route.ts';

export const homeRoutes = [
  page('/', { title: 'Home', load: async () => (await import('./home.tsx')).Home }),
  page('/app/first-steps', {
    title: 'First steps',
    load: async () => (await import('../first-steps/first-steps.tsx')).FirstSteps,
  }),
] as const;

export const homeArea: Area = {
  scope: 'general',
  navigation: [{ label: 'Home', icon: IconHome, path: '/' }],
};
