import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { boot } from '../api/boot.ts';
import { Overlays } from './overlays.tsx';
import { cssVariables, theme } from './theme.ts';

interface ProvidersProps {
  readonly queryClient: QueryClient;
  readonly children: ReactNode;
}

export function Providers({ queryClient, children }: ProvidersProps) {
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
