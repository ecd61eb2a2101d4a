import { IconPackages } from '@tabler/icons-react';
import { listSearch } from '../../api/list.ts';
import { moduleList } from '../../api/list-specs.ts';
import type { Area } from '../../app/area.ts';
import { page, textSearch } from '../../app/page-route.ts';

const base = '/app/organizations/$organization';
const list = `${base}/registry` as const;

export const registryRoutes = [
  page(list, {
    title: 'Registry',
    load: async () => (await import('./list.tsx')).Modules,
    search: listSearch(moduleList),
  }),
  page(`${base}/publish-module`, {
    title: 'Publish a version',
    load: async () => (await import('./publish.tsx')).Publish,
    search: textSearch('name', 'provider'),
  }),
  page(`${list}/$name/$provider`, {
    title: 'Module',
    load: async () => (await import('./module.tsx')).ModulePage,
    search: textSearch('version', 'part'),
  }),
] as const;

export const registryArea: Area = {
  scope: 'organization',
  navigation: [{ label: 'Registry', icon: IconPackages, path: list }],
};
