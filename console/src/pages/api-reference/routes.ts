import { IconApi } from '@tabler/icons-react';
import type { Area } from '../../app/area.ts';
import { page, textSearch } from '../../app/page-route.ts';

export const apiReferenceRoutes = [
  page('/app/api-reference', {
    title: 'API reference',
    load: async () => (await import('./reference.tsx')).ApiReference,
    search: textSearch('q', 'tag', 'operation'),
  }),
] as const;

export const apiReferenceArea: Area = {
  scope: 'general',
  navigation: [{ label: 'API reference', icon: IconApi, path: '/app/api-reference' }],
};
