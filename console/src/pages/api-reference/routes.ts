import { IconApi } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../../app/area.ts';
import { rootRoute } from '../../app/root-route.ts';
import { t } from '../../texts/navigation.ts';

/** Selection that the page shows, from its address. */
export interface ReferenceSearch {
  readonly q?: string;
  readonly tag?: string;
  readonly operation?: string;
}

const names = ['q', 'tag', 'operation'] as const;

const searchOf = (raw: Readonly<Record<string, unknown>>): ReferenceSearch =>
  Object.fromEntries(
    names.flatMap((name) => (raw[name] === undefined || raw[name] === '' ? [] : [[name, String(raw[name])]])),
  );

const reference = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/api-reference',
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('./reference.tsx'), 'ApiReference'),
});

export const apiReferenceRoutes = [reference] as const;

export const apiReferenceArea: Area = {
  scope: 'account',
  navigation: [{ label: () => t.apiReference, icon: IconApi, path: () => '/app/api-reference' }],
};
