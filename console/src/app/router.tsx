import { createRouter } from '@tanstack/react-router';
import { boot } from '../api/boot.ts';
import { Failure } from '../components/failure.tsx';
import { LoadingRows } from '../components/loading-rows.tsx';
import { pageRoutes } from './areas.ts';
import { NoSuchPage } from './no-such-page.tsx';
import { rootRoute } from './root-route.ts';
import { Shell } from './shell.tsx';

const routeTree = rootRoute.update({ component: Shell, notFoundComponent: NoSuchPage }).addChildren(pageRoutes);

export const router = createRouter({
  routeTree,
  basepath: boot.prefix === '' ? '/' : boot.prefix,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingRows,
  defaultErrorComponent: ({ error, reset }) => <Failure error={error} onRetry={reset} />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
