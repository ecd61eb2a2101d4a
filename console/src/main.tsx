import './app/trusted-types.ts';
import './app/style-nonce.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/console.css';
import { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ApiFailure } from './api/failure.ts';
import { followFocus } from './app/focus-return.ts';
import { printInLightScheme } from './app/print-scheme.ts';
import { Providers } from './app/providers.tsx';
import { newRouter } from './app/router.tsx';

/** A refusal stays one; what did not come through is tried again. */
const isWorthRetrying = (count: number, error: unknown): boolean =>
  count < 2 && !(error instanceof ApiFailure && error.status > 0 && error.status < 500 && error.status !== 429);

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 5_000 }, mutations: { retry: false } },
});
const router = newRouter(queryClient);
const root = document.getElementById('root');

followFocus();
printInLightScheme();
if (root !== null) {
  createRoot(root).render(
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
}
