import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { boot } from '../api/boot.ts';
import { queryClient } from '../api/query-client.ts';
import { Overlays } from './overlays.tsx';
import { cssVariables, theme } from './theme.ts';

export function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => boot.nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Overlays />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}
