import { IconApi } from '@tabler/icons-react';
import type { Area } from '../../app/area.ts';
import { page, textSearch } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

export const apiReferenceRoutes = [
  page('/app/api-reference', {
    title: () => t.apiReference,
    load: () => import('./reference.tsx'),
    name: 'ApiReference',
    search: textSearch('q', 'tag', 'operation'),
  }),
] as const;

export const apiReferenceArea: Area = {
  scope: 'general',
  navigation: [{ label: () => t.apiReference, icon: IconApi, path: '/app/api-reference' }],
};
