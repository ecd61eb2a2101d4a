import { IconPackages } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { moduleList } from '../../api/list-specs.ts';
import type { Area } from '../../app/area.ts';
import { page, textSearch } from '../../app/page-route.ts';
import { t } from '../../texts/navigation.ts';

const base = '/app/organizations/$organization';
const list = `${base}/registry` as const;

export const registryRoutes = [
  page(list, () => import('./list.tsx'), 'Modules', listSearch(moduleList)),
  page(`${base}/publish-module`, () => import('./publish.tsx'), 'Publish', textSearch('name', 'provider')),
  page(`${list}/$name/$provider`, () => import('./module.tsx'), 'ModulePage', textSearch('version')),
] as const;

export const registryArea: Area = {
  scope: 'organization',
  navigation: [
    {
      label: () => t.registry,
      icon: IconPackages,
      path: (organization) => `/app/organizations/${organization}/registry`,
    },
  ],
};
