import './app/trusted-types.ts';
import './app/style-nonce.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/console.css';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { followFocus } from './app/focus-return.ts';
import { printInLightScheme } from './app/print-scheme.ts';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';

const root = document.getElementById('root');

followFocus();
printInLightScheme();
if (root !== null) {
  createRoot(root).render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
}
