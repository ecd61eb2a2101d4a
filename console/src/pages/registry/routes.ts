import { IconPackages } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../api/list.ts';
import { moduleList } from '../../api/registry.ts';
import type { Area } from '../../app/area.ts';
import { rootRoute } from '../../app/root-route.ts';
import { t } from '../../texts/navigation.ts';

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/registry',
  validateSearch: listSearch(moduleList),
  component: lazyRouteComponent(() => import('./list.tsx'), 'Modules'),
});

/** Values that a link to the page of a publication fills in. */
export interface PublicationSearch {
  readonly name?: string;
  readonly provider?: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const publish = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/publish-module',
  validateSearch: (raw: Readonly<Record<string, unknown>>): PublicationSearch => {
    const [name, provider] = [textOf(raw.name), textOf(raw.provider)];
    return { ...(name !== undefined && { name }), ...(provider !== undefined && { provider }) };
  },
  component: lazyRouteComponent(() => import('./publish.tsx'), 'Publish'),
});

const module = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/organizations/$organization/registry/$name/$provider',
  validateSearch: (raw: Readonly<Record<string, unknown>>): { readonly version?: string } => {
    const version = textOf(raw.version);
    return version === undefined ? {} : { version };
  },
  component: lazyRouteComponent(() => import('./module.tsx'), 'ModulePage'),
});

export const registryRoutes = [list, publish, module] as const;

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
