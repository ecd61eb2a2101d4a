import { IconApi } from '@tabler/icons-react';
import type { Area } from '../../app/area.ts';
import { page, textSearch } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

export const apiReferenceRoutes = [
  page('/app/api-reference', () => import('./reference.tsx'), 'ApiReference', textSearch('q', 'tag', 'operation')),
] as const;

export const apiReferenceArea: Area = {
  scope: 'account',
  navigation: [{ label: () => t.apiReference, icon: IconApi, path: () => '/app/api-reference' }],
};
