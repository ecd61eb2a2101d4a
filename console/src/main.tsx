import './app/trusted-types.ts';
import './app/style-nonce.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/console.css';
import { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { followFocus } from './app/focus-return.ts';
import { printInLightScheme } from './app/print-scheme.ts';
import { Providers } from './app/providers.tsx';
import { newRouter } from './app/router.tsx';

const queryClient = new QueryClient({
  // Without a network, requests fail instead of waiting for it, so that pages say that the service cannot be reached.
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
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
